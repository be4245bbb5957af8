import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RequestHandler } from 'express';

const PAGE = readFileSync(join(__dirname, 'inbox.html'), 'utf8');

/** The page that shows messages as they arrive; it polls `/_sandbox/messages`. */
export const inboxPage: RequestHandler = (_request, response) => {
	response
		.set(
			'Content-Security-Policy',
			"default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:",
		)
		.type('html')
		.send(PAGE);
};
