import assert from 'node:assert/strict';
import {
	maxLookUps,
	replyWithRecall,
	type ModelRound,
	type LookUpResult,
	type ReplyLookUps,
} from '../../../../src/conversations/recall/replyRounds.ts';
import { call } from '../../../support/logs.ts';

const lookUp = (id: string): ModelRound['calls'][number] => ({
	call: call(id, 'precis_recall_messages', { query: id }),
	clientCallsBefore: 0,
});

const says = (text: string, ...ids: readonly string[]): ModelRound => ({
	text,
	calls: ids.map(lookUp),
	isMixed: false,
});

const roomy = 100_000;

describe('a reply with look-ups', () => {
	/** Has a model answer in these rounds; the last one is repeated for ever. */
	async function reply(
		script: readonly ModelRound[],
		{ room = roomy, found = 'found' } = {},
	): Promise<ReplyLookUps & { readonly requests: number; readonly lookUps: number }> {
		let requests = 0;
		let lookUps = 0;
		const end = await replyWithRecall({
			room,
			ask: () => {
				requests += 1;
				const round = script[Math.min(requests, script.length) - 1];
				return Promise.resolve(round ?? says(''));
			},
			lookUp: (): Promise<LookUpResult> => {
				lookUps += 1;
				return Promise.resolve({ result: found });
			},
		});
		return { ...end, requests, lookUps };
	}

	const results = ({ rounds }: ReplyLookUps): LookUpResult[] =>
		rounds.flatMap(({ calls }) => calls);

	it('goes on until the model looks nothing up', async () => {
		const end = await reply([says('One.', 'a', 'b'), says('Two.', 'c'), says('Three.')]);
		assert.deepEqual([end.requests, end.lookUps, end.isStopped, end.isMixed], [3, 3, false, false]);
		assert.deepEqual(
			end.rounds.map(({ text, calls }) => [text, calls.map(({ call: { id } }) => id)]),
			[
				['One.', ['a', 'b']],
				['Two.', ['c']],
			],
		);
	});

	it('ends with a round that calls tools of the client too, with every answer', async () => {
		const end = await reply([{ ...says('Both.', 'a'), isMixed: true }]);
		assert.deepEqual([end.requests, end.lookUps, end.isMixed], [1, 1, true]);
	});

	it('gives so many look-ups, says that there are no more, and then ends', async () => {
		const end = await reply([says('Again.', 'a')]);
		assert.deepEqual([end.lookUps, end.isStopped], [maxLookUps, true]);
		assert.equal(end.requests, maxLookUps + 2);
		assert.deepEqual(
			results(end).map(({ isError = false }) => isError),
			[...Array.from({ length: maxLookUps }, () => false), true],
		);
		const many = Array.from({ length: 500 }, (_, index) => `c${index}`);
		const atOnce = await reply([says('All.', ...many)]);
		assert.deepEqual([atOnce.lookUps, results(atOnce).length], [maxLookUps, maxLookUps + 1]);
	});

	it('gives no more characters than there is room for', async () => {
		for (const room of [3_000, 10_000, roomy]) {
			const end = await reply([says('', 'a')], { room, found: 'x'.repeat(8_000) });
			const given = results(end).reduce((sum, { result }) => sum + result.length, 0);
			assert.ok(given < Math.min(42_000, 1.5 * room + 500), `${given} of ${room}`);
			assert.equal(end.isStopped, true);
		}
		const none = await reply([says('', 'a')], { room: -5 });
		assert.equal(none.lookUps, 0);
	});
});
