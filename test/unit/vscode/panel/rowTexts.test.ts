import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../../src/protocol/conversationView.ts';
import {
	ageText,
	conversationTexts,
	recordTexts,
	type RowState,
	type RowTexts,
} from '../../../../src/vscode/panel/rowTexts.ts';
import { rowOf } from './rows.ts';

const minute = 60_000;

describe('the row of a conversation', () => {
	const texts = (
		changes: Parameters<typeof rowOf>[0] = {},
		status: Partial<RowState> = {},
	): RowTexts =>
		conversationTexts(rowOf(changes), {
			now: 2 * minute,
			isShown: false,
			isCompacting: false,
			isElsewhere: false,
			...status,
		});

	it('says how much of the window it takes, when it was changed and, cut off first, where it came from', () => {
		for (const [changes, description] of [
			[{}, '≈ 136.3K tokens · 2 min ago · Claude Code'],
			[{ source: '', file: '/home/someone/chat.json' }, '≈ 136.3K tokens · 2 min ago · chat.json'],
			[
				{ context: { used: 22_523, window: 200_000 } },
				'≈ 22.5K / ≈ 200K · 2 min ago · Claude Code',
			],
			[
				{ context: { used: 22_523, window: 200_000, isWindowReported: true as const } },
				'≈ 22.5K / 200K · 2 min ago · Claude Code',
			],
			[
				{ context: { used: 452_454, isReported: true as const } },
				'452.5K tokens · 2 min ago · Claude Code',
			],
		] as const) {
			assert.equal(texts(changes).description, description);
		}
	});

	it('names the folder of another workspace, also where its address cannot be decoded', () => {
		const workspace = 'file:///home/someone/other%20project/';
		assert.match(texts({ workspace }, { isElsewhere: true }).description, / · other project · /);
		assert.doesNotMatch(texts({ workspace }).description, /other project/);
		const broken = texts({ workspace: 'file:///home/100%' }, { isElsewhere: true });
		assert.match(broken.description, / · 100% · /);
	});

	it('has no icons and no line breaks of a title', () => {
		assert.equal(texts({ title: '$(trash)\nfix' }).label, '$ (trash) fix');
		assert.equal(texts({ title: ' ' }).label, 'Untitled');
	});

	it('tells on hovering what has no room, and says aloud what others see', () => {
		const row = { file: '/sessions/one.jsonl', records: 3, kept: false };
		const { details, spoken } = texts(row, { isShown: true, isCompacting: true });
		assert.deepEqual(details, [
			'Move session handling to short-lived tokens',
			'Claude Code · /sessions/one.jsonl',
			'1,200 messages, ≈ 136,264 tokens in all',
			'Entries in its history: 3',
			'In memory only: lost when the window closes',
			'shown in Summary',
			'is being compacted',
		]);
		assert.match(spoken, /^Move session .*, shown in Summary, is being compacted, ≈ /);
		const context = { used: 22_523, window: 200_000 };
		const continued = texts({ context: { ...context, isUntilContinued: true } }).details;
		assert.equal(continued.length, texts({ context }).details.length + 1);
		// An opened transcript stays where it is.
		assert.equal(texts({ kept: false, viewed: true }).details.length, 3);
	});
});

describe('the row of a record', () => {
	const entry: HistoryEntry = {
		id: 7,
		number: 3,
		createdAt: 0,
		kind: 'compaction',
		focus: 'auth',
		tokensBefore: 136_264,
		tokensAfter: 22_523,
	};
	const texts = (changes: Partial<HistoryEntry> = {}, isActive = false): RowTexts =>
		recordTexts({ ...entry, ...changes }, isActive, 0, 2 * minute);

	it('says what happened, for which focus, who did it and when', () => {
		const { label, description } = texts({ assistant: 'Claude Code' });
		assert.equal(label, '3 · ≈ 136.3K → ≈ 22.5K');
		const reported = texts({ isReported: true, isAfterReported: true });
		assert.equal(reported.label, '3 · 136.3K → 22.5K');
		assert.equal(description, '2 min ago · Claude Code · focus "auth"');
		assert.deepEqual(
			(['pin', 'edit', 'remove', 'prune'] as const).map((kind) => texts({ kind }).label),
			['3 · pins changed', '3 · item edited', '3 · item removed', '3 · tool results pruned'],
		);
	});

	it('says that it is the active one, and can stand for the log as it is', () => {
		const { spoken, details } = texts({}, true);
		assert.match(spoken, /^3 · ≈ 136.3K → ≈ 22.5K, active, /);
		assert.ok(details.includes('The active version'));
		const log = recordTexts(undefined, true, 136_264, 0);
		assert.equal(log.spoken, 'Nothing compacted, active, ≈ 136.3K tokens');
	});
});

describe('how long ago something was', () => {
	const now = Date.UTC(2026, 5, 15, 12);
	const hour = 60 * minute;
	const day = 24 * hour;

	it('is said in the largest unit that has passed, rounded down; long ago by the date', () => {
		for (const [elapsed, said] of [
			[-hour, 'just now'],
			[59_000, 'just now'],
			[minute, '1 min ago'],
			[59 * minute, '59 min ago'],
			[hour, '1 h ago'],
			[23.9 * hour, '23 h ago'],
			[day, '1 d ago'],
			[29.9 * day, '29 d ago'],
			[45 * day, 'May 1, 2026'],
		] as const) {
			assert.equal(ageText(now - elapsed, now), said);
		}
	});
});
