import assert from 'node:assert/strict';
import { digest } from '../../../src/messages/digest.ts';
import { isMarked } from '../../../src/messages/marks.ts';
import { toolUse } from '../../../src/messages/toolUse.ts';
import { assistant, call, logOf, numberedLines, result } from '../../support/logs.ts';

/** The digest of a call with this result. */
function digestOf(
	name: string,
	values: unknown,
	text: string,
	{ isError, recall }: { isError?: boolean; recall?: number } = {},
): string {
	const one = call('a', name, values);
	const log = logOf(assistant('', one), result('a', text, isError));
	return digest(toolUse(log, 0, one, 1), recall);
}

describe('the digest of a tool result', () => {
	it('names tool, command, exit code and lines of a terminal', () => {
		assert.equal(
			digestOf('Bash', { command: 'npm test' }, `${numberedLines(46)}\nExit code: 0`),
			'⟪precis: Bash npm test → exit 0, 47 lines⟫',
		);
	});

	it('names an unknown tool, its first two arguments and the size', () => {
		assert.equal(
			digestOf('mcp__crm__lookup', { id: 7, open: true, deep: 'x' }, 'y'.repeat(300)),
			'⟪precis: mcp__crm__lookup id=7 open=true → 300 chars⟫',
		);
		assert.equal(digestOf('ping', {}, 'y'.repeat(300)), '⟪precis: ping → 300 chars⟫');
	});

	it('cuts a command at 80 characters, on one line', () => {
		const command = `for file in *.ts; do\n  npx prettier --check "$file" && npx eslint "$file" && echo "checked $file"\ndone`;
		const [, shown = ''] =
			/Bash (.*) → /.exec(digestOf('Bash', { command }, numberedLines(9))) ?? [];
		assert.ok(shown.length <= 80 && shown.endsWith('…'));
		assert.ok(command.replace(/\s+/g, ' ').startsWith(shown.slice(0, -1)));
	});

	it('says how to get the original back where recall is offered', () => {
		assert.equal(
			digestOf('Read', { file_path: 'a.ts' }, numberedLines(30), { recall: 41 }),
			'⟪precis: Read a.ts → 30 lines · recall #41⟫',
		);
	});

	it('carries our mark, so that it is not pruned again', () => {
		assert.ok(isMarked(digestOf('Bash', { command: 'ls' }, numberedLines(30))));
	});
});

describe('the digest of a failure', () => {
	for (const [what, text, kept] of [
		['a non-zero exit', `${numberedLines(50)}\nError: disk full\nExit code: 1`, 'Error: disk full'],
		[
			'a traceback',
			'Traceback (most recent call last):\n  File "a.py"\nValueError: invalid x',
			'ValueError: invalid x',
		],
		['FAILED', `collected 3\nFAILED tests/a.py::b\n${numberedLines(20)}`, 'FAILED tests/a.py::b'],
		[
			'command not found',
			`bash: foo: command not found\n${numberedLines(20)}`,
			'bash: foo: command not found',
		],
	] as const) {
		it(`keeps the error lines of ${what}`, () => {
			const [first = '', ...lines] = digestOf('Bash', { command: 'make' }, text).split('\n');
			assert.match(first, /^⟪precis: Bash make → (failed|exit 1), \d+ lines⟫$/);
			assert.ok(lines.includes(kept), lines.join('|'));
		});
	}

	it('keeps them for any tool whose client says so', () => {
		const text = digestOf('Edit', { file_path: 'a.ts' }, 'String to replace not found in file.', {
			isError: true,
		});
		assert.equal(
			text,
			'⟪precis: Edit a.ts → failed, 36 chars⟫\nString to replace not found in file.',
		);
	});

	it('keeps about 800 characters of them at most', () => {
		const errors = Array.from({ length: 8 }, (_, index) => `error ${index} ${'x'.repeat(250)}`);
		const lines = digestOf('Bash', { command: 'make' }, errors.join('\n'), { isError: true });
		assert.ok(lines.length < 900, String(lines.length));
		assert.ok(lines.includes('error 0'));
	});
});
