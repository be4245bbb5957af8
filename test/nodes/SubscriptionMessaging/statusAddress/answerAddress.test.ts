import { createSecretKey, type KeyObject } from 'node:crypto';

import {
	answerAddress,
	formToken,
	lengthOfAnswerAddress,
	personOfLink as stepsToPerson,
	type AskedPerson,
} from '../../../../nodes/SubscriptionMessaging/statusAddress/answerAddress';
import { finished } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';

const key = createSecretKey(Buffer.alloc(32, 1));
const RESUME = `https://n8n.example.com/webhook-waiting/1042?signature=${'a'.repeat(64)}`;
const ann = { customTicket: 'n8n-1-a', person: '18015551001' };
const ben = { customTicket: 'n8n-1-a', person: '18015551002' };
const everybody = [ann, ben];
const personOf = (by: KeyObject, address: string, asked: AskedPerson[]) =>
	finished(stepsToPerson(by, address, asked));
const link = answerAddress(key, RESUME, ann);

it('is the address of the waiting execution, and has room for a line beside it in one text message', () => {
	expect(link).toMatch(
		/^https:\/\/n8n\.example\.com\/webhook-waiting\/1042\/ask\?signature=a{64}&to=[\w-]{16}$/,
	);
	expect(link.length).toBe(lengthOfAnswerAddress(RESUME));
	expect('Approve? '.length + link.length).toBeLessThanOrEqual(160);
});

it('tells who it was given to, also below a path of a proxy', () => {
	expect(personOf(key, link, everybody)).toBe(ann);
	expect(personOf(key, answerAddress(key, RESUME, ben), everybody)).toBe(ben);
	expect(personOf(key, link.replace('/webhook-waiting', '/tools/n8n/hook'), everybody)).toBe(ann);
	expect(personOf(key, `${link}&utm_source=sms`, everybody)).toBe(ann);
});

it.each([
	['another execution', link.replace('/1042/', '/1043/')],
	['another end of the path', link.replace('/ask', '/delivery-status')],
	['a changed signature', link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
	['no signature', link.replace(/&to=.*/, '')],
	['an empty signature', link.replace(/to=.*/, 'to=')],
	['two signatures', `${link}&to=${'A'.repeat(16)}`],
])('is nobody’s with %s', (_what, address) => {
	expect(personOf(key, address, everybody)).toBeUndefined();
});

it('is nobody’s for another key, another send, or somebody who was not asked', () => {
	expect(personOf(createSecretKey(Buffer.alloc(32, 2)), link, everybody)).toBeUndefined();
	expect(personOf(key, link, [{ ...ann, customTicket: 'n8n-2-a' }])).toBeUndefined();
	expect(personOf(key, link, [ben])).toBeUndefined();
});

it('has a form with a token that the link does not show, and that differs for each link', () => {
	const token = formToken(key, link, ann);
	expect(token).toMatch(/^[\w-]{16}$/);
	expect(link).not.toContain(token);
	expect(formToken(key, link, ben)).not.toBe(token);
	expect(formToken(key, link.replace('/1042/', '/1043/'), ann)).not.toBe(token);
});

it('tells who it was given to among very many, and rests meanwhile', () => {
	const many = Array.from({ length: 3_000 }, (_one, index) => ({ ...ben, person: `${index}` }));
	const steps = stepsToPerson(key, link, [...many, ann]);
	expect(steps.next().done).toBe(false);
	expect(finished(steps)).toBe(ann);
});
