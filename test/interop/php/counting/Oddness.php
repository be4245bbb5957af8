<?php
declare(strict_types=1);

/**
 * How an account errs:
 *
 *   faults   [{nth: 0… | "every", when: "before" | "in" | "after", answer: a name of ANSWERS}…], of sends
 *   lookUp   known | late | never | refused | nil | otherRows | failing | busyOnce
 *   lateness seconds until a look-up that is late shows a send
 *   notKnown ticketInText | plainText | changingText | emptyList
 *   people   [{phone, unsubdate?, invited?, mobiletxt?, mobilevoice?, email?, landline?}…] in every group, as they are written
 *   letter   any of blankLines, notice, emptyFalse, textValues, decimals, localPhones
 */
final class Oddness
{
	/** @var list<array{phone: string}> */
	public readonly array $people;

	private readonly string $mode;

	private int $lookUps = 0;

	public function __construct(private readonly array $config)
	{
		$this->mode = $config['lookUp'] ?? 'known';
		$this->people = $config['people'] ?? [];
	}

	/** What happens to a send, counted from 0. */
	public function faultOfSend(int $nth): ?array
	{
		foreach ($this->config['faults'] ?? [] as $fault) {
			if ($fault['nth'] === 'every' || $fault['nth'] === $nth) return $fault;
		}
		return null;
	}

	/** Whether a look-up shows a send of that age, in seconds. */
	public function shows(float $age): bool
	{
		return match ($this->mode) {
			'late' => $age > ($this->config['lateness'] ?? 1.2),
			'never' => false,
			default => true,
		};
	}

	/**
	 * The phones that a look-up answers with; none for a ticket that is not known, null for nil. Before
	 * the first send every look-up is right, so that what asks before it sends does send.
	 * @throws Refusal
	 * @throws Page
	 */
	public function lookUp(array $phones, bool $hasSent): ?array
	{
		$this->lookUps += 1;
		if ($this->mode === 'busyOnce' && $this->lookUps === 1) throw new Page('503 Retry-After');
		if (!$hasSent) return $phones;
		return match ($this->mode) {
			'refused' => throw new Refusal('Down for maintenance', 999),
			'nil' => null,
			'otherRows' => ['18015559999'],
			'failing' => throw new Page($this->config['faults'][0]['answer'] ?? ''),
			default => $phones,
		};
	}

	/** @throws Refusal */
	public function notKnown(string $ticket): array
	{
		return match ($this->config['notKnown'] ?? 'ticketInText') {
			'ticketInText' => throw new Refusal("No transaction with the ticket $ticket", 141),
			'plainText' => throw new Refusal('Unknown ticket', 141),
			'changingText' => throw new Refusal('Unknown ticket (request ' . bin2hex(random_bytes(4)) . ')', 141),
			'emptyList' => ['transactionlist' => []],
		};
	}

	public function refusesReads(bool $hasSent): bool
	{
		return $this->mode === 'refused' && $hasSent;
	}

	/** How the service writes a phone number in a status. */
	public function phone(string $phone): string
	{
		return $this->errs('localPhones') ? substr($phone, 1) : $phone;
	}

	public function errs(string $letter): bool
	{
		return in_array($letter, $this->config['letter'] ?? [], true);
	}

	/** What stands before the first line of a document. */
	public function beforeDocument(): string
	{
		return ($this->errs('blankLines') ? "\r\n\n" : '')
			. ($this->errs('notice') ? "<br />\n<b>Notice</b>:  Undefined index: thread in <b>/srv/send.php</b> on line <b>12</b><br />\n" : '');
	}
}

/** An answer that is no envelope, in place of a look-up. */
final class Page extends RuntimeException {}
