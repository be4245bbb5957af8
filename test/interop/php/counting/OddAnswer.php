<?php
declare(strict_types=1);

/** How a send is answered in place of what the document says. */
final class OddAnswer
{
	/**
	 * @param ?Closure(string): ?string $page the whole answer, from what would have been written; null for a closed connection
	 * @param array<string, mixed> $members of the service's own envelope that are other than usual
	 */
	private function __construct(
		public readonly ?Closure $page = null,
		public readonly array $members = [],
		public readonly bool $isNil = false,
		public readonly bool $fault = false,
	) {}

	public static function of(string $name): self
	{
		$refused = fn (int $code, string $message) => new self(members: ['result' => false, 'error_code' => $code, 'message' => $message, 'transaction_ticket' => null]);
		return match ($name) {
			'' => new self(),
			'nil' => new self(isNil: true),
			'soapFault' => new self(fault: true),
			'refused' => $refused(117, 'Not all recipients can be reached'),
			'maintenance' => $refused(999, 'Down for maintenance'),
			'otherTicket' => new self(members: ['custom_ticket' => 'somebody-elses', 'transaction_ticket' => '00000000-000000']),
			'trueWithCode' => new self(members: ['error_code' => 17, 'message' => 'Queue unavailable']),
			'closed' => new self(page: fn () => null),
			'truncated' => new self(page: fn (string $written) => Http::answer('200 OK', 'text/xml', substr($written, 0, intdiv(strlen($written), 2)))),
			'cut' => new self(page: fn (string $written) => substr(Http::answer('200 OK', 'text/xml', $written), 0, -intdiv(strlen($written), 2))),
			default => new self(page: fn () => self::html($name)),
		};
	}

	/** A page of a server or firewall before the service, e.g. `503 Retry-After`. */
	private static function html(string $name): string
	{
		[$status, $header] = explode(' ', $name, 2) + ['', ''];
		$reason = [
			'307' => 'Temporary Redirect', '308' => 'Permanent Redirect', '401' => 'Unauthorized', '403' => 'Forbidden', '404' => 'Not Found',
			'405' => 'Method Not Allowed', '410' => 'Gone', '429' => 'Too Many Requests', '500' => 'Internal Server Error',
			'502' => 'Bad Gateway', '503' => 'Service Unavailable',
		][$status];
		$headers = [
			...($header === 'Retry-After' ? ['Retry-After: 1'] : []),
			...(in_array($status, ['307', '308'], true) ? ['Location: http://127.0.0.1:9/elsewhere'] : []),
		];
		$page = "<!DOCTYPE html><html><head><title>$status $reason</title></head><body><h1>$reason</h1></body></html>";
		return Http::answer("$status $reason", 'text/html', $page, $headers);
	}
}
