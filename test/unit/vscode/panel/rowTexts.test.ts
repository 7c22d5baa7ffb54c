import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../../src/protocol/conversationView.ts';
import {
	conversationTexts,
	logTexts,
	recordTexts,
	sharedTexts,
	unlistedText,
	type RowStanding,
} from '../../../../src/vscode/panel/rowTexts.ts';
import { RowLanguage } from '../../../../src/vscode/panel/rowLanguage.ts';
import { english } from '../../../support/vscodeFakes.ts';
import { rowOf } from './rows.ts';

const language = new RowLanguage(english, 'en');
const minute = 60_000;

describe('the row of a conversation', () => {
	const standing: RowStanding = {
		now: 2 * minute,
		isShown: false,
		isCompacting: false,
		isElsewhere: false,
	};

	it('says where it came from, how large it is and when it was changed', () => {
		const { label, description } = conversationTexts(rowOf(), standing, language);
		assert.equal(label, 'Move session handling to short-lived tokens');
		assert.equal(description, 'Claude Code · 136.3K tokens · 2 min ago');
	});

	it('says how much of the window its context takes, where that is known', () => {
		const row = rowOf({ context: { used: 22_523, window: 200_000 } });
		const { description, details } = conversationTexts(row, standing, language);
		assert.equal(description, 'Claude Code · ≈ 22.5K / 200K · 2 min ago');
		assert.ok(details.includes('Context: ≈ 22,523 of 200,000 tokens'));
	});

	it('marks no size that was reported, and names no window that is not known', () => {
		const row = rowOf({ context: { used: 452_454, isReported: true } });
		const { description, details } = conversationTexts(row, standing, language);
		assert.equal(description, 'Claude Code · 452.5K tokens · 2 min ago');
		assert.ok(details.includes('Context: 452,454 tokens'));
	});

	it('names the file where no assistant is known', () => {
		const row = rowOf({ source: '', file: '/home/someone/chat.json' });
		const { description } = conversationTexts(row, standing, language);
		assert.match(description, /^chat\.json · /);
	});

	it('names the folder of another workspace', () => {
		const row = rowOf({ workspace: 'file:///home/someone/other%20project/' });
		const { description } = conversationTexts(row, { ...standing, isElsewhere: true }, language);
		assert.match(description, /^other project · Claude Code · /);
		assert.doesNotMatch(conversationTexts(row, standing, language).description, /other project/);
	});

	it('shows an address that cannot be decoded as it is', () => {
		const row = rowOf({ workspace: 'file:///home/100%' });
		const { description } = conversationTexts(row, { ...standing, isElsewhere: true }, language);
		assert.match(description, /^100% · /);
	});

	it('has no icons and no line breaks of a title', () => {
		const row = rowOf({ title: '$(trash)\nfix' });
		assert.equal(conversationTexts(row, standing, language).label, '$ (trash) fix');
		assert.equal(conversationTexts(rowOf({ title: ' ' }), standing, language).label, 'Untitled');
	});

	it('says aloud what others see', () => {
		const texts = conversationTexts(
			rowOf(),
			{ ...standing, isShown: true, isCompacting: true },
			language,
		);
		assert.equal(
			texts.spoken,
			'Move session handling to short-lived tokens, shown in Summary, is being compacted, Claude Code · 136.3K tokens · 2 min ago',
		);
	});

	it('tells on hovering what has no room', () => {
		const row = rowOf({ file: '/sessions/one.jsonl', records: 3, kept: false });
		assert.deepEqual(conversationTexts(row, standing, language).details, [
			'Move session handling to short-lived tokens',
			'Claude Code · /sessions/one.jsonl',
			'1,200 messages, 136,264 tokens in all',
			'Entries in its history: 3',
			'In memory only: lost when the window closes',
		]);
		// An opened transcript stays where it is.
		const viewed = rowOf({ kept: false, viewed: true });
		assert.equal(conversationTexts(viewed, standing, language).details.length, 3);
	});
});

describe('the row of a record', () => {
	const entry: HistoryEntry = {
		id: 7,
		number: 3,
		createdAt: 0,
		kind: 'compaction',
		trigger: 'manual',
		focus: 'auth',
		tokensBefore: 136_264,
		tokensAfter: 22_523,
	};

	it('says how small the context became, its focus and when', () => {
		const { label, description } = recordTexts(entry, false, 2 * minute, language);
		assert.equal(`${label} · ${description}`, '3 · 136,264 → 22,523 · focus "auth" · 2 min ago');
	});

	it('says which assistant had made it itself', () => {
		const theirs = { ...entry, assistant: 'Claude Code' };
		const { description, details } = recordTexts(theirs, false, 2 * minute, language);
		assert.equal(description, 'Claude Code · focus "auth" · 2 min ago');
		assert.ok(details.includes('Compacted by Claude Code'));
	});

	it('says what a person has changed', () => {
		const { focus: _, ...rest } = entry;
		const labels = (['pin', 'edit', 'remove'] as const).map(
			(kind) => recordTexts({ ...rest, kind }, false, minute, language).label,
		);
		assert.deepEqual(labels, ['3 · pins changed', '3 · item edited', '3 · item removed']);
	});

	it('says aloud that it is the active one', () => {
		const { spoken, details } = recordTexts(entry, true, minute, language);
		assert.match(spoken, /^3 · 136,264 → 22,523, active, /);
		assert.ok(details.includes('The active version'));
	});

	it('can stand for the log as it is', () => {
		const { label, description, spoken } = logTexts(136_264, true, language);
		assert.deepEqual([label, description], ['Nothing compacted', '136,264 tokens']);
		assert.equal(spoken, 'Nothing compacted, active, 136,264 tokens');
	});
});

describe('the row of a handoff that was shared', () => {
	const commit = '0123456789abcdef0123456789abcdef01234567';
	const handoff = { name: 'a', commit, title: 'Fix the upload', author: 'ada', date: 0 };

	it('says who shared it, in which commit and when', () => {
		const { label, description, spoken } = sharedTexts(handoff, '/app', 2 * minute, language);
		assert.deepEqual([label, description], ['Fix the upload', 'ada · 01234567 · 2 min ago']);
		assert.equal(spoken, 'Fix the upload, ada · 01234567 · 2 min ago');
	});

	it('tells on hovering the whole commit, the time and the repository', () => {
		const { details } = sharedTexts(handoff, '/work/app', 0, language);
		assert.deepEqual(details, [
			'Fix the upload',
			'Author: ada',
			`Commit: ${commit}`,
			language.time(0),
			'/work/app',
		]);
	});

	it('has no icons and is not from the future, whatever its author wrote', () => {
		const hostile = { ...handoff, title: '$(trash) x', author: '$(zap)', date: 9 * minute };
		const { label, description } = sharedTexts(hostile, '/app', 0, language);
		assert.deepEqual([label, description], ['$ (trash) x', '$ (zap) · 01234567 · just now']);
	});

	it('is counted where it is not listed', () => {
		assert.equal(unlistedText(1, language), '1 more is not listed');
		assert.equal(unlistedText(7, language), '7 more are not listed');
	});
});
