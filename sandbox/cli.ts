import { parseArgs } from 'node:util';

import { CALLBACK_CHARSETS, CALLBACK_FORMATS } from './callbacks';
import { DEFAULT_SETTINGS } from './sandbox';
import { startSandbox } from './server';

const USAGE = `Usage: npm run sandbox -- [options]

  --port <number>          port on 127.0.0.1 (default 8025; 0 takes a free one)
  --username <text>        (default ${DEFAULT_SETTINGS.username})
  --password <text>        (default ${DEFAULT_SETTINGS.password})
  --api-key <text>         (default ${DEFAULT_SETTINGS.apiKey})
  --code <digits>          short code or long code (default ${DEFAULT_SETTINGS.code})
  --status-delay <ms>      from "Sent to Carrier" to "Delivered" (default ${DEFAULT_SETTINGS.statusDelay})
  --callback-format <name> how statuses are posted to a status_url on this machine:
                           ${CALLBACK_FORMATS.join(', ')} (default ${DEFAULT_SETTINGS.callbackFormat})
  --callback-charset <name>  ${CALLBACK_CHARSETS.join(' or ')} (default ${DEFAULT_SETTINGS.callbackCharset})
  --callback-list          all statuses of a send in one post
  --callback-delay <ms>    from a change of status to its post (default ${DEFAULT_SETTINGS.callbackDelay})
  --callback-copies <number>   how often each post is made (default ${DEFAULT_SETTINGS.callbackCopies})
  --callback-retries <number>  tries after a post that fails (default ${DEFAULT_SETTINGS.callbackRetries})
  --callback-reorder       "Sent to Carrier" is posted after "Delivered"
  --crowd <number>         subscribers of a further group CROWD (default none)
  --help`;

const text = { type: 'string' } as const;

function readOptions() {
	const { values } = parseArgs({
		options: {
			port: { ...text, default: '8025' },
			username: { ...text, default: DEFAULT_SETTINGS.username },
			password: { ...text, default: DEFAULT_SETTINGS.password },
			'api-key': { ...text, default: DEFAULT_SETTINGS.apiKey },
			code: { ...text, default: DEFAULT_SETTINGS.code },
			'status-delay': { ...text, default: String(DEFAULT_SETTINGS.statusDelay) },
			'callback-format': { ...text, default: DEFAULT_SETTINGS.callbackFormat },
			'callback-charset': { ...text, default: DEFAULT_SETTINGS.callbackCharset },
			'callback-list': { type: 'boolean', default: false },
			'callback-delay': { ...text, default: String(DEFAULT_SETTINGS.callbackDelay) },
			'callback-copies': { ...text, default: String(DEFAULT_SETTINGS.callbackCopies) },
			'callback-retries': { ...text, default: String(DEFAULT_SETTINGS.callbackRetries) },
			'callback-reorder': { type: 'boolean', default: false },
			crowd: { ...text, default: '0' },
			help: { type: 'boolean', default: false },
		},
	});
	if (!/^\d{1,18}$/.test(values.code)) throw new Error('--code takes digits');
	const { username, password, 'api-key': apiKey, code, help } = values;
	return {
		help,
		port: wholeNumber('port', values.port, 65_535),
		settings: {
			username,
			password,
			apiKey,
			code,
			statusDelay: wholeNumber('status-delay', values['status-delay'], 1e9),
			callbackFormat: oneOf('callback-format', values['callback-format'], CALLBACK_FORMATS),
			callbackCharset: oneOf('callback-charset', values['callback-charset'], CALLBACK_CHARSETS),
			callbackList: values['callback-list'],
			callbackDelay: wholeNumber('callback-delay', values['callback-delay'], 1e9),
			callbackCopies: wholeNumber('callback-copies', values['callback-copies'], 100),
			callbackRetries: wholeNumber('callback-retries', values['callback-retries'], 100),
			callbackReorder: values['callback-reorder'],
			crowd: wholeNumber('crowd', values.crowd, 1e6),
		},
	};
}

function wholeNumber(option: string, value: string, max: number): number {
	if (!/^\d{1,10}$/.test(value) || Number(value) > max) {
		throw new Error(`--${option} takes a whole number up to ${max}`);
	}
	return Number(value);
}

function oneOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
	const choice = choices.find((it) => it === value);
	if (!choice) throw new Error(`--${option} takes one of ${choices.join(', ')}`);
	return choice;
}

async function main(): Promise<void> {
	const { help, port, settings } = readOptions();
	if (help) {
		console.log(USAGE);
		return;
	}
	const running = await startSandbox({ port, ...settings });
	console.log(`The sandbox is running; Ctrl-C stops it.

  Inbox      ${running.baseUrl}/
  Base URL   ${running.baseUrl}
  WSDL       ${running.baseUrl}/webservices/?version=2.0.0&wsdl

  username   ${settings.username}
  password   ${settings.password}
  api_key    ${settings.apiKey}
  code       ${settings.code}
  keyword    NSTAFF (a group), NORTH (its division), ACME (the company)`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void running.close());
	}
}

main().catch((error: NodeJS.ErrnoException) => {
	if (error.code === 'EADDRINUSE') {
		const { port } = readOptions();
		console.error(
			`Port ${port} is taken. Choose another one: npm run sandbox -- --port ${port + 1}`,
		);
	} else {
		console.error(`${error.message}\n\n${USAGE}`);
	}
	process.exitCode = 1;
});
