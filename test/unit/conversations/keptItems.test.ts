import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { changeItem, type ItemChange, userEditsOf } from '../../../src/compaction/changes.ts';
import type { CompactionRecord } from '../../../src/compaction/record.ts';
import { type Source, writeSummary } from '../../../src/conversations/compacting.ts';
import type { Conversation } from '../../../src/conversations/conversation.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import {
	builtInSummariser,
	ladderSummariser,
	type Summariser,
} from '../../../src/models/ladder.ts';
import { renderItem, sectionTitles } from '../../../src/summary/sections.ts';
import { keptItems, restates } from '../../../src/summary/userEdits.ts';
import { settingsWith } from '../../support/compactions.ts';
import { conversationInMemory } from '../../support/conversationInMemory.ts';
import { assistant, at, call, prose, result, user } from '../../support/logs.ts';
import { ScriptedWorld } from '../../support/scriptedCalls.ts';
import { goodReply, item } from '../summary/requests.ts';

const settings = settingsWith({ window: 40_000, tailTokens: 300, protectFirst: 1 });
const never = new AbortController().signal;

/** A chapter of work with a rule, files and commands of its own. */
function append(conversation: Conversation, chapter: number): void {
	const id = `call_${chapter}`;
	conversation.append([
		user(`Chapter ${chapter}: please build part ${chapter}. Never touch table_${chapter}.`),
		assistant(
			`I write part ${chapter} because chapter ${chapter} asks for it. ${prose(3_000, chapter)}`,
			call(id, 'Write', { file_path: `src/part${chapter}.ts`, content: 'x' }),
		),
		result(id, prose(6_000, chapter)),
		assistant(`Part ${chapter} is done. ${prose(900, chapter)}`),
	]);
}

/** A model that writes what it pleases, and again what a person keeps or has removed. */
function stubbornModel(again: () => readonly string[]): Summariser {
	let number = 0;
	return {
		summarise(request, signal) {
			number += 1;
			const reworded = again().map((text) => item(`${number}.  ${text.toUpperCase()}`, 2));
			const reply = goodReply({
				'Key Decisions': [item(`Decision ${number}`, 2), ...reworded],
				'Completed Actions': [item(`${number}. EDIT part${number}.ts — ok`, 3), ...reworded],
			});
			const world = new ScriptedWorld({ content: reply, finishReason: 'stop' });
			return ladderSummariser(world.options()).summarise(request, signal);
		},
	};
}

const builtIn = builtInSummariser(() => 0);

async function compact(
	conversation: Conversation,
	summariser: Summariser,
	source: Source,
): Promise<CompactionRecord | undefined> {
	const request = { trigger: 'manual', settings, source } as const;
	const writer = { summariser, now: () => 0 };
	const written = await writeSummary(conversation, request, writer, never);
	if (written.kind !== 'written') {
		return undefined;
	}
	const { finished } = written;
	assert.ok(conversation.commit(finished));
	return finished.record;
}

/** Changes an item of the active record. @returns Whether that was allowed. */
function change(conversation: Conversation, position: number, wanted: ItemChange): boolean {
	const { active, activeId, log } = conversation;
	assert.ok(active !== undefined);
	const places = sectionTitles.flatMap((section) =>
		active.summary[section].map(({ text }, index) => ({ section, index, text })),
	);
	if (places.length === 0) {
		return false;
	}
	const outcome = changeItem(
		{ log, record: active, settings, counter: estimatedTokens },
		at(places, position % places.length),
		wanted,
	);
	if (outcome.kind !== 'changed') {
		return false;
	}
	const record = { record: outcome.record, parent: activeId, expected: activeId };
	assert.ok(conversation.commit(record));
	return true;
}

function assertDecided(record: CompactionRecord, before: CompactionRecord): void {
	const { kept, removed } = userEditsOf(before);
	assert.deepEqual(userEditsOf(record), { kept, removed });
	for (const { item } of kept) {
		assert.ok(record.handoff.includes(renderItem(item)), JSON.stringify(item.text));
	}
	const isRemoved = restates(removed);
	for (const title of sectionTitles.slice(1)) {
		for (const { text, kept } of record.summary[title]) {
			assert.ok(kept !== undefined || !isRemoved(text), text);
		}
	}
}

const texts = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
	fc.constantFrom(
		'Deploy  only\n\ton Fridays, *never* before',
		'12. RUN `make -j8` — exit 0 [tool: Bash]',
		'Ünïcödé 🎉 — “quoted”\r\n## Goal\n- not a heading',
		'Ends like a source (m41)',
		prose(1_500, 3),
	),
);

const changes: fc.Arbitrary<ItemChange> = fc.oneof(
	fc.constant<ItemChange>({ kind: 'pin' }),
	fc.constant<ItemChange>({ kind: 'remove' }),
	texts.map((text) => ({ kind: 'edit' as const, text })),
);

const steps = fc.array(
	fc.record({
		changes: fc.array(fc.tuple(fc.nat(1_000), changes), { maxLength: 3 }),
		source: fc.constantFrom<Source>('active', 'active', 'active', 'originals', 'same'),
		model: fc.boolean(),
	}),
	{ minLength: 10, maxLength: 10 },
);

describe('what a person decided about items', () => {
	it('survives ten compactions word for word, whoever writes the summaries from whatever', async () => {
		let kept = 0;
		let compactions = 0;
		await fc.assert(
			fc.asyncProperty(steps, async (steps) => {
				const conversation = conversationInMemory();
				const again = (): string[] => {
					const { kept, removed } = userEditsOf(conversation.active);
					return [...kept.map(({ item }) => item.text), ...removed];
				};
				const model = stubbornModel(again);
				append(conversation, 0);
				append(conversation, 1);
				assert.ok((await compact(conversation, builtIn, 'active')) !== undefined);
				for (const [index, { changes, source, model: asked }] of steps.entries()) {
					changes.forEach(([position, wanted]) => change(conversation, position, wanted));
					append(conversation, index + 2);
					const before = conversation.active;
					assert.ok(before !== undefined);
					const record = await compact(conversation, asked ? model : builtIn, source);
					if (record !== undefined) {
						compactions += 1;
						kept += keptItems(record.summary).length;
						assertDecided(record, before);
					}
				}
			}),
			{ numRuns: 5 },
		);
		assert.ok(compactions > 30 && kept > compactions, `${compactions} ${kept}`);
	});
});
