import assert from 'node:assert/strict';
import {
	focusFromSelection,
	type SymbolSpan,
} from '../../../../src/vscode/documents/focusFromSelection.ts';

const refresh: SymbolSpan = { name: 'refresh', startLine: 4, endLine: 9, children: [] };
const session: SymbolSpan = { name: 'Session', startLine: 2, endLine: 20, children: [refresh] };

function focus(text: string, startLine = 0, endLine = startLine): string | undefined {
	return focusFromSelection({ text, startLine, endLine, file: 'src/session.ts' }, [session]);
}

describe('the focus of a selection', () => {
	it('is a short text itself, with its file', () => {
		assert.equal(focus(' refreshToken ', 5), 'refreshToken (src/session.ts)');
	});

	it('is the innermost symbol around several lines', () => {
		assert.equal(focus('const a = 1;\nreturn a;', 5, 6), 'refresh (src/session.ts)');
		assert.equal(focus('a\nb', 8, 12), 'Session (src/session.ts)');
	});

	it('is the first line where no symbol is around', () => {
		assert.equal(focus('\n\timport a;\nimport b;', 0, 1), 'import a; (src/session.ts)');
	});

	it('is cut when a line is very long', () => {
		const result = focus('x'.repeat(5_000), 0);
		assert.ok(result !== undefined && result.length < 160 && result.includes('…'));
	});

	it('has no part of a secret that the cut went through', () => {
		const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;
		assert.doesNotMatch(focus(`${'x'.repeat(95)} ${secret} behind`) ?? '', /ghp_/);
	});

	it('is nothing when only blanks are selected', () => {
		assert.equal(focus(' \n\t'), undefined);
	});
});
