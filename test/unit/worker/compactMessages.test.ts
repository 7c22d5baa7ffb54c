import assert from 'node:assert/strict';
import type { Message } from '../../../src/messages/message.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { user } from '../../support/logs.ts';
import { violations } from '../../support/providerRules.ts';
import { turns, workerBench } from '../../support/workerRig.ts';

describe('messages that belong to no conversation', () => {
	const bench = workerBench();
	const messages = turns(40);
	const sizes = { window: 40_000, tailTokens: 600, summaryTokens: 800 };

	it('are compacted within the sizes that were asked for', async () => {
		const rig = bench.start();
		const result = await rig.methods.compactMessages({ messages, ...sizes }, rig.call());
		assert.ok(result.kind === 'compacted');
		assert.deepEqual(violations(result.messages), []);
		assert.deepEqual(result.messages.at(-1), messages.at(-1));
		const { before, after } = result.tokens;
		assert.ok(after < before && after < 600 + 800 + 1_000, `${before} to ${after}`);
	});

	it('give the same bytes whenever, in whichever worker, whatever the settings', async () => {
		const outputs: string[] = [];
		for (const settings of [{}, { keep: false, automatic: false }]) {
			const rig = bench.start(settings);
			const wish = { messages, ...sizes, focus: redact('Request 7') };
			outputs.push(JSON.stringify(await rig.methods.compactMessages(wish, rig.call())));
		}
		assert.equal(outputs[0], outputs[1]);
		assert.match(outputs[0] ?? '', /"kind":"compacted"/);
	});

	it('may call with arguments that are nested 100,000 deep', async () => {
		const rig = bench.start();
		const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const calls = [nested, `{"a":${nested}}`].flatMap((text, at): Message[] => [
			{
				role: 'assistant',
				content: '',
				toolCalls: [{ id: `c${at}`, name: 'Bash', arguments: text }],
			},
			{ role: 'tool', toolCallId: `c${at}`, content: nested },
		]);
		const wish = { messages: [...turns(5), ...calls, ...messages], ...sizes };
		const result = await rig.methods.compactMessages(wish, rig.call());
		assert.equal(result.kind, 'compacted');
	});

	it('are asked of no model, and kept nowhere', async () => {
		const rig = bench.start();
		await rig.methods.compactMessages({ messages, ...sizes }, rig.call());
		assert.deepEqual(rig.host.plans, []);
		assert.deepEqual(rig.events, []);
		assert.deepEqual(await rig.methods.list(null, rig.call()), []);
	});

	it('stay as they are below the threshold, and where it would not help', async () => {
		const rig = bench.start();
		const compact = (wish: object) =>
			rig.methods.compactMessages({ messages, ...sizes, ...wish }, rig.call());
		assert.deepEqual(await compact({ threshold: 0.9 }), {
			kind: 'nothing-to-do',
			reason: 'below-threshold',
		});
		assert.equal((await compact({ threshold: 1_000 })).kind, 'compacted');
		assert.deepEqual(await compact({ messages: [] }), {
			kind: 'nothing-to-do',
			reason: 'too-short',
		});
		const short = Array.from({ length: 12 }, (_, index) => user(`m${index}`));
		assert.deepEqual(await compact({ messages: short, tailTokens: 0 }), {
			kind: 'nothing-to-do',
			reason: 'too-little',
		});
	});

	it('are let go of when nobody wants them any more', async () => {
		const rig = bench.start();
		const controller = new AbortController();
		const compacted = rig.methods.compactMessages(
			{ messages, ...sizes },
			rig.call(controller.signal),
		);
		controller.abort();
		await assert.rejects(compacted, { name: 'AbortError' });
	});
});
