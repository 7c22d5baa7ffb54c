import assert from 'node:assert/strict';
import { laterChoice } from '../../../../src/summary/facts/laterChoice.ts';
import { summarise, texts } from '../extractive/summaries.ts';
import { Session } from './session.ts';

describe('a later choice of the person', () => {
	const wish = 'I want to use the gift card with the smallest balance for payment.';
	const later = 'Yes, please use the credit card ending in 9725.';
	const session = new Session()
		.person('Book the flight to Houston.')
		.says('How would you like to pay?')
		.person(wish)
		.says('That is not enough. Would you like to use your credit card?')
		.person(later)
		.run('ls');

	it('stands beside the earlier one about the same', () => {
		const [constraint = ''] = texts(summarise(session), 'Constraints & Preferences');
		assert.ok(constraint.startsWith(wish) && constraint.includes(later), constraint);
	});

	it('is none about something else, none that came before, and none beside a rule', () => {
		const found = (text: string, request: number): string | undefined =>
			laterChoice(text, request, session.turns)?.text;
		assert.equal(found(wish, 2), later);
		assert.equal(found('I want to use a window seat.', 2), undefined);
		assert.equal(found(wish, 4), undefined);
		assert.equal(found('Never store a card.', 2), undefined);
	});
});
