<?php
// Router of PHP's built-in server. The first step of the path chooses how answers are written; the
// folder in SERVICE_FOLDER holds a WSDL for each dialect that has one, and takes the record.
declare(strict_types=1);
require __DIR__ . '/service.php';

/** Associative arrays as objects; equal ones are one object, which PHP then writes as a multi-reference. */
$objects = function (mixed $value) use (&$objects) {
	static $made = [];
	if (!is_array($value)) return $value;
	$members = array_map($objects, $value);
	return array_is_list($value) ? $members : $made[serialize($value)] ??= (object) $members;
};

$dialect = explode('/', $_SERVER['REQUEST_URI'])[1];
$wsdl = getenv('SERVICE_FOLDER') . "/$dialect.wsdl";
$server = is_file($wsdl)
	? new SoapServer($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE])
	: new SoapServer(null, ['uri' => 'urn:webservices2_0_0']);
$server->setObject(new Service(
	$dialect === 'objects' ? $objects : fn (mixed $value) => $value,
	getenv('SERVICE_FOLDER') . '/record.json',
));
$server->handle();
