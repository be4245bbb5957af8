import { DEFAULT_SETTINGS } from '../../sandbox/sandbox';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';

/** The credential that a sandbox with default settings accepts. */
export function credentialFor({ baseUrl }: { baseUrl: string }) {
	const { username, password, apiKey, code } = DEFAULT_SETTINGS;
	return { baseUrl, username, password, api_key: apiKey, code };
}

/** One sandbox for the tests of a file, back at its seed before each of them. */
export function useSandbox(): { readonly running: RunningSandbox } {
	let running: RunningSandbox | undefined;
	beforeAll(async () => {
		running = await startSandbox({ statusDelay: 0 });
	});
	beforeEach(() => running?.sandbox.reset());
	afterAll(async () => await running?.close());
	return {
		get running() {
			if (!running) throw new Error('The sandbox starts before the first test');
			return running;
		},
	};
}
