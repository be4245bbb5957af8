<?php
// Reads JSON: an operation with its parameters to encode, or also a file with an answer to decode; the
// WSDL may be null. Answers with the milliseconds of work of a call without the network, and the bytes of
// the request or the number of subscribers.
declare(strict_types=1);

final class Offline extends SoapClient
{
	public string $answer = '';
	public float $written = 0.0;
	public int $bytes = 0;

	public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false): string
	{
		$this->written = workedTime();
		$this->bytes = strlen($request);
		return $this->answer;
	}
}

/** Milliseconds that this process was at work since its beginning. */
function workedTime(): float
{
	$usage = getrusage();
	return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e3
		+ ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e3;
}

['wsdl' => $wsdl, 'operation' => $operation, 'parameters' => $parameters, 'file' => $file] =
	json_decode(file_get_contents('php://stdin'), true, flags: JSON_THROW_ON_ERROR) + ['file' => null];
$unread = ['location' => 'http://127.0.0.1', 'uri' => 'urn:webservices2_0_0'];
$client = new Offline($wsdl, $wsdl === null ? $unread : ['cache_wsdl' => WSDL_CACHE_NONE]);
if ($file !== null) {
	$client->answer = file_get_contents($file);
	// The first one warms up.
	for ($turn = 0; $turn < 2; $turn++) {
		$start = workedTime();
		$result = $client->__soapCall($operation, $parameters);
		$ms = workedTime() - $start;
	}
	exit(json_encode(['ms' => $ms, 'count' => count($result->response->subscribers)]));
}
// Half a second of calls.
$work = 0.0;
$end = hrtime(true) + 500_000_000;
for ($calls = 0; hrtime(true) < $end; $calls++) {
	$start = workedTime();
	try {
		$client->__soapCall($operation, $parameters);
	} catch (SoapFault) {
		// There is no answer, but the request was written by then.
	}
	$work += $client->written - $start;
}
echo json_encode(['ms' => $work / $calls, 'bytes' => $client->bytes]);
