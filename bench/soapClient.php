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
$client->answer = $file === null ? '' : file_get_contents($file);
// The first call warms up. Envelopes are written for half a second, in which there are many.
$work = 0.0;
$end = hrtime(true) + 500_000_000;
for ($calls = -1; $calls < 1 || ($file === null && hrtime(true) < $end); $calls++) {
	$result = null;
	$start = workedTime();
	$result = $client->__soapCall($operation, $parameters);
	$done = $file === null ? $client->written : workedTime();
	$work = $calls < 0 ? 0.0 : $work + $done - $start;
}
$count = count($result->response->subscribers ?? []);
echo json_encode(['ms' => $work / $calls, 'bytes' => $client->bytes, 'count' => $count]);
