<?php
// php client.php <address of the WSDL> [<address to send to instead>]: reads
// [[operation, argument...]...] as JSON and prints, for each call, {"result": …} or
// {"fault": {"code": …, "text": …}}.
declare(strict_types=1);

$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
$client->__setLocation($argv[2] ?? '');
$outcomes = [];
foreach (json_decode(stream_get_contents(STDIN), flags: JSON_THROW_ON_ERROR) as $call) {
	$operation = array_shift($call);
	try {
		$outcomes[] = ['result' => $client->__soapCall($operation, $call)];
	} catch (SoapFault $fault) {
		$outcomes[] = ['fault' => ['code' => $fault->faultcode, 'text' => $fault->getMessage()]];
	}
}
echo json_encode($outcomes, JSON_THROW_ON_ERROR);
