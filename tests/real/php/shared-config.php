<?php
// Lies in the unpacked core, which several sites share: which site this is comes from the environment.
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require getenv( 'SAYSO_TEST_SITE' ) . '/config.php';
require_once ABSPATH . 'wp-settings.php';
