import assert from 'node:assert/strict';
import { defaultSettings } from '../../../src/compaction/budgets.ts';
import { pruneStale } from '../../../src/compaction/prune.ts';
import { planOf } from '../../../src/conversations/compacting.ts';
import type { Conversation } from '../../../src/conversations/conversation.ts';
import type { Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { builtInSummariser } from '../../../src/models/ladder.ts';
import { compactOnce, conversationInMemory } from '../../support/conversationInMemory.ts';
import { assistant, call, numberedLines, result, user } from '../../support/logs.ts';

const summariser = builtInSummariser(() => 0);
const triggers = ['manual', 'automatic'] as const;

/** Reads of a file that grows, each with all of it. */
function reads(name: string, count: number, lines = 200): Message[] {
	return Array.from({ length: count }, (_, read) => [
		assistant('', call(`${name}${read}`, 'read_file', { path: `${name}.ts` })),
		result(`${name}${read}`, numberedLines(lines + read, 'const value = compute()')),
	]).flat();
}

/** Pruned after a file was read again and again in its first turn, and another one in its last. */
function pruned(count: number): Conversation {
	const conversation = conversationInMemory([
		user('Please fix the parser.'),
		...reads('parser', count),
	]);
	conversation.append([assistant('Fixed.')]);
	for (let turn = 0; turn < 5; turn += 1) {
		conversation.append([
			user(`Next thing ${turn}.`),
			assistant('', call(`x${turn}`, 'bash', { command: `ls ${turn}` })),
			result(`x${turn}`, numberedLines(80, `file${turn}.ts of the folder`)),
			assistant(`Did thing ${turn}.`),
		]);
	}
	conversation.append([user('Now the lexer.'), ...reads('lexer', 3, 30), assistant('Done.')]);
	const record = pruneStale({ log: conversation.log, counter: estimatedTokens, recall: true });
	conversation.commit({
		record: record ?? assert.fail('not pruned'),
		parent: undefined,
		expected: undefined,
	});
	return conversation;
}

describe('the first compaction after a pruning', () => {
	for (const trigger of triggers) {
		for (const window of [16_000, 200_000]) {
			for (const count of [6, 30]) {
				it(`never makes the context larger, and says what it was (${trigger}, ${window}, ${count} reads)`, async () => {
					const conversation = pruned(count);
					const { tokens } = conversation.context;
					const settings = { ...defaultSettings, window };
					const outcome = await compactOnce(conversation, { trigger, settings, summariser });
					if (outcome.kind !== 'compacted') {
						assert.equal(window, 200_000, outcome.kind);
						assert.equal(conversation.context.tokens, tokens);
						return;
					}
					const { record } = outcome;
					assert.ok(conversation.context.tokens < tokens);
					assert.equal(record.tokens.before, tokens);
					assert.equal(record.tokens.after, conversation.context.tokens);
				});
			}
		}
	}

	it('leaves every stand-in of the pruning where it leaves the messages', () => {
		const conversation = pruned(30);
		const pruning = conversation.active ?? assert.fail();
		// Another rule of an earlier version may have found this one stale as well.
		const message = conversation.log.findLastIndex((entry) => entry.message.role === 'tool');
		const edits = [...pruning.layout.edits, { message, content: 'A digest.', tokens: 5 }];
		const record = { ...pruning, layout: { ...pruning.layout, edits } };
		const expected = conversation.activeId;
		conversation.commit({ record, parent: undefined, expected });
		const { outcome } = planOf(conversation, {
			source: 'active',
			trigger: 'manual',
			settings: { ...defaultSettings, window: 16_000, tailTokens: 1_000 },
		});
		assert.ok(outcome.kind === 'plan');
		const { layout } = outcome.plan;
		const inTail = edits.filter((edit) => edit.message >= layout.range.end);
		assert.ok(inTail.length > 1);
		const digested = new Set(layout.edits.map((edit) => edit.message));
		assert.ok(inTail.every((edit) => digested.has(edit.message)));
	});
});
