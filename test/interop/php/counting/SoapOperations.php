<?php
declare(strict_types=1);

/** The operations over SOAP, rpc/encoded, by PHP's own SoapServer. */
final class SoapOperations
{
	private const NAMESPACE = 'urn:webservices2_0_0';

	/** Said in place of what SoapServer wrote. */
	private ?Closure $instead = null;

	private function __construct(private readonly Account $account) {}

	public static function answer(Account $account, string $request): ?string
	{
		$operations = new self($account);
		$server = new SoapServer(null, ['uri' => self::NAMESPACE]);
		$server->setObject($operations);
		ob_start();
		$server->handle($request);
		$written = $account->oddness->beforeDocument() . ob_get_clean();
		header_remove();
		http_response_code(200);
		if ($operations->instead) return ($operations->instead)($written);
		$status = str_contains($written, 'SOAP-ENV:Fault>') ? '500 Internal Server Error' : '200 OK';
		return Http::answer($status, 'text/xml', $written);
	}

	public function sendMessage($auth, $message = null, $recipientList = null, $custom_ticket = null, $status_url = null)
	{
		return $this->send(__FUNCTION__, $auth, $message, $recipientList, $custom_ticket);
	}

	public function sendMessageSpecifyLocale($auth, $message = null, $recipientList = null, $custom_ticket = null, $status_url = null)
	{
		return $this->send(__FUNCTION__, $auth, $message, $recipientList, $custom_ticket);
	}

	public function sendTemplateMessage($auth, $template = null, $recipientList = null, $custom_ticket = null, $status_url = null)
	{
		$text = ($template->text ?? '') ?: $this->account->template((string) $template->id)['text'];
		return $this->send(__FUNCTION__, $auth, $text, $recipientList, $custom_ticket);
	}

	public function getTransactionStatus($auth, $transaction_ticket_id = null, $sentTo = null)
	{
		return $this->read(fn () => $this->account->details('transaction', $auth->keyword, (string) $transaction_ticket_id, (string) $sentTo));
	}

	public function getCustomTransactionStatus($auth, $custom_ticket = null, $sentTo = null)
	{
		return $this->read(fn () => $this->account->details('custom', $auth->keyword, (string) $custom_ticket, (string) $sentTo));
	}

	public function getActiveSubscribers($auth) { return $this->read(fn () => $this->account->subscriberList($auth->keyword, true)); }
	public function getAllSubscribers($auth) { return $this->read(fn () => $this->account->subscriberList($auth->keyword)); }
	public function readSubscriptionnode($auth) { return $this->read(fn () => $this->account->group($auth->keyword)); }
	public function getOrganizationTree($auth) { return $this->read(fn () => $this->account->tree($auth->keyword)); }
	public function readDivision($auth) { return $this->read(fn () => $this->account->tree($auth->keyword)); }
	public function getDivisionGroups($auth) { return $this->read(fn () => $this->account->tree($auth->keyword)); }
	public function readTemplate($auth, $template = null) { return $this->read(fn () => $this->account->template((string) $template->id)); }
	public function authenticationTest($auth) { return $this->read(fn () => null); }

	private function send(string $operation, object $auth, ?string $text, mixed $list, mixed $ticket)
	{
		try {
			$sent = $this->account->send($operation, $auth->keyword, (string) $text, self::recipients($list), (string) $ticket);
		} catch (Refusal $refusal) {
			return self::values($this->account->oddness, ['result' => false, 'error_code' => $refusal->getCode(), 'message' => $refusal->getMessage(), 'transaction_ticket' => null, 'custom_ticket' => null]);
		}
		$answer = OddAnswer::of($sent['fault']['answer'] ?? '');
		$this->instead = $answer->page;
		if ($answer->fault) throw new SoapFault('Server', 'Out of order');
		if ($answer->isNil) return null;
		return self::values($this->account->oddness, $answer->members + [
			'custom_ticket' => (string) $ticket, 'error_code' => 0, 'message' => 'Message request received', 'result' => true, 'transaction_ticket' => $sent['transaction_ticket'],
		]);
	}

	private function read(Closure $read)
	{
		try {
			$this->account->refuseReads();
			$envelope = ['result' => true, 'error_code' => 0, 'message' => 'Done', 'response' => $read()];
		} catch (Refusal $refusal) {
			$envelope = ['result' => false, 'error_code' => $refusal->getCode(), 'message' => $refusal->getMessage(), 'response' => null];
		} catch (Page $page) {
			$this->instead = OddAnswer::of($page->getMessage())->page ?? OddAnswer::of('500')->page;
			$envelope = [];
		}
		return self::values($this->account->oddness, $envelope);
	}

	/** @return ?list<array{sendTo: string, message: ?string}> null where there is no list, or an empty one */
	private static function recipients(mixed $list): ?array
	{
		$recipients = array_map(
			fn (object $it) => ['sendTo' => (string) $it->sendTo, 'message' => $it->message ?? null],
			array_values((array) ($list->recipients ?? [])),
		);
		return $recipients === [] ? null : $recipients;
	}

	/** Structs as objects, and scalars in the types that the service is careless about. */
	private static function values(Oddness $oddness, mixed $value): mixed
	{
		if (is_array($value)) {
			$members = array_map(fn ($member) => self::values($oddness, $member), $value);
			return array_is_list($value) ? $members : (object) $members;
		}
		if (is_int($value) && $oddness->errs('decimals')) return sprintf('%.1f', $value);
		if (is_int($value) && $oddness->errs('textValues')) return (string) $value;
		// PHP's own text of a boolean: '1', and '' for false.
		if (is_bool($value) && $oddness->errs('emptyFalse')) return (string) $value;
		return $value;
	}
}
