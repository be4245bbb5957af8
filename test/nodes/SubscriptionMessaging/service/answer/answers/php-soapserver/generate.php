<?php
// Writes the answers of a SoapServer without WSDL into this folder: php generate.php
$address = ['city' => 'Orém', 'state' => 'Utah', 'state_abbr' => 'UT', 'street' => '5 <A> & St', 'street2' => null, 'zip' => '84057-1234'];

/** Associative arrays become Apache Maps; numbers and booleans keep the types that PHP guesses. */
function map(mixed $response): array {
	return ['result' => true, 'error_code' => 0, 'message' => 'Done', 'response' => $response];
}

/** Objects become untyped structs, and an object that occurs twice becomes a multi-reference. */
function object(mixed $response): stdClass {
	return (object) map($response);
}

class Answers {
	public function readDivision() {
		global $address;
		$group = ['name' => 'Staff', 'ispublic' => 1, 'stackOrder' => '2', 'keyword' => 'NSTAFF', 'keywords' => [['word' => 'NSTAFF', 'keyword_type' => 1], ['word' => 'JOIN', 'keyword_type' => 5]]];
		return map(['name' => 'North', 'phone' => 18015550101, 'address' => $address, 'divisions' => [], 'subscriptionnodes' => [$group]]);
	}

	public function getActiveSubscribers() {
		global $address;
		$home = (object) $address;
		$subscriber = static fn (string $first, $phone) => (object) ['name' => 'Staff', 'email' => true, 'landline' => 0, 'created_at' => '2011-02-03 04:05:06', 'unsubdate' => null, 'user' => (object) ['first_name' => $first, 'phone' => $phone, 'address' => $home]];
		return object((object) ['subscribers' => [$subscriber('Ann', 18015551001), $subscriber('Bo', '447700900123'), $subscriber('Cy', 1.8015551003e10)]]);
	}

	public function getTemplates() {
		$template = (object) ['id' => 'T-1', 'title' => '', 'subject' => null, 'text' => "Hi {name},\r\n  {amount:0.00} ", 'description' => ']]> &lt;'];
		// Not a sequence any more, therefore written as a Map.
		return object((object) ['templates' => [1 => $template, 3 => $template]]);
	}

	public function getCellularCarrierId() {
		$row = static fn ($phone, $international) => ['phone' => $phone, 'carrier' => 'AT&T', 'carrier_id' => 383, 'international' => $international, 'landline' => 0, 'invalid' => 'false'];
		return map(['list' => [$row(18015551001, false), $row(447700900123, true)]]);
	}

	public function getTransactionStatus() {
		return map(['transactionlist' => [['sendTo' => 18015550001, 'status_code' => 100, 'status_message' => 'Delivered']]]);
	}

	public function sendMessage() {
		return ['custom_ticket' => 42, 'error_code' => 0, 'message' => 'Message request received', 'result' => true, 'transaction_ticket' => 34335276];
	}

	public function deleteDivision() {
		return object(null);
	}

	public function test() {
		return 'The services work';
	}

	public function createShortURL() {
		return ['url' => 'http://s.example/1', 'hits' => 0, 'tags' => ['a', 'b'], 'active' => true];
	}

	public function readTemplate() {
		throw new SoapFault('Server', 'The database is gone');
	}

	public function getDivisionGroups() {
		return ['result' => false, 'error_code' => 105, 'message' => 'Invalid keyword'];
	}
}

foreach (get_class_methods(Answers::class) as $operation) {
	$server = new SoapServer(null, ['uri' => 'urn:webservices2_0_0']);
	$server->setClass(Answers::class);
	ob_start();
	$server->handle('<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body><n:' . $operation . ' xmlns:n="urn:webservices2_0_0"/></E:Body></E:Envelope>');
	file_put_contents(__DIR__ . "/$operation.xml", ob_get_clean());
}
