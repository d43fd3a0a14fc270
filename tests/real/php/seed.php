<?php
// Fills a fresh installation with what the worked example needs, as an administrator would.
// Block content is written as WordPress itself writes it, so reading it back changes nothing.
[ , $root, $address ] = $argv;

$_SERVER['HTTP_HOST']       = substr( $address, strlen( 'http://' ) );
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD']  = 'GET';
require $root . '/wp-load.php';
wp_set_current_user( get_user_by( 'login', 'admin' )->ID );

function paragraphs( string ...$texts ): string {
	$blocks = array_map( fn( $text ) => "<!-- wp:paragraph -->\n<p>$text</p>\n<!-- /wp:paragraph -->", $texts );
	return implode( "\n\n", $blocks );
}

function heading( string $text ): string {
	return "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">$text</h2>\n<!-- /wp:heading -->";
}

function add( string $type, string $title, string $content, array $more = array() ): int {
	$fields = $more + array(
		'post_type'    => $type,
		'post_title'   => $title,
		'post_content' => $content,
		'post_status'  => 'publish',
	);
	$id = wp_insert_post( wp_slash( $fields ), true );
	if ( is_wp_error( $id ) ) {
		fwrite( STDERR, $title . ': ' . $id->get_error_message() . "\n" );
		exit( 1 );
	}
	return $id;
}

// What every new WordPress brings would only be in the way.
foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $stale ) {
	wp_delete_post( $stale->ID, true );
}

$home     = add( 'page', 'Home', paragraphs( 'Bread from our own oven, six days a week.' ), array( 'import_id' => 10 ) );
$about    = add(
	'page',
	'About',
	implode(
		"\n\n",
		array(
			paragraphs( 'Meadow Bakery began in 1987 with one oven and two pairs of hands.' ),
			heading( 'How we work' ),
			paragraphs( 'Our dough rests for <strong>24 hours</strong>.', 'The flour comes from a mill nearby.' ),
		)
	),
	array( 'import_id' => 42 )
);
$services = add(
	'page',
	'Services',
	implode( "\n\n", array( heading( 'Weddings' ), paragraphs( 'Cakes from €180, ordered three weeks ahead.' ) ) ),
	array( 'import_id' => 43 )
);
add( 'page', 'Team', paragraphs( 'Names and pictures to follow.' ), array( 'import_id' => 311, 'post_status' => 'draft' ) );
update_option( 'show_on_front', 'page' );
update_option( 'page_on_front', $home );

$news = wp_insert_term( 'News', 'category' )['term_id'];
wp_insert_term( 'Recipes', 'category' );
$posts = array(
	'Rye is back'       => 'From Monday on there is rye again.',
	'Closed in August'  => 'The oven rests for two weeks.',
	'Baking with kids'  => 'Twelve children, forty buns and a lot of flour.',
);
$day = 1;
foreach ( $posts as $title => $text ) {
	$made = sprintf( '2026-01-%02d 09:00:00', $day++ );
	$last = add( 'post', $title, paragraphs( $text ), array( 'post_category' => array( $news ), 'tags_input' => array( 'bread' ), 'post_date' => $made ) );
}
add( 'post', 'An idea for spring', paragraphs( 'Wild garlic loaves?' ), array( 'post_status' => 'draft' ) );
foreach ( array( 'Ana' => 1, 'Visitor' => 0 ) as $name => $approved ) {
	wp_insert_comment(
		array(
			'comment_post_ID'      => $last,
			'comment_author'       => $name,
			'comment_author_email' => strtolower( $name ) . '@example.org',
			'comment_content'      => 'When is the next one?',
			'comment_approved'     => $approved,
		)
	);
}

$menu = wp_create_nav_menu( 'Main menu' );
foreach ( array( $home, $about ) as $place => $page ) {
	wp_update_nav_menu_item(
		$menu,
		0,
		array(
			'menu-item-object'    => 'page',
			'menu-item-object-id' => $page,
			'menu-item-type'      => 'post_type',
			'menu-item-status'    => 'publish',
			'menu-item-position'  => $place + 1,
		)
	);
}
set_theme_mod( 'nav_menu_locations', array( 'primary' => $menu ) );

flush_rewrite_rules( false );
