<?php
// Stands in for a web server's rewrite rule: a file that is there is served, all else is WordPress's front page.
// Each request is written down before it is answered, with the method that WordPress will take it for.
$method = $_SERVER['HTTP_X_HTTP_METHOD_OVERRIDE'] ?? $_GET['_method'] ?? $_SERVER['REQUEST_METHOD'];
file_put_contents(
	getenv( 'SAYSO_TEST_SITE' ) . '/requests.log',
	"$method $_SERVER[REQUEST_URI]\n",
	FILE_APPEND | LOCK_EX
);

$asked  = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
$target = realpath( $_SERVER['DOCUMENT_ROOT'] . $asked );
if ( $target && is_dir( $target ) && is_file( $target . '/index.php' ) && '/' !== $asked ) {
	if ( str_ends_with( $asked, '/' ) ) {
		return false;
	}
	header( 'Location: ' . $asked . '/', true, 301 );
	return true;
}
if ( $target && is_file( $target ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME']     = '/index.php';
$_SERVER['PHP_SELF']        = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
chdir( $_SERVER['DOCUMENT_ROOT'] );
require 'index.php';
