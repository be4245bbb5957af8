import { splitPhoneList } from '../carriers';
import { Refusal } from '../refusal';
import { MAX, type Call } from './operation';

export function phoneNumbers(call: Call, name: string): string[] {
	const numbers = splitPhoneList(call.parameters.required(name));
	if (numbers.length === 0) throw new Refusal('fieldMissing', `${name} holds no number`);
	if (numbers.length > MAX.numbers) {
		throw new Refusal(
			'tooManyNumbers',
			`${name} holds ${numbers.length} numbers, allowed are ${MAX.numbers}`,
		);
	}
	return numbers;
}
