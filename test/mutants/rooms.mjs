import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../host/prepare.mjs';

const NODE = 'nodes/SubscriptionMessaging';

/** What is mutated, and how many of a hundred mutants a test must notice there. */
export const ROOMS = [
	{ folder: `${NODE}/run`, least: 90 },
	{ folder: `${NODE}/eventLoop`, least: 90 },
	{ folder: `${NODE}/n8n`, least: 90 },
	{ folder: `${NODE}/transport`, least: 90 },
	{ folder: `${NODE}/lookups`, least: 90 },
	{ folder: `${NODE}/trigger`, least: 90 },
	{ folder: `${NODE}/subscriberTrigger`, least: 90 },
	{ folder: `${NODE}/statusAddress`, least: 90 },
	{ folder: `${NODE}/wording`, least: 90 },
	{ folder: `${NODE}/service`, least: 80 },
	{ folder: `${NODE}/methods`, least: 80 },
	{ folder: `${NODE}/actions`, least: 80 },
	{ folder: 'credentials', least: 90 },
];

/**
 * Tables and forms, which state rather than do. `contract.test.ts` compares each cell of the interface with
 * its document, and `docs/operations.md` and n8n's lint hold the fields. A mutant of a value that is read
 * when a module loads would run all tests of all files that need it.
 */
const STATEMENTS = [
	`${NODE}/service/contract/contract.ts`,
	`${NODE}/trigger/fields.ts`,
	`${NODE}/subscriberTrigger/fields.ts`,
];

/** Of the operations: what decides who gets a text. */
const DECIDES_WHO = [
	`${NODE}/actions/fields/phoneNumbers.ts`,
	`${NODE}/actions/fields/recipients.ts`,
	`${NODE}/actions/fields/subscribers.ts`,
	`${NODE}/actions/message/sendToNumbers.operation.ts`,
];

export const roomOf = (file) => ROOMS.find(({ folder }) => file.startsWith(`${folder}/`));

export const isMutated = (file) =>
	roomOf(file) !== undefined &&
	/(?<!\.d)\.ts$/.test(file) &&
	!STATEMENTS.includes(file) &&
	(!file.startsWith(`${NODE}/actions/`) || DECIDES_WHO.includes(file));

/** Files that tests of another file or folder try too, beside the test at their own place. */
const TESTED_BESIDE = [
	[`${NODE}/service/xml/`, `${NODE}/service/xml/xmlReader`],
	[`${NODE}/service/xml/`, `${NODE}/service/xml/limits`],
	[`${NODE}/service/xml/`, `${NODE}/service/answer/*`],
	// It is what the tests of the others read with, each of which holds a part of what it does.
	[`${NODE}/service/xml/xmlReader.ts`, `${NODE}/service/xml/*`],
	[`${NODE}/service/answer/`, `${NODE}/service/answer/*`],
	[`${NODE}/service/callback/`, `${NODE}/service/callback/*`],
	[`${NODE}/service/errors/violation.ts`, `${NODE}/service/request/validation`],
	[`${NODE}/transport/pace.ts`, `${NODE}/transport/accountPace`],
	[`${NODE}/methods/panelData.ts`, `${NODE}/methods/resourceMapping`],
	['credentials/escapes.ts', 'credentials/secretMask'],
];

/**
 * Patterns of the tests that a file is tried against: a mutant is to fail a test that stands beside it,
 * and the fewer files of tests each of them loads, the sooner it is tried.
 */
export const testsOf = (file) =>
	[
		file.replace(/\.ts$/, ''),
		...TESTED_BESIDE.filter(([start]) => file.startsWith(start)).map(([, test]) => test),
	].map((path) => `<rootDir>/test/${path}.test.ts`);

/** Whether there is a test that a file is tried against. */
export const hasTest = (file) =>
	testsOf(file).some((pattern) => {
		const path = join(root, pattern.replace('<rootDir>/', ''));
		if (!path.endsWith('*.test.ts')) return existsSync(path);
		return readdirSync(dirname(path)).some((name) => name.endsWith('.test.ts'));
	});
