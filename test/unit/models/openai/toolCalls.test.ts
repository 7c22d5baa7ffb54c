import assert from 'node:assert/strict';
import { calling, type Answer } from '../../../support/fakeProvider/behaviours.ts';
import { call as toolCall } from '../../../support/logs.ts';
import { ask, call, routeTo, useFakeProvider, ways, type Outcome } from './calling.ts';

const read = toolCall('call_1', 'read_file', '{"path": "src/ä 🎈.ts", "lines": [1, 2]}');
const list = toolCall('call_2', 'list', '{"all":true}');

for (const { api, streaming, name } of ways) {
	describe(`tools that a model calls: ${name}`, () => {
		const provider = useFakeProvider();

		async function replyTo(behaviour: Answer): Promise<Outcome> {
			provider().next(behaviour);
			return call(routeTo(provider(), { api, streaming }));
		}

		it('come with the answer, in order, and are a reply without a word', async () => {
			const { answer: reply, text, heard } = await replyTo(calling(read, list));
			assert.deepEqual(reply?.toolCalls, [read, list]);
			assert.deepEqual([reply.content, reply.finishReason, text], ['', 'tool_calls', '']);
			assert.ok(!streaming || heard.includes(undefined), 'the model shows that it is at work');
			assert.equal(reply.usage?.inputTokens, 1_000);
		});

		it('are whole, however they are torn', async () => {
			const torn = { ...calling(read, list), pieceLength: 1, writeBytes: 3 };
			assert.deepEqual((await replyTo(torn)).answer?.toolCalls, [read, list]);
		});

		it('have an id each, even where the server gives one to all', async () => {
			const same = calling({ ...read, id: 'call_2' }, { ...list, id: 'call_2' }, read);
			const { answer: reply } = await replyTo(same);
			assert.deepEqual(reply?.toolCalls, [
				{ ...read, id: 'call_2' },
				{ ...list, id: 'call_3' },
				{ ...read, id: 'call_1' },
			]);
		});

		it('have an empty object as arguments where nothing was written', async () => {
			const { answer: reply } = await replyTo(calling({ name: 'list', arguments: '' }));
			assert.deepEqual(reply?.toolCalls, [toolCall('call_1', 'list', '{}')]);
		});

		it('are left out where the end of the reply cut them off', async () => {
			const half = { name: 'delete', arguments: '{"path":"src/' };
			const none = { name: 'delete', arguments: '' };
			for (const last of [half, none]) {
				const { answer: reply } = await replyTo({ ...calling(read, last), finish: 'length' });
				assert.deepEqual([reply?.toolCalls, reply?.finishReason], [[read], 'length']);
			}
			const { answer: reply } = await replyTo({ ...calling(half), finish: 'content_filter' });
			assert.ok(reply !== undefined && !('toolCalls' in reply));
		});

		for (const [what, behaviour] of [
			['resets', { kind: 'reset', at: 'mid-reply', answer: calling(read, list) }],
			['ends early', { kind: 'close-early', answer: calling(read, list) }],
		] as const) {
			it(`are not given where the connection ${what}`, async () => {
				provider().next(behaviour);
				const route = routeTo(provider(), { api, streaming });
				const { failure, answer: reply } = await ask(route, { messages: [] });
				assert.deepEqual([failure?.kind, reply], ['connection', undefined]);
			});
		}
	});
}
