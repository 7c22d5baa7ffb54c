import assert from 'node:assert/strict';
import type { ChannelMessage } from '../../../../src/protocol/channel.ts';
import { noOverhead } from '../../../../src/compaction/overhead.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { user } from '../../../support/logs.ts';
import { only, startClient } from '../../../support/fakeWorker.ts';

describe('the history of a client’s request', () => {
	const shape = { window: 8_000, reservedReply: 0, overhead: noOverhead, recall: false };

	/** What the worker was sent at once, and the parts it fetched after that. */
	async function parts(messages: readonly Message[]): Promise<readonly (readonly Message[])[]> {
		const { workers, client } = startClient();
		client.handle(() => ({
			history: (part) => client.history(part),
			models: () => Promise.reject(new Error('not asked')),
			call: () => Promise.reject(new Error('not asked')),
			turn: () => Promise.reject(new Error('not asked')),
		}));
		const prepared = client.prepare('prepare', { messages, shape }, {});
		const worker = only(workers);
		const calls = worker.received.filter((sent) => sent.type === 'call');
		const { id = 0, parameters } = calls[0] ?? {};
		const { messages: first, history } = parameters as typeof shape & {
			readonly messages: readonly Message[];
			readonly history?: number;
		};
		const found = [first];
		for (let more = history !== undefined; more; more = found.at(-1)?.length !== 0) {
			const from = found.flat().length;
			worker.answer({
				type: 'call',
				id: found.length,
				method: 'history',
				parameters: { history, from },
			});
			await new Promise((resolve) => setImmediate(resolve));
			const answer = worker.received.at(-1) as Extract<ChannelMessage, { readonly type: 'result' }>;
			found.push(answer.result as readonly Message[]);
		}
		worker.answer({ type: 'result', id, result: { tokens: 1 } });
		assert.deepEqual(await prepared, { tokens: 1 });
		return found;
	}

	it('is never told as shorter than it is, also to whoever asks late', async () => {
		const { client } = startClient();
		await assert.rejects(client.history({ history: 1, from: 0 }));
	});

	it('is sent at once where it is short', async () => {
		assert.deepEqual(await parts([user('One'), user('Two')]), [[user('One'), user('Two')]]);
	});

	it('is fetched in parts where copying it would hold up the extension host, however large a message is', async () => {
		const messages = [
			...Array.from({ length: 5 }, (_, index) => user(`${index}${'x'.repeat(600_000)}`)),
			user('y'.repeat(5_000_000)),
			...Array.from({ length: 2_500 }, (_, index) => user(`${index}`)),
		];
		const found = await parts(messages);
		assert.deepEqual(found.flat(), messages);
		assert.deepEqual(
			found.map(({ length }) => length),
			[2, 2, 2, 1_000, 1_000, 500, 0],
		);
	});
});
