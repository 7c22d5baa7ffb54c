import assert from 'node:assert/strict';
import { compactionNote } from '../../../src/compaction/contextRows.ts';
import type { CompactionRecord } from '../../../src/compaction/record.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { textOf, type Log, type Message } from '../../../src/messages/message.ts';
import { compact } from '../../support/compactions.ts';
import { assistant, at, call, chat, logOf, result, system, user } from '../../support/logs.ts';
import { violations } from '../../support/providerRules.ts';

const middle = chat(10, 2_000);

/** Compacts `head`, a long middle and `tail` with exactly these ends protected. */
function compacted(
	head: readonly Message[],
	tail: readonly Message[],
): { readonly log: Log; readonly record: CompactionRecord; readonly messages: readonly Message[] } {
	const log = logOf(...head, ...middle, ...tail);
	const systems = head.filter((message) => message.role === 'system').length;
	const record = compact(log, {
		settings: { protectFirst: head.length - systems, tailTokens: 10 },
	});
	assert.deepEqual(record.layout.range, { start: head.length, end: head.length + middle.length });
	const { messages } = renderContext(log, record);
	assert.deepEqual(violations(messages), []);
	return { log, record, messages };
}

const fromUser = [user('question'), assistant('answer'), assistant('and more')];
const fromAssistant = [assistant('answer'), user('question'), assistant('answer')];
const toolHead = [user('go'), assistant('', call('a')), result('a')];

describe('the role of the summary message', () => {
	const table: readonly (readonly [string, Message[], Message[], string])[] = [
		['user behind the system prompt alone', [system('rules')], fromAssistant, 'user'],
		['user at the very start', [], fromAssistant, 'user'],
		['user behind an assistant', [user('a'), assistant('b')], fromAssistant, 'user'],
		['user behind a tool result', toolHead, fromAssistant, 'user'],
		['assistant behind the person', [user('a'), assistant('b'), user('c')], fromUser, 'assistant'],
		[
			'flipped to assistant behind a tool result before the person',
			toolHead,
			fromUser,
			'assistant',
		],
		['user between an assistant and the person', [user('a'), assistant('b')], fromUser, 'user'],
		[
			'user at the start before the person, as no list begins with the assistant',
			[],
			fromUser,
			'user',
		],
		[
			'user between the person and the assistant',
			[user('a'), assistant('b'), user('c')],
			fromAssistant,
			'user',
		],
	];
	for (const [name, head, tail, placement] of table) {
		it(`is ${name}`, () => {
			const { record, messages } = compacted(head, tail);
			assert.equal(record.layout.placement, placement);
			const summary = messages.find(({ content }) => textOf(content).includes(record.handoff));
			assert.equal(summary?.role, placement);
		});
	}

	it('is user where a stored record says that the summary was merged', () => {
		const { log, record, messages } = compacted([], fromUser);
		const stored = { ...record, layout: { ...record.layout, placement: 'merged' as 'user' } };
		assert.deepEqual(renderContext(log, stored).messages, messages);
	});

	it('is assistant behind the stub of a call that has no result', () => {
		const { record, messages } = compacted([user('go'), assistant('', call('a'))], fromUser);
		assert.equal(record.layout.placement, 'assistant');
		assert.deepEqual(
			messages.slice(0, 4).map((message) => message.role),
			['user', 'assistant', 'tool', 'assistant'],
		);
		assert.equal(messages[3]?.content, record.handoff);
	});
});

describe('the system prompt', () => {
	it('gets the compaction note once', () => {
		const { messages, log, record } = compacted([system('rules')], fromAssistant);
		assert.equal(at(messages, 0).content, `rules\n\n${compactionNote}`);
		const grown = [...log, ...logOf(user('more'), ...middle.slice(1), ...fromUser)];
		const again = compact(grown, { previous: record, settings: { tailTokens: 10 } });
		assert.equal(at(renderContext(grown, again).messages, 0).content, `rules\n\n${compactionNote}`);
	});

	it('is the newest of several, first and single', () => {
		const log = logOf(system('one'), system('two'), user('hi'), system('three'), assistant('yes'));
		assert.deepEqual(
			renderContext(log).messages.map(({ role, content }) => [role, content]),
			[
				['system', 'three'],
				['user', 'hi'],
				['assistant', 'yes'],
			],
		);
	});
});
