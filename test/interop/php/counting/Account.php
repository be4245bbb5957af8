<?php
declare(strict_types=1);

/** What the service says of a call that it does not carry out: `result` false, a number and a text. */
final class Refusal extends RuntimeException {}

/** The company ACME: its units and their subscribers, its tickets, and every message that went out. */
final class Account
{
	/** By keyword: kind, name, parent, and of a group the phones of its subscribers. */
	private const UNITS = [
		'ACME' => ['company', 'Acme', null],
		'NORTH' => ['division', 'North', 'ACME'],
		'NSTAFF' => ['group', 'Staff', 'NORTH', ['18015551001', '18015551002']],
		'NCLIENT' => ['group', 'Clients', 'NORTH', ['18015551003', '18015551004']],
		'SOUTH' => ['division', 'South', 'ACME'],
		'SGUEST' => ['group', 'Guests', 'SOUTH', ['18015551005', '18015551006']],
	];

	/** @var array<string, array{ticket: string, keyword: string, phones: list<string>, at: float}> by transaction ticket */
	private array $transactions = [];

	/** @var list<array{operation: string, keyword: string, sendTo: string, ticket: string, text: string}> */
	private array $messages = [];

	/** @var list<array<string, mixed>> */
	private array $sends = [];

	/** @var list<array{keyword: string, ticket: string}> */
	private array $lookUps = [];

	/** @var list<string> keywords of the groups whose subscribers were listed */
	private array $lists = [];

	public function __construct(public readonly Oddness $oddness) {}

	public function report(): array
	{
		return ['messages' => $this->messages, 'sends' => $this->sends, 'lookUps' => $this->lookUps, 'lists' => $this->lists];
	}

	/**
	 * Carries a send out, as far as the oddness of the account lets it come.
	 * @param ?list<array{sendTo: string, message?: ?string}> $recipients null for all subscribers of the unit
	 * @return array{taken: list<string>, transaction_ticket: string, fault: ?array}
	 */
	public function send(string $operation, string $keyword, string $text, ?array $recipients, string $ticket): array
	{
		$isBroadcast = $recipients === null;
		$kind = $this->unit($keyword)[0];
		if (!$isBroadcast && $kind !== 'group') throw new Refusal('A list of recipients needs the keyword of a group', 118);
		if ($isBroadcast && $operation !== 'sendMessage') throw new Refusal('No recipients', 119);
		$fault = $this->oddness->faultOfSend(count($this->sends));
		$recipients ??= array_map(fn (string $phone) => ['sendTo' => $phone], $this->subscribers($keyword));
		$this->sends[] = ['operation' => $operation, 'keyword' => $keyword, 'ticket' => $ticket, 'broadcast' => $isBroadcast, 'recipients' => array_column($recipients, 'sendTo'), 'fault' => $fault];
		$taken = match ($fault['when'] ?? 'after') {
			'before' => [],
			// What is on its way to everyone goes on by itself.
			'in' => $isBroadcast ? $recipients : array_slice($recipients, 0, intdiv(count($recipients) + 1, 2)),
			default => $recipients,
		};
		$transaction = sprintf('%08d-%06x', count($this->transactions) + 1, random_int(0, 0xffffff));
		if ($taken !== []) {
			$this->transactions[$transaction] = ['ticket' => $ticket, 'keyword' => $keyword, 'phones' => array_column($taken, 'sendTo'), 'at' => microtime(true)];
		}
		foreach ($taken as $recipient) {
			$this->messages[] = ['operation' => $operation, 'keyword' => $keyword, 'sendTo' => $recipient['sendTo'], 'ticket' => $ticket, 'text' => ($recipient['message'] ?? null) ?: $text];
		}
		return ['taken' => array_column($taken, 'sendTo'), 'transaction_ticket' => $transaction, 'fault' => $fault];
	}

	/**
	 * The details of a ticket (Authentication, rule 2: under the keyword of a group).
	 * @param 'transaction'|'custom' $kind
	 */
	public function details(string $kind, string $keyword, string $ticket, string $sentTo): ?array
	{
		$this->lookUps[] = ['keyword' => $keyword, 'ticket' => $ticket];
		if ($this->unit($keyword)[0] !== 'group') throw new Refusal('The keyword is not that of a group', 121);
		$odd = $this->oddness->lookUp($this->phonesOf($kind, $ticket), $this->sends !== []);
		if ($odd === null) return null;
		if ($odd === []) return $this->oddness->notKnown($ticket);
		$phones = array_filter($odd, fn (string $phone) => $sentTo === '' || $phone === $sentTo);
		return ['transactionlist' => array_map(
			fn (string $phone) => ['sendTo' => $this->oddness->phone($phone), 'status_code' => 101, 'status_message' => 'Sent to Carrier'],
			array_values($phones),
		)];
	}

