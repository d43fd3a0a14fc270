<?php
// The settings of one test site. Lies in the site's own folder.
$table_prefix = 'wp_';
$settings     = array(
	'DB_NAME'                    => 'wordpress',
	'DB_USER'                    => '',
	'DB_PASSWORD'                => '',
	'DB_HOST'                    => '',
	'DB_CHARSET'                 => 'utf8mb4',
	'DB_COLLATE'                 => '',
	'DB_ENGINE'                  => 'sqlite',
	'DB_DIR'                     => __DIR__ . '/database',
	'DB_FILE'                    => 'site.sqlite',
	'WP_CONTENT_DIR'             => __DIR__ . '/public/wp-content',
	// WordPress offers application passwords without https only to a local site.
	'WP_ENVIRONMENT_TYPE'        => 'local',
	// Nothing leaves the machine, and the site never calls itself.
	'WP_HTTP_BLOCK_EXTERNAL'     => true,
	'WP_ACCESSIBLE_HOSTS'        => '127.0.0.1',
	'AUTOMATIC_UPDATER_DISABLED' => true,
	'DISABLE_WP_CRON'            => true,
	'FS_METHOD'                  => 'direct',
	'WP_DEBUG'                   => true,
	'WP_DEBUG_DISPLAY'           => false,
	'WP_DEBUG_LOG'               => __DIR__ . '/debug.log',
);
// Fixed, so that logins outlive a reset.
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $use ) {
	$settings[ $use . '_KEY' ]  = 'test key for ' . $use;
	$settings[ $use . '_SALT' ] = 'test salt for ' . $use;
}
array_walk( $settings, fn( $value, $name ) => define( $name, $value ) );
