import '../quiet';

import { startCountingService } from '../../interop/php/countingService';
import type { Finding } from '../trial/judge';
import { findingsOf, testOutcome } from '../trial/outcome';
import { makesSenseInPhp, PHP_DIMENSIONS, withPhp } from '../trial/phpTrials';
import { cellsOf, EVERY } from './longMatrix';

jest.setTimeout(24 * 3_600_000);

let findings: Finding[] = [];

beforeAll(async () => {
	const service = await startCountingService();
	try {
		const cells = cellsOf(PHP_DIMENSIONS, makesSenseInPhp);
		findings = await findingsOf('PHP, every cell', cells, withPhp(service), EVERY);
	} finally {
		await service.stop();
	}
});

testOutcome(() => findings);
