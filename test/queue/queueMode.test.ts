import { answers } from './answers';
import { callbacks } from './callbacks';
import { deployProxy } from './deployProxy';
import { kills } from './kills';
import { QueueWorld } from './queueWorld';
import { retries } from './retries';
import { reportAddresses } from './reportAddresses';
import { waits } from './waits';

jest.setTimeout(600_000);

let world: QueueWorld;

beforeAll(async () => {
	world = await QueueWorld.start();
});
beforeEach(() => world.reset());
afterAll(async () => await world?.stop());

describe('The addresses of delivery reports', () => reportAddresses(() => world));

describe('The proxy of deploy/, before these processes,', () => deployProxy(() => world));

describe('Answers to questions', () => answers(() => world));

describe('Many executions that wait', () => waits(() => world, 40));

describe('A part of n8n that is killed in the middle of a bulk send', () => kills(() => world));

describe('Retry on another worker', () => retries(() => world));

describe('A part of n8n that is killed while statuses arrive', () => callbacks(() => world));
