import assert from 'node:assert/strict';
import {
	focusFromSelection,
	type DocumentSymbolSpan,
} from '../../../../src/vscode/commands/focusFromSelection.ts';

describe('the focus of a selection', () => {
	const lines = (start: number, end: number) => ({ start: { line: start }, end: { line: end } });
	const refresh: DocumentSymbolSpan = { name: 'refresh', range: lines(4, 9), children: [] };
	const session: DocumentSymbolSpan = { name: 'Session', range: lines(2, 20), children: [refresh] };
	const focus = (text: string, start = 0, end = start): string | undefined =>
		focusFromSelection(text, lines(start, end), 'src/session.ts', [session]);

	it('is a short text, else the innermost symbol around it, else its first line; with the file', () => {
		assert.equal(focus(' refreshToken ', 5), 'refreshToken (src/session.ts)');
		assert.equal(focus('const a = 1;\nreturn a;', 5, 6), 'refresh (src/session.ts)');
		assert.equal(focus('a\nb', 8, 12), 'Session (src/session.ts)');
		assert.equal(focus('\n\timport a;\nimport b;', 0, 1), 'import a; (src/session.ts)');
		assert.equal(focus(' \n\t'), undefined);
	});

	it('is cut when a line is very long, and has no part of a secret that the cut went through', () => {
		const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;
		const cut = focus(`${'x'.repeat(95)} ${secret} behind ${'x'.repeat(5_000)}`) ?? '';
		assert.ok(cut.length < 160 && cut.includes('…'));
		assert.doesNotMatch(cut, /ghp_/);
	});
});
