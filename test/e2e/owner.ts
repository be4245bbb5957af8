/** The owner of the n8n that all end-to-end tests share. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'End-to-End-2-0',
	firstName: 'End-to-end',
	lastName: 'Owner',
};
