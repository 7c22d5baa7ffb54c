import assert from 'node:assert/strict';
import { withoutQuoted } from '../../../src/messages/shellQuotes.ts';
import { traitsOf } from '../../../src/messages/toolUse.ts';

describe('what stands in quotes on a command line', () => {
	const cases: readonly (readonly [string, string])[] = [
		['gh pr comment --body "a; b (c) | d" && ls', 'gh pr comment --body "" && ls'],
		["grep 'it; is' a | head", 'grep "" a | head'],
		[String.raw`echo it\'s | cat it\'s`, String.raw`echo it\'s | cat it\'s`],
		['bash -lc "npm test; ls"', 'bash -lc "npm test; ls"'],
	];
	for (const [line, bare] of cases) {
		it(`is no shell, but where a shell is given it: ${line}`, () => {
			assert.equal(withoutQuoted(line), bare);
		});
	}

	it('neither joins commands nor hides the exit code of one', () => {
		const { isChain, hidesExit } = traitsOf('gh pr comment --body "first | then; last"');
		assert.deepEqual([isChain, hidesExit], [false, false]);
		assert.equal(traitsOf('gh pr comment --body "a" | cat').hidesExit, true);
		assert.equal(traitsOf("cat <<E\nit's\nE\nnpm test | grep 'x'").hidesExit, true);
	});
});
