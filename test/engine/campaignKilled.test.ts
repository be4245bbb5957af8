import { startSandbox } from '../../sandbox/server';
import { LOOK_UPS_BESIDE, PEOPLE, trials } from './campaignKills/trials';
import { runTrial, type CountedService } from './campaignKills/trial';

// A campaign is stopped at any point, with n8n's process or with the service, and run again.

async function countedSandbox(): Promise<CountedService & { close(): Promise<void> }> {
	const { sandbox, baseUrl, close } = await startSandbox({ statusDelay: 0 });
	const count = (name: RegExp) =>
		sandbox.calls.filter(({ operation }) => name.test(operation)).length;
	return {
		baseUrl,
		close,
		reached: async () => await Promise.resolve(sandbox.messages.all.map(({ sendTo }) => sendTo)),
		requests: async () =>
			await Promise.resolve({ sends: count(/^send/), lookUps: count(/^getCustomTransaction/) }),
	};
}

jest.setTimeout(120_000 + PEOPLE * 100);

// Small ones wait more than they work.
(PEOPLE > 1_000 ? test : test.concurrent).each(trials())(
	'%s: nobody twice, nobody lost',
	async (_name, trial) => {
		const service = await countedSandbox();
		try {
			const result = await runTrial(service, trial);
			expect(result).toMatchObject({ twice: 0, lost: 0, error: undefined });
			expect(result.stopped).toEqual(trial.stops.map(() => true));
			expect(result.lookUps).toBeLessThanOrEqual(result.sends + LOOK_UPS_BESIDE);
		} finally {
			await service.close();
		}
	},
);
