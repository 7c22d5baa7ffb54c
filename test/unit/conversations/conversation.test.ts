import assert from 'node:assert/strict';
import { defaultSettings } from '../../../src/compaction/budgets.ts';
import { covers, isCurrent, planOf } from '../../../src/conversations/compacting.ts';
import { Conversation } from '../../../src/conversations/conversation.ts';
import { memoryStore } from '../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../src/conversations/store/sqliteStore.ts';
import { compactOnce, conversationInMemory } from '../../support/conversationInMemory.ts';
import type { Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { builtInSummariser } from '../../../src/models/ladder.ts';
import { redact } from '../../../src/redaction/redact.ts';

const summariser = builtInSummariser(() => 0);

const settings = { ...defaultSettings, tailTokens: 300 };

/** A session about two topics, with a system prompt. */
function session(turns: number): Message[] {
	const messages: Message[] = [{ role: 'system', content: 'You help.' }];
	for (let turn = 1; turn <= turns; turn += 1) {
		const topic = turn % 2 === 0 ? 'login' : 'billing';
		const id = `call_${turn}`;
		messages.push(
			{ role: 'user', content: `Please improve the ${topic} page, step ${turn}.` },
			{
				role: 'assistant',
				content: `I'll change the ${topic} page because step ${turn} asks for it.`,
				toolCalls: [
					{
						id,
						name: 'Edit',
						arguments: JSON.stringify({
							file_path: `src/${topic}${turn}.ts`,
							old_string: 'a',
							new_string: 'b',
						}),
					},
				],
			},
			{
				role: 'tool',
				toolCallId: id,
				content: `The file src/${topic}${turn}.ts has been updated. ${'ok '.repeat(90)}`,
			},
			{ role: 'assistant', content: `Step ${turn} of the ${topic} page is done.` },
		);
	}
	return messages;
}

describe('a conversation', () => {
	it('makes the summary afresh from the originals when only a focus is new', async () => {
		const conversation = conversationInMemory(session(30));
		await compactOnce(conversation, { trigger: 'manual', summariser, settings });
		const first = conversation.active;
		const outcome = await compactOnce(conversation, {
			trigger: 'manual',
			summariser,
			settings,
			focus: redact('login'),
		});
		assert.equal(outcome.kind, 'compacted');
		assert.equal(conversation.active?.focus, 'login');
		assert.deepEqual(conversation.active?.layout.range, first?.layout.range);
		assert.equal(conversation.active?.tokens.before, first?.tokens.before);
	});
});

describe('a conversation that is kept in a store', () => {
	function stored(): { store: SqliteStore; id: string; open: () => Conversation } {
		const store = memoryStore(() => 0);
		const { id } = store.create({ title: 'Test', source: 'test' });
		const open = (): Conversation => new Conversation(store, id, estimatedTokens);
		return { store, id, open };
	}

	it('catches up with what another process wrote', async () => {
		const { open } = stored();
		const [one, two] = [open(), open()];
		one.append(session(30));
		assert.equal(two.refresh().appended.length, 121);
		await compactOnce(one, { trigger: 'manual', summariser, settings });
		assert.ok(two.refresh().activated);
		assert.deepEqual(two.context, one.context);
	});

	it('knows when its log is another one, and what was planned on the old one', () => {
		const { store, id, open } = stored();
		open().append(session(30));
		const moving = open();
		const planned = planOf(moving, { trigger: 'manual', settings, source: 'active' });
		assert.ok(isCurrent(moving, planned));
		store.emptyView(id);
		open().append(session(31).slice(4));
		assert.ok(moving.refresh().replaced);
		assert.ok(!covers(moving, planned));
	});
});
