<?php
// Reads as JSON, from the first line of standard input, an operation with its parameters to encode, or
// also a file with an answer to decode; the WSDL may be null. Each further
// line is a turn, answered by a JSON object with the milliseconds of a call without the network, and
// the bytes of the request or the number of subscribers.
declare(strict_types=1);

final class Offline extends SoapClient
{
	public string $answer = '';
	public int $written = 0;
	public int $bytes = 0;

	public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false): string
	{
		$this->written = hrtime(true);
		$this->bytes = strlen($request);
		return $this->answer;
	}
}

['wsdl' => $wsdl, 'operation' => $operation, 'parameters' => $parameters, 'file' => $file] =
	json_decode(fgets(STDIN), associative: true, flags: JSON_THROW_ON_ERROR) + ['file' => null];
$client = $wsdl === null
	? new Offline(null, ['location' => 'http://127.0.0.1', 'uri' => 'urn:webservices2_0_0'])
	: new Offline($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE]);

function decode(Offline $client, string $operation, array $parameters): array
{
	$start = hrtime(true);
	$result = $client->__soapCall($operation, $parameters);
	$ms = (hrtime(true) - $start) / 1e6;
	return ['ms' => $ms, 'count' => count($result->response->subscribers)];
}

function encode(Offline $client, string $operation, array $parameters): array
{
	$times = [];
	$end = hrtime(true) + 500_000_000;
	while (hrtime(true) < $end) {
		$start = hrtime(true);
		try {
			$client->__soapCall($operation, $parameters);
		} catch (SoapFault) {
			// There is no answer, but the request was written by then.
		}
		$times[] = ($client->written - $start) / 1e6;
	}
	sort($times);
	return ['ms' => $times[intdiv(count($times), 2)], 'count' => $client->bytes];
}

if ($file !== null) {
	$client->answer = file_get_contents($file);
}
echo "{}\n";
while (fgets(STDIN) !== false) {
	$turn = $file === null
		? encode($client, $operation, $parameters)
		: decode($client, $operation, $parameters);
	echo json_encode($turn), "\n";
}
