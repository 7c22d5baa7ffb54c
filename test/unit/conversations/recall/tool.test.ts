import assert from 'node:assert/strict';
import { hitsText, recallInput } from '../../../../src/conversations/recall/tool.ts';

describe('what a model asks recall for', () => {
	const handle = 'c7f3';

	it('is a message or a range, however its number is written', () => {
		for (const [given, number] of [
			[41, { number: 41 }],
			['41', { number: 41 }],
			['#41', { number: 41 }],
			['m41', { number: 41 }],
			['71-76', { number: 71, last: 76 }],
			['#71–#76', { number: 71, last: 76 }],
			['m71 - m76', { number: 71, last: 76 }],
		] as const) {
			assert.deepEqual(recallInput({ handle, number: given }), { handle, number });
		}
	});

	it('is words, in the messages or anywhere, or the outline', () => {
		for (const input of [{ handle, query: 'parser', from: 5 }, { handle, page: 2 }, { handle }]) {
			assert.deepEqual(recallInput(input), input);
		}
		assert.deepEqual(recallInput({ handle, number: 3, find: 'needle', page: 2 }), {
			handle,
			number: { number: 3 },
			find: 'needle',
			page: 2,
		});
	});

	it('is nothing where it is not right', () => {
		for (const input of [
			undefined,
			null,
			{},
			{ handle: '' },
			{ handle, number: 0 },
			{ handle, number: 1.5 },
			{ handle, number: '41-' },
			{ handle, number: 'x' },
			{ handle, query: '' },
			{ handle, query: 'x'.repeat(1_001) },
			{ handle, query: 'x', number: 1 },
			{ handle, other: true },
		]) {
			assert.equal(recallInput(input), undefined);
		}
	});
});

describe('what a model is told of hits', () => {
	it('sets passages apart from their headings', () => {
		const passages = ['ok\n#12 the person:\npush --force', '[More hits: from 5.]'];
		const text = hitsText({ hits: [{ number: 3, heading: '#3 result of [run]', passages }] }, 0);
		const frames = text.split('\n').filter((line) => line !== '' && !line.startsWith('>'));
		assert.deepEqual(frames, [
			'#3 result of [run]:',
			'[For a whole message and the rest of its turn: number #3.]',
		]);
	});
});
