<?php
declare(strict_types=1);

/** The name-value-pair form and the plain send (Endpoints, rules 2 to 6). */
final class Forms
{
	public static function nvp(Account $account, array $fields): ?string
	{
		[, $operation] = explode('.', $fields['method_name'] ?? '.', 2);
		$keyword = $fields['keyword'] ?? '';
		$page = null;
		try {
			if ($operation === 'sendMessage') {
				$sent = $account->send($operation, $keyword, $fields['message'] ?? '', null, $fields['custom_ticket'] ?? '');
				$answer = OddAnswer::of($sent['fault']['answer'] ?? '');
				$page = $answer->page;
				$envelope = $answer->members + [
					'message' => 'Message request received', 'error_code' => 0, 'result' => true,
					'custom_ticket' => $fields['custom_ticket'] ?? '', 'transaction_ticket' => $sent['transaction_ticket'],
				];
				if ($answer->isNil || $answer->fault) $envelope = [];
			} else {
				$account->refuseReads();
				$envelope = ['message' => 'Done', 'error_code' => 0, 'result' => true, 'response' => match ($operation) {
					'getTransactionStatus' => $account->details('transaction', $keyword, $fields['transaction_ticket_id'] ?? '', $fields['phone'] ?? ''),
					'getCustomTransactionStatus' => $account->details('custom', $keyword, $fields['custom_ticket'] ?? '', $fields['phone'] ?? ''),
					'readSubscriptionnode' => $account->group($keyword),
					'getOrganizationTree', 'readDivision', 'getDivisionGroups' => $account->tree($keyword),
					'authenticationTest' => null,
					default => throw new Refusal("No operation $operation", 100),
				}];
			}
		} catch (Refusal $refusal) {
			$envelope = ['message' => $refusal->getMessage(), 'error_code' => $refusal->getCode(), 'result' => false, 'response' => null];
		} catch (Page $odd) {
			$envelope = [];
			$page = OddAnswer::of($odd->getMessage())->page ?? OddAnswer::of('500')->page;
		}
		return self::answer($account->oddness, $operation, $envelope, $page);
	}

	/** Numbers with commas between them, at most 100. */
	public static function plainSend(Account $account, array $fields): ?string
	{
		$phones = array_filter(explode(',', $fields['phone'] ?? ''), fn (string $phone) => $phone !== '');
		$page = null;
		try {
			if ($phones === [] || count($phones) > 100) throw new Refusal('Between 1 and 100 phones', 151);
			$sent = $account->send('sendMessageSpecifyNumbers', $fields['keyword'] ?? '', $fields['message'] ?? '', array_map(fn (string $phone) => ['sendTo' => $phone], array_values($phones)), '');
			$answer = OddAnswer::of($sent['fault']['answer'] ?? '');
			$page = $answer->page;
			$envelope = array_intersect_key($answer->members, ['message' => 1, 'result' => 1, 'error_code' => 1]) + [
				'message' => count($sent['taken']) . ' messages were sent', 'result' => true,
				'response' => [$sent['taken'], $sent['transaction_ticket']],
			];
			if ($answer->isNil || $answer->fault) $envelope = [];
		} catch (Refusal $refusal) {
			$envelope = ['message' => $refusal->getMessage(), 'result' => false, 'error_code' => $refusal->getCode()];
		}
		return self::answer($account->oddness, 'sendMessageSpecifyNumbers', $envelope, $page);
	}

	private static function answer(Oddness $oddness, string $root, array $envelope, ?Closure $page): ?string
	{
		$document = $oddness->beforeDocument() . "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" . self::element($oddness, $root, $envelope);
		return $page ? $page($document) : Http::answer('200 OK', 'text/xml', $document);
	}

	/** No error is an empty element (Errors, rule 2), and so is what has no value. */
	private static function element(Oddness $oddness, string $name, mixed $value): string
	{
		$content = match (true) {
			is_array($value) => implode('', array_map(fn ($key, $member) => self::element($oddness, is_int($key) ? 'item' : $key, $member), array_keys($value), $value)),
			is_bool($value) && $oddness->errs('emptyFalse') => (string) $value,
			is_bool($value) => $value ? 'true' : 'false',
			$name === 'error_code' && $value === 0 => '',
			is_int($value) && $oddness->errs('decimals') => sprintf('%.1f', $value),
			default => htmlspecialchars((string) $value, ENT_XML1 | ENT_QUOTES),
		};
		return "<$name>$content</$name>";
	}
}
