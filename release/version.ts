const PARTS = ['major', 'minor', 'patch'] as const;

/**
 * The version that a step leads to.
 *
 * @param present `major.minor.patch`, which may not be published yet: a step may name it too
 * @param step the part to raise, or a version
 * @throws for what is no version, and for one below the present one
 */
export function nextVersion(present: string, step: string): string {
	const numbers = present.split('.').map(Number);
	const raised = PARTS.findIndex((part) => part === step);
	if (raised >= 0) {
		return numbers
			.map((number, index) => (index < raised ? number : index === raised ? number + 1 : 0))
			.join('.');
	}
	// npm publishes a pre-release only under a name of its own, which the workflow gives to none.
	if (!/^(?:(?:0|[1-9]\d*)\.){2}(?:0|[1-9]\d*)$/.test(step)) {
		throw new Error(
			`${step} is no version. Give ${PARTS.join(', ')} or three numbers, as in 1.2.3.`,
		);
	}
	const wanted = step.split('.').map(Number);
	const differs = wanted.findIndex((number, index) => number !== numbers[index]);
	if (differs >= 0 && wanted[differs]! < numbers[differs]!) {
		throw new Error(`${step} is older than ${present}, which package.json has.`);
	}
	return step;
}
