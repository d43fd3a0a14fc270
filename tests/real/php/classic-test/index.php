<!doctype html>
<html <?php language_attributes(); ?>>
<head><meta charset="utf-8"><?php wp_head(); ?></head>
<body <?php body_class(); ?>>
<?php wp_nav_menu( array( 'theme_location' => 'primary', 'container' => 'nav', 'fallback_cb' => false ) ); ?>
<main>
<?php while ( have_posts() ) : the_post(); ?>
<article><h1><?php the_title(); ?></h1><?php the_content(); ?></article>
<?php endwhile; ?>
</main>
<?php dynamic_sidebar( 'sidebar-1' ); wp_nav_menu( array( 'theme_location' => 'footer', 'fallback_cb' => false ) ); wp_footer(); ?>
</body>
</html>
