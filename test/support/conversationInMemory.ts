import assert from 'node:assert/strict';
import type { CompactionRecord } from '../../src/compaction/record.ts';
import {
	type CompactLogOutcome,
	type PlanRequest,
	writeSummary,
} from '../../src/conversations/compacting.ts';
import { Conversation } from '../../src/conversations/conversation.ts';
import { memoryStore } from '../../src/conversations/store/openStore.ts';
import type { Message } from '../../src/messages/message.ts';
import { estimatedTokens } from '../../src/messages/tokens.ts';
import type { Summariser } from '../../src/models/ladder.ts';

/** A conversation that nothing else knows of. */
export function conversationInMemory(messages: readonly Message[] = []): Conversation {
	const store = memoryStore(() => 0);
	const { id } = store.create({ title: '', source: '' });
	const conversation = new Conversation(store, id, estimatedTokens);
	conversation.append(messages);
	return conversation;
}

/** What one compaction is asked for, and who writes its summary. */
export type CompactOptions = Omit<PlanRequest, 'source'> & { readonly summariser: Summariser };

/** Compacts a conversation that nobody else works in. Its clock goes on by 7 with each look. */
export async function compactOnce(
	conversation: Conversation,
	{ summariser, ...request }: CompactOptions,
	signal = new AbortController().signal,
): Promise<CompactLogOutcome> {
	let clock = 0;
	const writer = { summariser, now: () => (clock += 7) };
	const written = await writeSummary(
		conversation,
		{ ...request, source: 'active' },
		writer,
		signal,
	);
	if (written.kind !== 'written') {
		return written;
	}
	assert.ok(conversation.commit(written.finished));
	return { kind: 'compacted', record: written.finished.record };
}

/** Appends messages in equal parts and compacts after each, as a long session would. */
export async function playRounds(
	messages: readonly Message[],
	rounds: number,
	options: CompactOptions,
): Promise<readonly CompactionRecord[]> {
	const conversation = conversationInMemory();
	const records: CompactionRecord[] = [];
	for (let round = 1; round <= rounds; round += 1) {
		const end = Math.round((messages.length * round) / rounds);
		conversation.append(messages.slice(conversation.log.length, end));
		const outcome = await compactOnce(conversation, options);
		assert.ok(outcome.kind === 'compacted', `round ${round}: ${outcome.kind}`);
		records.push(outcome.record);
	}
	return records;
}
