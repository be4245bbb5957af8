import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { MessagingServiceError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { takeInPieces } from '../../../../../nodes/SubscriptionMessaging/eventLoop/restingBody';
import { rested } from '../../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps';
import type { HostileInput } from '../../hostileInputs';

const many = (count: number, part: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => part(index)).join('');

/** An answer to readDivision with the given response, and what stands beside it in the Body. */
function document(response: string, beside = ''): Buffer {
	return Buffer.from(
		'<s:Envelope xmlns:s="s" xmlns:xsi="i" xmlns:enc="e" xmlns:n="n"><s:Body>' +
			'<n:readDivisionResponse><readDivisionReturn><result>true</result>' +
			`<response>${response}</response></readDivisionReturn></n:readDivisionResponse>` +
			`${beside}</s:Body></s:Envelope>`,
	);
}

/** As the network gives it: in chunks that are larger than a piece. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += 65_536) {
		yield await Promise.resolve(bytes.subarray(at, at + 65_536));
	}
}

async function read(bytes: Uint8Array): Promise<void> {
	const answer = openAnswer({ transport: 'soap', operation: 'readDivision' }, { status: 200 });
	try {
		await takeInPieces(chunksOf(bytes), (piece) => {
			answer.write(piece);
			return true;
		});
		await rested(answer.finish());
	} catch (error) {
		if (!(error instanceof MessagingServiceError)) throw error;
	}
}

const prepared = (bytes: Uint8Array) => ({
	bytes: bytes.length,
	work: async () => await read(bytes),
});

const answer = (response: string, beside?: string) => prepared(document(response, beside));

const name = (text: string) => `<item><name>${text}</name></item>`;

/** What a service may answer, by what made it slow to read. */
export const HOSTILE_ANSWERS: readonly HostileInput[] = [
	{
		name: 'A list without references, to compare with',
		size: 100_000,
		prepare: (size) => answer(`<divisions>${name('North').repeat(size)}</divisions>`),
	},
	{
		name: 'References in one member that comes again',
		size: 100_000,
		prepare: (size) => answer('<x href="#a"/>'.repeat(size), '<m id="a">text</m>'),
	},
	{
		name: 'References in a list',
		size: 100_000,
		prepare: (size) =>
			answer(
				`<divisions>${'<item href="#a"/>'.repeat(size)}</divisions>`,
				'<m id="a"><name>North</name></m>',
			),
	},
	{
		name: 'References to parts of a list',
		size: 100_000,
		prepare: (size) =>
			answer('<divisions href="#a"/>'.repeat(size), `<m id="a">${name('North')}</m>`),
	},
	{
		name: 'References that lead to references',
		size: 40_000,
		prepare: (size) =>
			answer(
				'<x href="#r0"/>'.repeat(size),
				many(size, (index) => `<m id="r${index}" href="#r${index + 1}"/>`),
			),
	},
	{
		name: 'A long list with an id',
		size: 100_000,
		prepare: (size) => answer(`<divisions id="a">${name('North').repeat(size)}</divisions>`),
	},
	{
		name: 'Gaps in a sparse array',
		size: 200_000,
		prepare: (size) =>
			answer(`${'<y/>'.repeat(size / 10)}<x enc:arrayType="x" enc:offset="[${size}]"><item/></x>`),
	},
	{
		name: 'Many ids',
		size: 100_000,
		prepare: (size) => answer(many(size, (index) => `<x id="r${index}">x</x>`)),
	},
	{
		name: 'Many members of different names',
		size: 100_000,
		prepare: (size) => answer(many(size, (index) => `<x${index}/>`)),
	},
	{
		name: 'A list in as many parts as entries',
		size: 100_000,
		prepare: (size) => answer(`<divisions>${name('North')}</divisions>`.repeat(size)),
	},
	{
		name: 'Entries of a Map with the value first',
		size: 100_000,
		prepare: (size) =>
			answer(`<x xsi:type="m:Map">${'<item><value>1</value><key>a</key></item>'.repeat(size)}</x>`),
	},
	{
		name: 'Texts with markup',
		size: 100_000,
		prepare: (size) => answer(`<name>${'a<b>c</b>'.repeat(size)}</name>`),
	},
	{
		name: 'Character references',
		size: 400_000,
		prepare: (size) => answer(`<divisions>${name('&amp;'.repeat(size))}</divisions>`),
	},
	{
		name: 'A web page whose title does not end',
		size: 8_000,
		prepare: (size) => prepared(Buffer.from(`<html>${'<title'.repeat(size)}`)),
	},
];
