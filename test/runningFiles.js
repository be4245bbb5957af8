const { writeFileSync } = require('node:fs');

/** Writes down which test files run, for the line that says what a layer was ended in. */
module.exports = class RunningFiles {
	paths = new Set();

	onTestFileStart({ path }) {
		this.paths.add(path);
		this.write();
	}

	onTestFileResult({ path }) {
		this.paths.delete(path);
		this.write();
	}

	write() {
		writeFileSync(process.env.RUNNING_FILES, [...this.paths].join('\n'));
	}
};
