import assert from 'node:assert/strict';
import { ChatReply } from '../../../../src/models/openai/reply.ts';
import { checkReply } from '../../../../src/summary/replyCheck.ts';
import {
	answer,
	cutOff,
	emptyAnswer,
	hang,
	reasoningOnly,
	refusal,
	slowDrip,
	toolCall,
	webPage,
	type Answer,
	type Behaviour,
} from '../../../support/fakeProvider/behaviours.ts';
import { event } from '../../../support/fakeProvider/wire.ts';
import { summaryReply } from '../../../support/fakeProvider/summaryReply.ts';
import { requestOf } from '../../summary/requests.ts';
import { call, failureOf, routeTo, useFakeProvider, ways } from './calling.ts';

const summary = summaryReply(3_000, 'Übergröße 🎈');
const parts = [{ type: 'text', text: summary }];

/** What a reply is found to be by what reads summaries. */
const replies: Readonly<Record<string, { says: string; behaviour: Answer }>> = {
	'a good summary': { says: 'accepted', behaviour: answer(summary) },
	'a summary in torn bytes': { says: 'accepted', behaviour: answer(summary, { writeBytes: 7 }) },
	'a summary drop by drop': { says: 'accepted', behaviour: slowDrip(summary, 1) },
	'a summary after comments': { says: 'accepted', behaviour: answer(summary, { comments: 3 }) },
	'a summary after reasoning': {
		says: 'accepted',
		behaviour: answer(summary, { reasoning: 'Let me think.' }),
	},
	'ten times what was asked': { says: 'accepted', behaviour: answer(summaryReply(170_000)) },
	'a document though a stream was asked for': {
		says: 'accepted',
		behaviour: answer(summary, { asDocument: true }),
	},
	'a stream though none was asked for': {
		says: 'accepted',
		behaviour: answer(summary, { asStream: true }),
	},
	'content in parts': { says: 'accepted', behaviour: answer('', { content: parts }) },
	'no usage': { says: 'accepted', behaviour: answer(summary, { usage: null }) },
	nothing: { says: 'empty', behaviour: emptyAnswer },
	'reasoning only': { says: 'reasoning-only', behaviour: reasoningOnly },
	'reasoning up to the longest reply': {
		says: 'reasoning-only',
		behaviour: { ...reasoningOnly, finish: 'length' },
	},
	'reasoning nobody shows, up to the longest reply': {
		says: 'reasoning-only',
		behaviour: answer('', {
			finish: 'length',
			usage: { input: 1_000, output: 2_600, reasoning: 2_600 },
		}),
	},
	'a refusal': { says: 'refusal', behaviour: refusal },
	'a refusal after some text': {
		says: 'refusal',
		behaviour: { ...refusal, text: 'The conversation is about' },
	},
	'a filter': { says: 'refusal', behaviour: answer('The', { finish: 'content_filter' }) },
	'a reply cut off by its length': { says: 'cut-off', behaviour: cutOff(summary.slice(0, 900)) },
	'a tool call': { says: 'not-a-summary', behaviour: toolCall },
	chatter: { says: 'not-a-summary', behaviour: answer('Sure, shall I go on?') },
};

for (const { api, streaming, name } of ways) {
	describe(`what comes back: ${name}`, () => {
		const provider = useFakeProvider();

		for (const [what, { says, behaviour }] of Object.entries(replies)) {
			it(`${what}: ${says}`, async () => {
				provider().next(behaviour);
				const { answer, text, failure } = await call(routeTo(provider(), { api, streaming }));
				assert.equal(failure, undefined);
				assert.ok(answer);
				const check = checkReply(answer, requestOf([]), 1_000_000);
				assert.equal(check.kind === 'accepted' ? 'accepted' : check.problem.reason, says);
				if (typeof answer.content === 'string') {
					assert.equal(answer.content, text);
				}
				const reported = behaviour.usage !== null;
				assert.equal(answer.usage?.inputTokens, reported ? 1_000 : undefined);
			});
		}
	});
}

