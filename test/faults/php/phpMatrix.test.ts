import '../quiet';

import { startCountingService } from '../../interop/php/countingService';
import type { Finding } from '../trial/judge';
import { findingsOf, testOutcome } from '../trial/outcome';
import { pairwise } from '../trial/pairwise';
import { makesSenseInPhp, PHP_DIMENSIONS, withPhp } from '../trial/phpTrials';

jest.setTimeout(1_700_000);

const SEED = 11;

let findings: Finding[] = [];

beforeAll(async () => {
	const service = await startCountingService();
	try {
		const cells = pairwise(PHP_DIMENSIONS, makesSenseInPhp, SEED);
		findings = await findingsOf('PHP, pairwise', cells, withPhp(service));
	} finally {
		await service.stop();
	}
});

testOutcome(() => findings);
