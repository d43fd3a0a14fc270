<?php
// Installs WordPress at the address given, with one person per role. Prints their passwords as JSON.
[ , $root, $address, $wanted_theme, $wanted_permalinks ] = $argv;

$_SERVER['HTTP_HOST']       = substr( $address, strlen( 'http://' ) );
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD']  = 'GET';
define( 'WP_INSTALLING', true );
define( 'WP_SITEURL', $address );
// Declared first, so that WordPress's own does not send the welcome letter.
function wp_mail() {
	return true;
}
require $root . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'Meadow Bakery', 'admin', 'admin@example.org', true, '', 'admin-pw' );
update_option( 'blogdescription', 'Bread, slowly' );
update_option( 'permalink_structure', $wanted_permalinks );
switch_theme( $wanted_theme );

$people = array();
foreach ( array( 'administrator', 'editor', 'author', 'contributor', 'subscriber' ) as $role ) {
	$login = 'administrator' === $role ? 'admin' : $role;
	$known = get_user_by( 'login', $login );
	$id    = $known ? $known->ID : wp_insert_user(
		array(
			'user_login' => $login,
			'user_pass'  => $login . '-pw',
			'user_email' => $login . '@example.org',
			'role'       => $role,
		)
	);
	[ $secret ] = WP_Application_Passwords::create_new_application_password( $id, array( 'name' => 'tests' ) );

	$people[ $login ] = array(
		'id'           => $id,
		'role'         => $role,
		'password'     => $login . '-pw',
		'app_password' => WP_Application_Passwords::chunk_password( $secret ),
	);
}
echo json_encode( $people );
