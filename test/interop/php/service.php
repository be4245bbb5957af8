<?php
declare(strict_types=1);

/** What the service of the tests knows: plain data, some of it in a type that PHP's own code is careless about. */
const COMPANY_ADDRESS = [
	'city' => 'Orém', 'state' => 'Utah', 'state_abbr' => 'UT',
	'street' => '5 <A> & "St"', 'street2' => null, 'zip' => 84057,
];
const STAFF = ['ispublic' => 1, 'keyword' => 'NSTAFF', 'name' => 'Staff 😀', 'stackOrder' => 2];
const TEMPLATE = [
	'description' => '', 'id' => '007', 'subject' => null,
	'text' => "Hi {name},\r\nyou owe {amount:0.00}", 'title' => ']]> &lt;',
];

/** All operations of the interface; each records how PHP decoded its arguments, and answers. */
final class Service
{
	/** @param Closure(mixed): mixed $form what becomes of an answer's associative arrays */
	public function __construct(private Closure $form, private string $recordFile) {}

	public function authenticationTest($auth) { return $this->success(__FUNCTION__, get_defined_vars(), null); }
	public function test($auth) { return $this->success(__FUNCTION__, get_defined_vars(), null); }
	public function getCellularCarrier($auth, $phone_list = null, $show_carrier_id = null) { return $this->success(__FUNCTION__, get_defined_vars(), self::carriers([])); }
	public function getCellularCarrierId($auth, $phone_list = null) { return $this->success(__FUNCTION__, get_defined_vars(), self::carriers(['carrier_id' => 383])); }
	public function getOrganizationTree($auth) { return $this->success(__FUNCTION__, get_defined_vars(), self::tree()); }
	public function createShortURL($auth, $url = null, $params = null) { return $this->success(__FUNCTION__, get_defined_vars(), 'https://short.example/1e5'); }
	public function updateShortURL($auth, $url = null, $short_url = null, $params = null) { return $this->success(__FUNCTION__, get_defined_vars(), $short_url); }

	public function createDivision($auth, $division = null) { return $this->success(__FUNCTION__, get_defined_vars(), self::division('D1')); }
	public function readDivision($auth) { return $this->success(__FUNCTION__, get_defined_vars(), self::division('NORTH')); }
	public function updateDivision($auth, $division = null) { return $this->success(__FUNCTION__, get_defined_vars(), self::division('NORTH')); }
	public function deleteDivision($auth) { return $this->success(__FUNCTION__, get_defined_vars(), null); }
	public function restoreDivision($auth) { return $this->success(__FUNCTION__, get_defined_vars(), self::division('NORTH')); }

	public function createSubscriptionnode($auth, $group = null) { return $this->success(__FUNCTION__, get_defined_vars(), STAFF); }
	public function readSubscriptionnode($auth) { return $this->success(__FUNCTION__, get_defined_vars(), STAFF); }
	public function updateSubscriptionnode($auth, $group = null) { return $this->success(__FUNCTION__, get_defined_vars(), STAFF); }
	public function deleteSubscriptionnode($auth) { return $this->success(__FUNCTION__, get_defined_vars(), null); }
	public function restoreSubscriptionnode($auth) { return $this->success(__FUNCTION__, get_defined_vars(), STAFF); }
	public function getActiveSubscribers($auth) { return $this->success(__FUNCTION__, get_defined_vars(), ['subscribers' => [self::subscriber('Ann', 18015551001)]]); }
	public function getAllSubscribers($auth) { return $this->success(__FUNCTION__, get_defined_vars(), ['subscribers' => [self::subscriber('Ann', 18015551001), self::subscriber('Zoë', '447700900123')]]); }
	public function getDivisionGroups($auth) { return $this->success(__FUNCTION__, get_defined_vars(), ['subscriptionnodes' => [STAFF, STAFF]] + self::division('NORTH')); }

	public function sendMessage($auth, $message = null, $recipientList = null, $custom_ticket = null, $status_url = null) { return $this->accepted(__FUNCTION__, get_defined_vars()); }
	public function sendMessageSpecifyLocale($auth, $message = null, $recipientList = null, $custom_ticket = null, $status_url = null) { return $this->accepted(__FUNCTION__, get_defined_vars()); }
	public function sendTemplateMessage($auth, $template = null, $recipientList = null, $custom_ticket = null, $status_url = null) { return $this->accepted(__FUNCTION__, get_defined_vars()); }
	public function getTransactionStatus($auth, $transaction_ticket_id = null, $sentTo = null) { return $this->success(__FUNCTION__, get_defined_vars(), self::transaction()); }
	public function getCustomTransactionStatus($auth, $custom_ticket = null, $sentTo = null) { return $this->success(__FUNCTION__, get_defined_vars(), self::transaction()); }

