import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompactionRecord } from '../../../../src/compaction/record.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { NewEntry } from '../../../../src/conversations/store/store.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { summaryOf } from '../../../../src/summary/sections.ts';

/** Short ways to write what goes into a store. */

export const newConversation = { title: 'Parser', source: 'test' } as const;

/** An entry; text stands for a message of the person. */
export function entry(message: Message | string): NewEntry {
	const whole: Message = typeof message === 'string' ? { role: 'user', content: message } : message;
	return { message: whole, tokens: JSON.stringify(whole).length, counter: 'letters-1' };
}

export function entries(...messages: readonly (Message | string)[]): readonly NewEntry[] {
	return messages.map(entry);
}

/** Messages `<name> 1`, `<name> 2` and so on. */
export function numbered(count: number, name = 'message'): readonly NewEntry[] {
	return Array.from({ length: count }, (_, index) => entry(`${name} ${index + 1}`));
}

/** A record over the first messages of a log. */
export function recordOver(end: number, focus?: string): CompactionRecord {
	return {
		kind: 'compaction',
		trigger: 'manual',
		...(focus === undefined ? {} : { focus: redact(focus) }),
		layout: {
			range: { start: 0, end },
			headStart: 0,
			latestUser: 0,
			edits: [{ message: 0, content: 'shorter', tokens: 2 }],
			placement: 'user',
		},
		summary: summaryOf((title) => (title === 'Goal' ? [{ text: 'A parser', sources: [1] }] : [])),
		quotes: [{ text: 'write a parser', sources: [1] }],
		handoff: 'The handoff \ud83d\ude00.',
		summariser: { kind: 'model', model: 'small' },
		attempts: [
			{
				rung: 'summary-model',
				model: 'small',
				outcome: 'failed',
				error: 'No key.',
				failure: { kind: 'authentication', advice: 'Enter one.' },
				tellPerson: true,
				ms: 0,
			},
			{ rung: 'main-model', model: 'large', outcome: 'ok', ms: 12.5 },
		],
		usage: { requests: 1, inputTokens: 10, outputTokens: 5, cachedTokens: 3, cost: 0.001 },
		tokens: { before: 100, after: 50, summary: 20 },
		logLength: end,
		counts: { kept: 0, summarised: end, digested: 0 },
		durationMs: 12.5,
	};
}

/** A store in a folder where nothing is wrong. */
export function soundStore(path: string, now = (): number => 1_000): SqliteStore {
	const outcome = openStore(path, { now });
	assert.equal(outcome.kind, 'opened');
	return outcome.store;
}

/** Uses a store as anybody would. */
export function assertUsable(store: SqliteStore): void {
	const { id } = store.create(newConversation);
	store.append(id, numbered(2));
	assert.equal(store.log(id).length, 2);
}

/** Folders that are removed after each test of the suite. */
export function temporaryFolders(): () => string {
	const made: string[] = [];
	afterEach(() => {
		for (const folder of made.splice(0)) {
			rmSync(folder, { recursive: true, force: true });
		}
	});
	return () => {
		const folder = mkdtempSync(join(tmpdir(), 'precis-store-'));
		made.push(folder);
		return folder;
	};
}
