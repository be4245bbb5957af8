const { projects } = require('../../jest.config.js');

const unit = { ...projects.find(({ displayName }) => displayName === 'unit') };
delete unit.displayName;

/** What a mutant is run against. `run.mjs` chooses the tests. */
module.exports = {
	...unit,
	rootDir: '../..',
	// What is measured there would be the speed of the mutants' switches.
	testPathIgnorePatterns: ['\\.speed\\.test\\.ts$'],
	roots: ['nodes', 'credentials', 'test/nodes', 'test/credentials'].map(
		(folder) => `<rootDir>/${folder}`,
	),
};
