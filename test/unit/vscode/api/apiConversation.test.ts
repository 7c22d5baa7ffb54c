import assert from 'node:assert/strict';
import type { Message, PrecisConversation } from '../../../../src/api.ts';
import { apiBench, endsOf, fails } from '../../../support/apiRig.ts';
import { assistant, at, prose, user } from '../../../support/logs.ts';
import { violations } from '../../../support/providerRules.ts';
import { session, turns } from '../../../support/workerRig.ts';

/** A session of 200 messages; every tenth turn has a fact that nothing else says. */
function longSession(): {
	readonly messages: readonly Message[];
	readonly facts: readonly string[];
} {
	const facts: string[] = [];
	const messages = Array.from({ length: 100 }, (_, turn) => {
		const planted = turn % 10 === 5;
		const fact = `The port of service${turn} must be ${41_000 + turn}.`;
		if (planted) {
			facts.push(`service${turn}`);
		}
		return [
			user(planted ? fact : `Request ${turn}: ${prose(120, turn)}`),
			assistant(`Answer ${turn}. ${prose(900, turn)}`),
		];
	});
	return { messages: messages.flat(), facts };
}

describe('a conversation of another extension', () => {
	const bench = apiBench();

	it('stays below its window and valid for 200 messages, and loses nothing', async () => {
		const { conversation } = await bench.opened();
		const { messages, facts } = longSession();
		const ends = endsOf(conversation);
		for (let index = 0; index < messages.length; index += 2) {
			await conversation.append([at(messages, index)]);
			const context = await conversation.context();
			assert.ok(context.tokens <= 7_500, `${context.tokens} tokens after ${index + 1} messages`);
			assert.deepEqual(violations(context.messages), []);
			assert.deepEqual(context.messages.at(-1), messages[index]);
			await conversation.append([at(messages, index + 1)]);
		}
		const committed = ends.filter(({ result }) => result.kind === 'committed');
		assert.ok(committed.length > 3, `${committed.length} compactions`);
		assert.ok(ends.every(({ trigger }) => trigger === 'automatic'));
		for (const fact of facts) {
			const { hits } = await conversation.recall({ query: fact });
			const turn = await conversation.recall({ number: at(hits, 0).number });
			assert.match(turn?.text ?? '', new RegExp(`${fact} must be 41\\d{3}`));
		}
	});

	it('takes messages all or none', async () => {
		const { conversation } = await bench.opened();
		assert.deepEqual(await conversation.append([]), { messages: 0 });
		await assert.rejects(
			conversation.append([user('one'), { role: 'user' } as unknown as Message]),
			fails('invalid-input', /^messages\.1\.content/),
		);
		assert.deepEqual(await conversation.append([user('two')]), { messages: 1 });
	});

	it('takes what is appended without waiting in the order of the calls', async () => {
		const { conversation } = await bench.opened();
		const many = Array.from({ length: 5_000 }, (_, index) => user(`first ${index}`));
		const [first, second, third] = await Promise.allSettled([
			conversation.append(many),
			conversation.append([{} as Message]),
			conversation.append([user('last')]),
		]);
		assert.deepEqual(first, { status: 'fulfilled', value: { messages: 5_000 } });
		assert.equal(second.status, 'rejected');
		assert.deepEqual(third, { status: 'fulfilled', value: { messages: 5_001 } });
		assert.match((await conversation.recall({ number: 5_001 }))?.text ?? '', /last/);
	});

	it('takes messages as they are when it is called', async () => {
		const { conversation } = await bench.opened();
		const message = { role: 'user' as const, content: 'before' };
		const messages: Message[] = [message];
		const appended = conversation.append(messages);
		message.content = 'after';
		messages.push(user('more'));
		assert.deepEqual(await appended, { messages: 1 });
		assert.deepEqual((await conversation.context()).messages, [user('before')]);
	});

	it('keeps every text as it was, also one that is no proper Unicode', async () => {
		const { conversation } = await bench.opened();
		const content = 'half a pair \ud83d, a null \0, and\u2028a line';
		await conversation.append([user(content)]);
		assert.deepEqual((await conversation.context()).messages, [user(content)]);
	});

	it('is not changed through its results', async () => {
		const { conversation } = await bench.filled();
		await conversation.compact();
		const read = async (): Promise<string> =>
			JSON.stringify([await conversation.context(), await conversation.sections()]);
		const before = await read();
		const { messages } = await conversation.context();
		(messages as Message[]).length = 1;
		Object.assign(at(messages, 0), { content: 'forged' });
		const { sections, records } = await conversation.sections();
		Object.assign(at(sections, 0), { items: [] });
		Object.assign(at(records, 0), { id: 99 });
		assert.equal(await read(), before);
	});

	it('goes back and forth between its records', async () => {
		const { conversation } = await bench.filled();
		assert.equal(await conversation.undo(), false);
		assert.equal(await conversation.redo(), false);
		const result = await conversation.compact();
		assert.ok(result.kind === 'committed');
		const handoff = await conversation.handoff();
		assert.equal(await conversation.undo(), true);
		assert.equal(await conversation.handoff(), undefined);
		assert.equal((await conversation.context()).messages.length, session.length);
		assert.equal(await conversation.redo(), true);
		assert.equal(await conversation.handoff(), handoff);
		await conversation.restore(undefined);
		assert.equal(await conversation.handoff(), undefined);
		await conversation.restore(result.record);
		assert.equal(await conversation.handoff(), handoff);
		await assert.rejects(conversation.restore(result.record + 1), fails('unknown-record'));
		assert.equal(await conversation.handoff(), handoff);
	});

	it('tells its model of recall where that is offered', async () => {
		const { conversation } = await bench.opened({ offersRecall: true });
		await conversation.append(session);
		await conversation.compact();
		assert.ok((await conversation.handoff())?.includes(conversation.id));
	});

	it('gives originals without secrets, page by page', async () => {
		const { conversation } = await bench.opened();
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		await conversation.append([
			user(`The quiet token is ${secret}.`),
			assistant(prose(20_000)),
			...turns(30),
		]);
		const turn = await conversation.recall({ number: 1, page: 1 });
		assert.ok(turn !== undefined && turn.pages > 2);
		assert.deepEqual([turn.from, turn.to, turn.page], [1, 2, 1]);
		assert.match(turn.text, /The quiet token is \[REDACTED\]/);
		const secrets = await conversation.recall({ query: 'quiet' });
		assert.doesNotMatch(at(secrets.hits, 0).excerpt, /ghp_/);
		const { hits } = await conversation.recall({ query: '"Request 3"' });
		assert.match(at(hits, 0).excerpt, /Request 3/);
		assert.deepEqual(Object.keys(at(hits, 0)).toSorted(), ['excerpt', 'number']);
		assert.equal(await conversation.recall({ number: 999 }), undefined);
		assert.equal(await conversation.recall({ number: 1, page: 999 }), undefined);
		const first = await conversation.recall({ query: 'Request' });
		assert.ok(first.next !== undefined);
		const second = await conversation.recall({ query: 'Request', from: first.next });
		assert.notDeepEqual(second.hits, first.hits);
	});

	it('takes nothing that does not fit', async () => {
		const { conversation } = await bench.filled();
		const { append, context, reportUsage, preview, compact, restore, recall } =
			conversation as unknown as Readonly<
				Record<keyof PrecisConversation, (input: unknown) => Promise<unknown>>
			>;
		for (const [call, message] of [
			[() => append(undefined), /messages/],
			[() => append([{ role: 'developer', content: '' }]), /messages\.0\.role/],
			[() => append([{ role: 'user', content: 7 }]), /messages\.0\.content/],
			[() => append([{ role: 'user', content: '', name: 'x' }]), /messages\.0\.name/],
			[() => append([{ role: 'tool', content: '' }]), /messages\.0\.toolCallId/],
			[
				() =>
					append([
						{ role: 'assistant', content: '', toolCalls: [{ id: '', name: '', arguments: {} }] },
					]),
				/messages\.0\.toolCalls\.0\.arguments/,
			],
			[() => context({ signal: { aborted: true } }), /options\.signal/],
			[() => context({ focus: 'x' }), /options\.focus/],
			[() => reportUsage(-1), /promptTokens/],
			[() => reportUsage(Number.NaN), /promptTokens/],
			[() => preview({ focus: '' }), /options\.focus/],
			[() => preview({ signal: new AbortController().signal }), /./],
			[() => compact({ focus: 'x'.repeat(2_001) }), /options\.focus/],
			[() => compact(null), /options/],
			[() => restore('1'), /record/],
			[() => recall({}), /options/],
			[() => recall({ number: 0 }), /options/],
			[() => recall({ query: ' ' }), /options/],
			[() => recall({ query: 'a', number: 1 }), /options/],
		] as const) {
			await assert.rejects(call, fails('invalid-input', message));
		}
		assert.deepEqual(await conversation.append([]), { messages: session.length });
	});
});
