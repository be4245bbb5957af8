<?php
declare(strict_types=1);

/** One request, read whole. */
final class Request
{
	/** @param array<string, string> $fields of the query, or else of a form in the body */
	public function __construct(
		public readonly string $method,
		public readonly string $path,
		public readonly string $body,
		public readonly array $fields,
	) {}
}

/** HTTP as far as the node speaks it: one exchange a connection, which may end without an answer. */
final class Http
{
	/** @param Closure(Request): ?string $serve gives the whole answer; null closes the connection */
	public static function listen(Closure $serve): never
	{
		$context = stream_context_create(['socket' => ['backlog' => 511]]);
		$server = stream_socket_server('tcp://127.0.0.1:0', $code, $reason, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
		if ($server === false) throw new RuntimeException($reason);
		// Not by echo, after which PHP takes every header of an answer for too late.
		fwrite(STDOUT, 'http://' . stream_socket_get_name($server, false) . "\n");
		$clients = [];
		$received = [];
		for (;;) {
			$ready = [$server, ...$clients];
			$none = null;
			if (stream_select($ready, $none, $none, null) === false) continue;
			foreach ($ready as $stream) {
				if ($stream === $server) {
					$client = stream_socket_accept($server, 0);
					if ($client === false) continue;
					$clients[(int) $client] = $client;
					$received[(int) $client] = '';
					continue;
				}
				$id = (int) $stream;
				$chunk = fread($stream, 1 << 16);
				$received[$id] .= $chunk;
				$request = self::request($received[$id]);
				if ($request !== null) {
					$answer = self::guarded($serve, $request);
					if ($answer !== null) @fwrite($stream, $answer);
				}
				if ($request !== null || ($chunk === '' && feof($stream))) {
					unset($clients[$id], $received[$id]);
					fclose($stream);
				}
			}
		}
	}

	public static function answer(string $status, string $type, string $body, array $headers = []): string
	{
		return implode("\r\n", [
			"HTTP/1.1 $status", "Content-Type: $type; charset=utf-8", 'Content-Length: ' . strlen($body),
			'Connection: close', ...$headers, '', $body,
		]);
	}

	private static function guarded(Closure $serve, Request $request): ?string
	{
		try {
			return $serve($request);
		} catch (Throwable $error) {
			fwrite(STDERR, "$error\n");
			return self::answer('500 Internal Server Error', 'text/plain', $error->getMessage());
		}
	}

	private static function request(string $received): ?Request
	{
		$head = strpos($received, "\r\n\r\n");
		if ($head === false) return null;
		$length = preg_match('/^content-length: *(\d+)/im', substr($received, 0, $head), $found) ? (int) $found[1] : 0;
		$body = substr($received, $head + 4);
		if (strlen($body) < $length) return null;
		[$method, $target] = explode(' ', $received, 3);
		[$path, $query] = explode('?', $target, 2) + ['', ''];
		parse_str($method === 'GET' ? $query : $body, $fields);
		return new Request($method, $path, $body, array_map('strval', array_filter($fields, 'is_scalar')));
	}
}
