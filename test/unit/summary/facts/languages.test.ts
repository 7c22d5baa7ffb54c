import assert from 'node:assert/strict';
import { analyse } from 'scslre';
import {
	anyOf,
	cuesFor,
	languages,
	type CueName,
} from '../../../../src/summary/facts/languages/languages.ts';

/** Cues that are looked for in one pattern, over all languages. */
const joined: readonly CueName[] = [
	...([
		'directs',
		'describes',
		'obliges',
		'orders',
		'forbids',
		'negates',
		'drops',
		'reminds',
	] as const),
	...(['choice', 'reason', 'counter', 'declines', 'verdict', 'addition'] as const),
	...(['standing', 'refuses', 'courtesy', 'parts', 'softens', 'goesOn', 'corrects'] as const),
	...([
		'specifies',
		'demands',
		'asksUnmarked',
		'invites',
		'recalls',
		'concedes',
		'ofTheMoment',
		'assents',
	] as const),
];

describe('the cues of languages', () => {
	for (const cue of joined) {
		it(`take time linear in a text's length when they are one pattern: ${cue}`, () => {
			const flags = cuesFor(cue).map((pattern) => pattern.flags);
			assert.equal(new Set(flags).size, 1, 'joined patterns have the same flags');
			const { reports } = analyse({ source: anyOf(cue), flags: flags[0] ?? '' });
			assert.deepEqual(reports, []);
		});
	}

	it('are patterns for a rule in every language but the one that has a grammar', () => {
		assert.equal(cuesFor('rule').length, languages.length - 1);
	});
});
