<?php
// php server.php: a messaging service written from the interface's document alone, which keeps what it
// is told in memory and counts the messages of each recipient by itself. It prints its address.
//
//   POST /control/<account>   begins an account afresh; the body tells how it errs (see Oddness.php)
//   GET  /control/<account>   what it did: every message to a recipient, every send and look-up
//   DELETE /control/<account> ends it
//   /<account>/webservices/<binding>/2.0.0, /<account>/httppost/nvp, /<account>/httppost
declare(strict_types=1);
error_reporting(E_ALL);
foreach (['Account', 'Forms', 'Http', 'OddAnswer', 'Oddness', 'SoapOperations'] as $part) require __DIR__ . "/$part.php";

$accounts = [];
$serve = function (Request $request) use (&$accounts): ?string {
	[, $name, $rest] = explode('/', $request->path, 3) + ['', '', ''];
	if ($name === 'control') {
		if ($request->method === 'POST') $accounts[$rest] = new Account(new Oddness(json_decode($request->body, true, flags: JSON_THROW_ON_ERROR)));
		$report = ($accounts[$rest] ?? null)?->report();
		if ($request->method === 'DELETE') unset($accounts[$rest]);
		return Http::answer('200 OK', 'application/json', json_encode($report, JSON_THROW_ON_ERROR));
	}
	$account = $accounts[$name] ?? null;
	if ($account === null) return Http::answer('404 Not Found', 'text/plain', 'No such account');
	return match (true) {
		str_starts_with($rest, 'webservices/') => SoapOperations::answer($account, $request->body),
		$rest === 'httppost/nvp' => Forms::nvp($account, $request->fields),
		$rest === 'httppost' => Forms::plainSend($account, $request->fields),
		default => Http::answer('404 Not Found', 'text/plain', 'No such address'),
	};
};
Http::listen($serve);
