import { MessagingServiceError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { organizationTree } from '../../../../nodes/SubscriptionMessaging/lookups/organizationTree';
import { fakeService, reply } from '../transport/fakeService';

/** What is read where the payload of the answer is the given XML. */
async function read(response: string) {
	const service = fakeService(() =>
		reply('getOrganizationTree', `<result>true</result><error_code>0</error_code>${response}`),
	);
	const unit = { code: '12345', keyword: 'ACME', everyone: true };
	const tree = await organizationTree(service.context, service.session, unit, { timeLimit: 5 });
	return { tree, requests: service.requests };
}

it('reads the tree below a unit, once', async () => {
	const { tree, requests } = await read('<response><name>Company</name></response>');
	expect(tree).toMatchObject({ name: 'Company' });
	expect(requests.map(({ operation, keyword }) => [operation, keyword])).toEqual([
		['getOrganizationTree', 'ACME'],
	]);
});

it.each([
	['is none', ''],
	['is nil', '<response xsi:nil="true"/>'],
	['is a text', '<response>Maintenance</response>'],
])('gives nothing where the payload %s', async (_what, response) => {
	expect((await read(response)).tree).toBeUndefined();
});

it('gives why there is no answer', async () => {
	const service = fakeService(() => {
		throw new Error('socket hang up');
	});
	const unit = { code: '12345', keyword: 'ACME' };
	const tree = await organizationTree(service.context, service.session, unit, {});
	expect(tree).toBeInstanceOf(MessagingServiceError);
});
