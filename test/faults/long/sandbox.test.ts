import '../quiet';

import type { Finding } from '../trial/judge';
import { findingsOf, testOutcome } from '../trial/outcome';
import { makesSenseInSandbox, SANDBOX_DIMENSIONS, withSandbox } from '../trial/sandboxTrials';
import { cellsOf, EVERY } from './longMatrix';

jest.setTimeout(24 * 3_600_000);

let findings: Finding[] = [];

beforeAll(async () => {
	const cells = cellsOf(SANDBOX_DIMENSIONS, makesSenseInSandbox);
	findings = await findingsOf('Sandbox, every cell', cells, withSandbox, EVERY);
});

testOutcome(() => findings);
