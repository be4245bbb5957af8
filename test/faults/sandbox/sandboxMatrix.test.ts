import '../quiet';

import { findingsOf, testOutcome } from '../trial/outcome';
import { pairwise } from '../trial/pairwise';
import { makesSenseInSandbox, SANDBOX_DIMENSIONS, withSandbox } from '../trial/sandboxTrials';
import type { Finding } from '../trial/judge';

jest.setTimeout(1_700_000);

const SEED = 11;

let findings: Finding[] = [];

beforeAll(async () => {
	const cells = pairwise(SANDBOX_DIMENSIONS, makesSenseInSandbox, SEED);
	findings = await findingsOf('Sandbox, pairwise', cells, withSandbox);
});

testOutcome(() => findings);
