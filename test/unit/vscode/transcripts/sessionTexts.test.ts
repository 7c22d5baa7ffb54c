import assert from 'node:assert/strict';
import { RowLanguage } from '../../../../src/vscode/panel/rowLanguage.ts';
import { groupName, sessionTexts } from '../../../../src/vscode/transcripts/sessionTexts.ts';
import { english } from '../../../support/vscodeFakes.ts';
import { sessionOf } from './sessions.ts';

const language = new RowLanguage(english, 'en');
const hour = 3_600_000;

const texts = (about: Parameters<typeof sessionOf>[1]) =>
	sessionTexts(sessionOf('/home/me/.claude/projects/p/0b1c.jsonl', about), 3 * hour, language);

describe('the row of a session', () => {
	it('says what it is about, whose it is, how old and how large', () => {
		const about = { title: 'Sort the invoices', assistant: 'Claude Code', project: '/work/shop' };
		const { label, description, detail } = texts({ ...about, store: 'claude-code' });
		assert.equal(label, 'Sort the invoices');
		assert.equal(description, 'Claude Code · shop · 3 h ago');
		assert.equal(detail, '1.2 MB · ≈ 70K tokens');
	});

	it('goes by its project, else by its file, while it has no title', () => {
		const unnamed = texts({ project: 'C:\\work\\shop\\', assistant: 'Pi' });
		assert.deepEqual([unnamed.label, unnamed.description], ['shop', 'Pi · 3 h ago']);
		assert.equal(texts({ project: 'file:///work/all.code-workspace' }).label, 'all');
		assert.equal(texts({ title: '' }).label, '0b1c.jsonl');
		assert.equal(texts({}).description, '3 h ago');
	});

	it('says nothing of tokens where that would be a guess', () => {
		assert.equal(texts({ store: 'opencode' }).detail, '1.2 MB');
		assert.equal(texts({}).detail, '1.2 MB');
		const packed = sessionOf('rollout-1.jsonl.zst', { store: 'codex' });
		assert.equal(sessionTexts(packed, 0, language).detail, '1.2 MB');
	});

	it('shows what is written in a session as text', () => {
		const { label, description } = texts({ title: '$(trash)\nall', project: '/work/$(sync~spin)' });
		assert.doesNotMatch(label + description, /\$\(|\n/);
	});

	it('is as short as sizes are', () => {
		const sizes = [1, 999, 12_345, 123_456_789, 2_500_000_000];
		assert.deepEqual(
			sizes.map((size) => texts({ size }).detail),
			['0.1 kB', '1 kB', '12 kB', '123 MB', '2.5 GB'],
		);
	});

	it('stands under a heading of its own in every group', () => {
		const groups = ['here', 'day', 'week', 'month', 'older'] as const;
		assert.equal(new Set(groups.map((group) => groupName(group, language))).size, groups.length);
	});
});