for (const { api, name } of ways.filter(({ streaming }) => streaming)) {
	describe(`a stream that does not end: ${name}`, () => {
		const provider = useFakeProvider();

		it('is left when its reply is finished', async () => {
			provider().next(hang('after-finish', answer(summary)));
			const { answer: reply } = await call(routeTo(provider(), { api }), { lingering: 20 });
			assert.equal(reply?.content, summary);
			await provider().left(1);
		});
	});
}

describe('a stream of Chat Completions', () => {
	const provider = useFakeProvider();

	it('may end without [DONE] when a reason for its end was given', async () => {
		provider().next(answer(summary, { withoutDone: true }));
		assert.equal((await call(routeTo(provider()))).answer?.finishReason, 'stop');
	});

	it('may end without a reason when [DONE] came', async () => {
		provider().next(answer(summary, { finish: null, writeBytes: 5 }));
		const { answer: reply } = await call(routeTo(provider()));
		assert.deepEqual([reply?.content, reply?.finishReason], [summary, undefined]);
	});

	it('may end without both when its usage came, which is last', async () => {
		provider().next(answer(summary, { finish: null, withoutDone: true }));
		assert.equal((await call(routeTo(provider()))).answer?.content, summary);
	});

	it('may not end where its usage came first', async () => {
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const delta = { role: 'assistant', content: summary.slice(0, 100) };
		provider().next({
			kind: 'raw',
			status: 200,
			headers: { 'content-type': 'text/event-stream' },
			body: event({ choices: [], usage }) + event({ choices: [{ index: 0, delta }] }),
		});
		assert.equal((await failureOf(routeTo(provider()))).kind, 'connection');
		// Nor is it left then: the text can take its time.
		const reply = new ChatReply();
		reply.take({ choices: [], usage });
		assert.equal(reply.isFinished, false);
	});

	it('may not end without any of them', async () => {
		provider().next(answer(summary, { finish: null, withoutDone: true, usage: null }));
		const { failure } = await call(routeTo(provider()));
		assert.equal(failure?.message, 'fake/fake-model sent a reply that broke off before its end.');
	});
});

describe('a stream of Responses', () => {
	const provider = useFakeProvider();

	it('may not end without its last event', async () => {
		const type = 'response.output_text.delta';
		provider().next({
			kind: 'raw',
			status: 200,
			headers: { 'content-type': 'text/event-stream' },
			body: event({ type, output_index: 0, delta: summary }),
		});
		const failure = await failureOf(routeTo(provider(), { api: 'responses' }));
		assert.equal(failure.kind, 'connection');
	});
});

describe('usage', () => {
	const provider = useFakeProvider();

	for (const { api, streaming, name } of ways) {
		it(`has what was cached and what it cost: ${name}`, async () => {
			const usage = { input: 9_000, output: 700, cached: 4_096, cost: 0.0123 };
			provider().next(answer(summary, { usage }));
			const { answer: reply } = await call(routeTo(provider(), { api, streaming }));
			assert.deepEqual(reply?.usage, {
				inputTokens: 9_000,
				outputTokens: 700,
				cachedTokens: 4_096,
				cost: 0.0123,
			});
		});
	}
});

describe('what came instead of a reply', () => {
	const provider = useFakeProvider();

	for (const [what, body, message] of [
		['a web page', webPage, 'sent a web page ("Sign in") instead of a reply.'],
		[
			'broken JSON',
			{ kind: 'raw', status: 200, body: '{"a":' },
			'sent a reply that is broken JSON.',
		],
		[
			'words',
			{ kind: 'raw', status: 200, body: 'Ollama is running' },
			'sent something else instead of a reply: Ollama is running.',
		],
	] as const satisfies readonly (readonly [string, Behaviour, string])[]) {
		it(`is named: ${what}`, async () => {
			provider().always(body);
			for (const streaming of [true, false]) {
				const failure = await failureOf(routeTo(provider(), { streaming }));
				assert.equal(failure.message, `fake/fake-model ${message}`);
			}
		});
	}
});
