import { maskedInput } from '../../credentials/maskedInput';

it('shows dots in place of what is typed', () => {
	expect(maskedInput).toEqual({ password: true });
});
