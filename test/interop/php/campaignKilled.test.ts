import { randomFrom, runTrial, type CountedService } from '../../engine/campaignKills/trial';
import { LOOK_UPS_BESIDE, PEOPLE, trials } from '../../engine/campaignKills/trials';
import { startCountingService, type Account, type CountingService } from './countingService';

// The same as with the sandbox, at a service in PHP, written from the interface's document alone.

let service: CountingService;

beforeAll(async () => {
	service = await startCountingService();
});

afterAll(async () => await service?.stop());

const counted = (account: Account): CountedService => ({
	baseUrl: account.baseUrl,
	reached: async () => (await account.report()).messages.map(({ sendTo }) => sendTo),
	requests: async () => {
		const { sends, lookUps } = await account.report();
		return { sends: sends.length, lookUps: lookUps.length };
	},
});

jest.setTimeout(120_000 + PEOPLE * 100);

test.each(trials())('%s: nobody twice, nobody lost', async (_name, trial) => {
	const account = await service.account({});
	try {
		const result = await runTrial(counted(account), trial);
		expect(result).toMatchObject({ twice: 0, lost: 0, error: undefined });
		expect(result.stopped).toEqual(trial.stops.map(() => true));
		expect(result.lookUps).toBeLessThanOrEqual(result.sends + LOOK_UPS_BESIDE);
	} finally {
		await account.close();
	}
});

// What docs/campaigns.md says of the delay.
test('a service that shows a message four seconds late: nobody twice, nobody lost', async () => {
	const account = await service.account({ lookUp: 'late', lateness: 4 });
	const random = randomFrom(7);
	try {
		const stop = { what: 'process', when: 'answer', connection: 120 } as const;
		const trial = { people: PEOPLE, change: 'shuffled', stops: [stop], random } as const;
		const result = await runTrial(counted(account), { ...trial, isLate: true });
		expect(result).toMatchObject({ twice: 0, lost: 0, error: undefined, stopped: [true] });
	} finally {
		await account.close();
	}
});
