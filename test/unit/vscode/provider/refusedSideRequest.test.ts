import assert from 'node:assert/strict';
import { textOf } from '../../../../src/messages/message.ts';
import { answered, MirroredChat, said, textIn } from '../../../support/agent/mirroredChat.ts';
import { prose } from '../../../support/logs.ts';
import { workerBench } from '../../../support/workerRig.ts';

describe("a client's request for a summary that the model finds too long", () => {
	const bench = workerBench();

	it('ends answered, of a compacted conversation', async () => {
		const chat = new MirroredChat(bench.start(), 16_000);
		chat.history = Array.from({ length: 20 }, (_, turn) => [
			said(`Please go on with part ${turn}. ${prose(300, turn)}`),
			answered(`Part ${turn} is done. ${prose(1_500, turn)}`),
		]).flat();
		chat.longest = 30_000;
		const asks = 'Summarize the conversation history so far, in detail.';
		const parts = await chat.turn(asks, { text: 'They went through twenty parts.' });
		assert.equal(textIn(parts), 'They went through twenty parts.');
		assert.equal(textOf(chat.sent[0]?.context.at(-1)?.content ?? ''), asks);
		assert.ok(textOf(chat.latest.context.at(-1)?.content ?? '').includes(asks));
		assert.ok(chat.sent.length > 1);
	});
});