	public function createTemplate($auth, $template = null) { return $this->success(__FUNCTION__, get_defined_vars(), TEMPLATE); }
	public function readTemplate($auth, $template = null) { return $this->success(__FUNCTION__, get_defined_vars(), TEMPLATE); }
	public function updateTemplate($auth, $template = null) { return $this->success(__FUNCTION__, get_defined_vars(), TEMPLATE); }
	public function deleteTemplate($auth, $template = null) { return $this->success(__FUNCTION__, get_defined_vars(), null); }
	public function restoreTemplate($auth, $template = null) { return $this->success(__FUNCTION__, get_defined_vars(), TEMPLATE); }
	public function getTemplates($auth) { return $this->success(__FUNCTION__, get_defined_vars(), ['templates' => []]); }

	/** The keyword of the authentication object asks for what a service does when it cannot serve. */
	private function success(string $operation, array $arguments, mixed $response)
	{
		$this->record($operation, $arguments);
		return match ($arguments['auth']->keyword ?? null) {
			'FAULT' => throw new SoapFault('Server', 'The database is gone: Übung'),
			'REFUSED' => ($this->form)(['error_code' => 105, 'message' => 'Invalid keyword: Übung', 'response' => null, 'result' => false]),
			default => ($this->form)(['error_code' => 0, 'message' => 'Done', 'response' => $response, 'result' => true]),
		};
	}

	/** The custom ticket comes back; the transaction ticket is made of digits alone. */
	private function accepted(string $operation, array $arguments)
	{
		$this->record($operation, $arguments);
		return ($this->form)([
			'custom_ticket' => $arguments['custom_ticket'], 'error_code' => 0,
			'message' => 'Message request received', 'result' => true, 'transaction_ticket' => 34335276,
		]);
	}

	private function record(string $operation, array $arguments): void
	{
		file_put_contents($this->recordFile, json_encode([
			'operation' => $operation,
			'arguments' => $arguments,
			'soapAction' => $_SERVER['HTTP_SOAPACTION'] ?? null,
			'contentType' => $_SERVER['CONTENT_TYPE'] ?? null,
			'path' => $_SERVER['REQUEST_URI'],
		], JSON_THROW_ON_ERROR));
	}

	private static function carriers(array $more): array
	{
		$row = ['carrier' => 'AT&T', 'international' => false, 'invalid' => false, 'landline' => 0] + $more;
		return ['list' => [['phone' => 18015551001] + $row, ['international' => true, 'phone' => '447700900123'] + $row]];
	}

	private static function division(string $keyword): array
	{
		return [
			'address' => COMPANY_ADDRESS, 'default_code' => 12345, 'divisions' => [], 'email' => '', 'keyword' => $keyword,
			'name' => 'Nörd & Süd', 'phone' => 18015550101, 'subscriptionnodes' => [], 'url' => null,
		];
	}

	private static function tree(): array
	{
		$keyword = fn (string $word, int $type) => [
			'auto_subscribe' => $type === 5, 'callback_url' => 'https://a.example/?b=1&c=2', 'keyword_type' => $type,
			'response' => "Welcome\r\n", 'word' => $word,
		];
		$group = ['keywords' => [$keyword('NSTAFF', 1), $keyword('JOIN', 5)]] + STAFF;
		$north = ['subscriptionnodes' => [$group]] + self::division('NORTH');
		return ['divisions' => [$north, self::division('SOUTH')]] + self::division('ACME');
	}

	private static function subscriber(string $first, int|string $phone): array
	{
		return [
			'created_at' => '2011-02-03 04:05:06', 'email' => true, 'landline' => 0, 'name' => 'Staff', 'unsubdate' => '',
			'user' => ['address' => COMPANY_ADDRESS, 'first_name' => $first, 'password' => '', 'phone' => $phone, 'role_id' => 4],
		];
	}

	private static function transaction(): array
	{
		return ['transactionlist' => [
			['sendTo' => 18015551001, 'status_code' => 100, 'status_message' => 'Delivered'],
			['sendTo' => 18015551002, 'status_code' => '101', 'status_message' => 'Sent to Carrier'],
		]];
	}
}
