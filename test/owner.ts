/** The owner of each n8n that tests and the benchmark start. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'End-to-End-2-0',
	firstName: 'End-to-end',
	lastName: 'Owner',
};
