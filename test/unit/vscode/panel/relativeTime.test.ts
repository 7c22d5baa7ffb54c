import assert from 'node:assert/strict';
import { relativeTime, RowLanguage } from '../../../../src/vscode/panel/rowLanguage.ts';
import { english } from '../../../support/vscodeFakes.ts';

describe('how long ago something was', () => {
	const now = Date.UTC(2026, 5, 15, 12);
	const second = 1_000;
	const minute = 60 * second;
	const hour = 60 * minute;
	const day = 24 * hour;
	const ago = (elapsed: number, locale = 'en') =>
		relativeTime(now - elapsed, now, new RowLanguage(english, locale));

	it('is said in the largest unit that has passed, rounded down', () => {
		const said = [0, 59 * second, minute, 59 * minute, hour, 23.9 * hour, day, 29.9 * day];
		assert.deepEqual(
			said.map((elapsed) => ago(elapsed)),
			[
				'just now',
				'just now',
				'1 min ago',
				'59 min ago',
				'1 h ago',
				'23 h ago',
				'1 d ago',
				'29 d ago',
			],
		);
	});

	it('is a date once that says more', () => {
		assert.equal(ago(45 * day), 'May 1, 2026');
		assert.equal(ago(45 * day, 'de'), '01.05.2026');
	});

	it('is now where a clock is ahead of ours', () => {
		assert.equal(ago(-hour), 'just now');
	});
});
