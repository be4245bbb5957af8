/**
 * Loaded into n8n before it starts: kills its process, without a warning, at the step of a poll that the
 * file KILL_POINT_FILE names. The steps are those between which n8n stores what a poll gave.
 */
import { existsSync, readFileSync } from 'node:fs';
import Module from 'node:module';

const file = process.env.KILL_POINT_FILE;

const isSet = (step) => existsSync(file) && readFileSync(file, 'utf8') === step;

function reach(...steps) {
	if (steps.some(isSet)) process.kill(process.pid, 'SIGKILL');
}

/** Never goes on where one of the steps is set, so that what runs beside it comes first. */
async function hold(step) {
	if (isSet(step)) await new Promise(() => {});
}

/** By the end of a module's path: what is done around a method of a class in it. */
const AROUND = {
	'poller-state.repository': {
		className: 'PollerStateRepository',
		method: 'advanceCursor',
		before: () => {},
		after: () => reach('when the cursor is written'),
	},
	'execution-persistence': {
		className: 'ExecutionPersistence',
		method: 'create',
		before: () => hold('when the cursor alone is stored'),
		after: () => reach('when the execution is written', 'when the execution alone is stored'),
	},
	'poll-cursor.service': {
		className: 'PollCursorService',
		method: 'commitWithExecution',
		before: () => {},
		after: () => reach('when both are stored'),
	},
	'workflow-static-data.service': {
		className: 'WorkflowStaticDataService',
		method: 'saveStaticDataById',
		before: () => hold('when the execution alone is stored'),
		after: () => reach('when the cursor alone is stored'),
	},
};

const patched = new Set();

function patch({ prototype }, { method, before, after }) {
	const original = prototype[method];
	prototype[method] = async function (...args) {
		await before();
		const result = await original.apply(this, args);
		await after();
		return result;
	};
}

const load = Module._load;
Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const name = Object.keys(AROUND).find((end) => request.endsWith(`/${end}`));
	if (name === undefined || patched.has(name)) return exported;
	const found = exported[AROUND[name].className];
	if (!found) return exported;
	patched.add(name);
	patch(found, AROUND[name]);
	return exported;
};
