/** One project a layer: `npm test -- unit` and its like select one of them. */
const layer = (displayName, testMatch, more = {}) => ({
	displayName,
	testMatch,
	testEnvironment: 'node',
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } },
		],
	},
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
		'<rootDir>/test/compat/hosts/',
		'<rootDir>/.cache/',
	],
	...more,
});

/** Tests that wait take the time that a busy machine needs. */
const patient = { setupFilesAfterEnv: ['<rootDir>/test/engine/patience.ts'] };

module.exports = {
	projects: [
		layer(
			'unit',
			['<rootDir>/test/{credentials,nodes,sandbox,guards,host,release,deploy}/**/*.test.ts'],
			patient,
		),
		layer('fuzz', ['<rootDir>/test/fuzz/*.test.ts']),
		layer('package', ['<rootDir>/test/package/**/*.test.ts'], { modulePathIgnorePatterns: [] }),
		layer('engine', ['<rootDir>/test/engine/**/*.test.ts'], patient),
		// By hand: as one of the engine's tests it is smaller.
		layer('history-long', ['<rootDir>/test/engine/subscriberHistory.test.ts'], patient),
		// By hand and once a week: campaigns of 10,000, stopped again and again.
		layer(
			'campaign-long',
			[
				'<rootDir>/test/engine/campaignKilled.test.ts',
				'<rootDir>/test/interop/php/campaignKilled.test.ts',
			],
			patient,
		),
		layer('faults', ['<rootDir>/test/faults/*.test.ts'], patient),
		layer('faults-sandbox', ['<rootDir>/test/faults/sandbox/*.test.ts'], patient),
		layer('faults-php', ['<rootDir>/test/faults/php/*.test.ts'], patient),
		// By hand and weekly: every cell of the matrix, against both services.
		layer('faults-long', ['<rootDir>/test/faults/long/*.test.ts'], patient),
		// One for each implementation of SOAP that another make has to be installed for.
		layer('interop-php', ['<rootDir>/test/interop/php/*.test.ts'], patient),
		layer('interop-zeep', ['<rootDir>/test/interop/python/*.test.ts'], patient),
		layer('interop-soap-lite', ['<rootDir>/test/interop/perl/*.test.ts'], patient),
		// By hand, weekly and in the release: it installs several versions of n8n, 2 GB each.
		layer('compat', ['<rootDir>/test/compat/**/*.test.ts']),
		layer('e2e', ['<rootDir>/test/e2e/**/*.test.ts'], {
			globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
		}),
		// By hand and once a week: as one of the tests of e2e it is smaller.
		layer('previewers-long', ['<rootDir>/test/e2e/ask.test.ts']),
		layer('queue', ['<rootDir>/test/queue/*.test.ts']),
		// By hand and once a week: what takes longer than people wait for.
		layer('queue-long', ['<rootDir>/test/queue/long/*.test.ts']),
		// By hand, and once a week: the containers of deploy/ have to run.
		layer('deployed', ['<rootDir>/test/deployed/*.test.ts']),
		layer('browser', ['<rootDir>/test/browser/**/*.test.ts']),
	],
};
