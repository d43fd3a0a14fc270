<?php
add_action(
	'after_setup_theme',
	function () {
		add_theme_support( 'title-tag' );
		add_theme_support( 'post-thumbnails' );
		register_nav_menus( array( 'primary' => 'Primary menu', 'footer' => 'Footer menu' ) );
	}
);
add_action( 'widgets_init', fn() => register_sidebar( array( 'id' => 'sidebar-1', 'name' => 'Sidebar' ) ) );