	public function group(string $keyword): array
	{
		[$kind, $name] = $this->unit($keyword);
		if ($kind !== 'group') throw new Refusal('The keyword is not that of a group', 121);
		return ['ispublic' => 1, 'keyword' => $keyword, 'name' => $name, 'stackOrder' => 1];
	}

	/**
	 * The subscribers of a group, active and inactive (Group operations: getAllSubscribers), each as WSSubscriber.
	 * Somebody is inactive who has left, and who is only `invited`: that one has no date of leaving.
	 * @throws Refusal
	 */
	public function subscriberList(string $keyword, bool $onlyActive = false): array
	{
		$this->lists[] = $keyword;
		$name = $this->group($keyword)['name'];
		$own = array_map(fn (string $phone) => ['phone' => $phone], $this->subscribers($keyword));
		$people = [...$own, ...$this->oddness->people];
		$isActive = fn (array $person) => ($person['unsubdate'] ?? '') === '' && !($person['invited'] ?? false);
		return ['subscribers' => array_map(fn (array $person) => [
			'created_at' => '2025-01-01 08:00:00', 'custom_field' => '', 'email' => $person['email'] ?? 0, 'landline' => $person['landline'] ?? 0,
			'mobiletxt' => $person['mobiletxt'] ?? 1, 'mobilevoice' => $person['mobilevoice'] ?? 0, 'name' => $name, 'subscribed_type' => 1,
			'unsubdate' => $person['unsubdate'] ?? '', 'updated_at' => '2025-01-01 08:00:00',
			'user' => ['first_name' => 'A', 'last_name' => 'Person', 'phone' => $person['phone'], 'email' => '', 'landline' => '', 'carrier' => ''],
		], $onlyActive ? array_values(array_filter($people, $isActive)) : $people)];
	}

	/** The division tree for a keyword, with divisions and groups nested. */
	public function tree(string $keyword): array
	{
		[$kind, $name] = $this->unit($keyword);
		if ($kind === 'group') throw new Refusal('The keyword is that of a group', 122);
		$below = array_keys(array_filter(self::UNITS, fn (array $unit) => $unit[2] === $keyword));
		$ofKind = fn (bool $isGroup) => array_values(array_filter($below, fn (string $it) => (self::UNITS[$it][0] === 'group') === $isGroup));
		return [
			'name' => $name, 'keyword' => $keyword, 'default_code' => '12345',
			'divisions' => array_map($this->tree(...), $ofKind(false)),
			'subscriptionnodes' => array_map($this->group(...), $ofKind(true)),
		];
	}

	public function template(string $id): array
	{
		if ($id !== 'greeting') throw new Refusal("No template $id", 131);
		return ['description' => '', 'id' => $id, 'subject' => '', 'text' => 'Hello', 'title' => 'Greeting'];
	}

	/** Everything but a send fails while the whole service is under maintenance. */
	public function refuseReads(): void
	{
		if ($this->oddness->refusesReads($this->sends !== [])) throw new Refusal('Down for maintenance', 999);
	}

	/** The phones under a ticket, each once, as far as the service shows them by now. */
	private function phonesOf(string $kind, string $ticket): array
	{
		$phones = [];
		foreach ($this->transactions as $id => $transaction) {
			$isIt = $kind === 'custom' ? $transaction['ticket'] === $ticket && $ticket !== '' : $id === $ticket;
			if ($isIt && $this->oddness->shows(microtime(true) - $transaction['at'])) $phones = [...$phones, ...$transaction['phones']];
		}
		return array_values(array_unique($phones));
	}

	private function unit(string $keyword): array
	{
		return self::UNITS[$keyword] ?? throw new Refusal("Invalid keyword $keyword", 105);
	}

	/** @return list<string> of the unit and everything below it */
	private function subscribers(string $keyword): array
	{
		$phones = self::UNITS[$keyword][3] ?? [];
		foreach (self::UNITS as $child => $unit) {
			if ($unit[2] === $keyword) $phones = [...$phones, ...$this->subscribers($child)];
		}
		return $phones;
	}
}
