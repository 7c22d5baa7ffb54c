import assert from 'node:assert/strict';
import { defaultSettings } from '../../../../src/compaction/budgets.ts';
import type { CompactionRecord } from '../../../../src/compaction/record.ts';
import { builtInSummariser } from '../../../../src/models/builtIn.ts';
import { Conversation } from '../../../../src/conversations/conversation.ts';
import { playRounds } from '../../../../src/conversations/rounds.ts';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';
import { prose } from '../../../support/logs.ts';
import { Session } from '../facts/session.ts';

const summariser = builtInSummariser(() => 0);

/** Ten chapters of work, each with a request, a rule, files and commands of its own. */
function chapters(): Session {
	const session = new Session();
	for (let chapter = 0; chapter < 10; chapter += 1) {
		session
			.person(
				`Chapter ${chapter}: please build part ${chapter}. Never touch table_${chapter} directly.`,
			)
			.says(`I start with part ${chapter}. ${prose(600, chapter)}`)
			.write(`/home/sam/app/src/part${chapter}.ts`, `export function part${chapter}() {}`)
			.write(`/home/sam/app/src/draft${chapter}.ts`)
			.run(`rm src/draft${chapter}.ts`, prose(4_000, chapter))
			.run('pnpm test', `${prose(6_000, chapter)}\n Tests  ${chapter + 1} passed (${chapter + 1})`)
			.says(`Part ${chapter} is done. ${prose(400, chapter)}`);
	}
	return session;
}

describe('ten successive compactions', () => {
	let records: readonly CompactionRecord[];

	before(async () => {
		const conversation = new Conversation(estimatedTokens, () => 0);
		const result = await playRounds(
			conversation,
			chapters().messages,
			{
				rounds: 10,
				force: true,
				summariser,
				settings: { ...defaultSettings, summaryTokens: 8_000, tailTokens: 200 },
			},
			new AbortController().signal,
		);
		({ records } = result);
	});

	const last = (): CompactionRecord => {
		const record = records.at(-1);
		assert.ok(record !== undefined);
		return record;
	};

	/** Chapters that are wholly behind the last compaction. */
	const finished = Array.from({ length: 9 }, (_, chapter) => chapter);

	it('come about', () => {
		assert.ok(records.length >= 9, String(records.length));
	});

	it('still hold every request', () => {
		const { handoff } = last();
		for (const chapter of finished) {
			assert.ok(
				handoff.includes(`Chapter ${chapter}: please build part ${chapter}.`),
				String(chapter),
			);
		}
	});

	it('still hold every constraint', () => {
		const told = last().summary['Constraints & Preferences'].map((item) => item.text);
		for (const chapter of finished) {
			assert.ok(told.includes(`Never touch table_${chapter} directly.`), String(chapter));
		}
	});

	it('still hold the final state of every file', () => {
		const told = last().summary['Relevant Files'].map((item) => item.text);
		for (const chapter of finished) {
			assert.ok(
				told.some((text) => text.startsWith(`src/part${chapter}.ts — created`)),
				String(chapter),
			);
			assert.ok(told.includes(`src/draft${chapter}.ts — deleted`), String(chapter));
		}
	});

	it('number the actions without gaps', () => {
		for (const record of records) {
			const numbers = record.summary['Completed Actions'].map(({ text }) =>
				Number.parseInt(text, 10),
			);
			assert.deepEqual(
				numbers,
				numbers.map((_, position) => position + 1),
			);
		}
	});

	it('do not call a check older than the last edits that ran again in the tail', () => {
		for (const record of records) {
			const state = record.summary['Active State'].map((item) => item.text);
			assert.ok(!state.some((text) => text.includes('before the last edits')), state.join('\n'));
		}
	});

	it('do not grow without bound', () => {
		for (const record of records) {
			assert.ok(record.tokens.summary <= 8_000, String(record.tokens.summary));
		}
		const sizes = records.map((record) => record.tokens.summary);
		const growth = (sizes.at(-1) ?? 0) / (sizes.at(-2) ?? 1);
		assert.ok(growth < 1.3, sizes.join(', '));
	});

	it('never speak of a compaction before them', () => {
		assert.doesNotMatch(last().handoff.slice(400), /Handoff from an earlier context window/);
	});
});
