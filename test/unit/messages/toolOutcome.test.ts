import assert from 'node:assert/strict';
import type { ToolFamily } from '../../../src/messages/toolFamilies.ts';
import { describeOutcome, readOutcome, type Outcome } from '../../../src/messages/toolOutcome.ts';
import { numberedLines } from '../../support/logs.ts';

function outcome(text: string, isError?: boolean, family: ToolFamily = 'terminal'): Outcome {
	return readOutcome(text, { family, isError, answered: true });
}

const exitForms = [
	'Process exited with code 3',
	'Exit code: 3',
	'Exit code 3',
	'exit code: 3',
	'Command exited with code 3',
	'exited with code 3',
	'{"output":"x","metadata":{"exit_code":3}}',
	'{"type":"bash_code_execution_result","stdout":"","stderr":"x","return_code":3}',
	'{"exitCode": 3}',
	'<exit_code> 3 </exit_code>',
];

describe('the exit code of a result', () => {
	for (const form of exitForms) {
		it(`is read from "${form}"`, () => {
			const lines = form.startsWith('{') ? form : `output\n${form}`;
			assert.equal(outcome(`${lines}\n`).exitCode, 3);
			assert.equal(outcome(form.replace('3', '0')).exitCode, 0);
		});
	}

	it('is found at either end of a long output', () => {
		const long = numberedLines(3_000);
		assert.equal(outcome(`${long}\nExit code: 3`).exitCode, 3);
		assert.equal(outcome(`Exit code: 3\n${long}`).exitCode, 3);
	});

	it('is not read out of quoted code, nor out of what no program printed', () => {
		assert.equal(outcome('// returns Exit code: 3').exitCode, undefined);
		assert.equal(outcome('Exit code: 3', undefined, 'read').exitCode, undefined);
	});
});

describe('the status of a result', () => {
	it('is failed for a non-zero exit, a flag of the client or failed tests', () => {
		assert.equal(outcome('Exit code: 1').status, 'failed');
		assert.equal(outcome('all is well', true).status, 'failed');
		assert.equal(outcome('rules', true, 'read').status, 'failed');
		assert.equal(outcome('3 failed, 1 passed in 0.1s\nExit code: 0').status, 'failed');
	});

	it('is failed for phrases of failing programs where no exit code is known', () => {
		for (const text of [
			'Traceback (most recent call last):\n  File "a.py"',
			'bash: foo: command not found',
			'cat: x: No such file or directory',
			'npm ERR! missing script',
			' ELIFECYCLE  Test failed. See above for more details.',
			'\t✖ 2 problems',
			'  Uncaught TypeError: x is not a function',
			'a.ts(1,1): error TS2304: Cannot find name',
			'FAILED tests/a.py',
			'fatal: not a git repository',
		]) {
			assert.equal(outcome(text).status, 'failed', text);
		}
	});

	it('is ok when an exit code or the client says so, whatever the text holds', () => {
		assert.equal(outcome('npm ERR! x\nExit code: 0').status, 'ok');
		assert.equal(outcome('npm ERR! x', false).status, 'ok');
	});

	it('is unknown for ordinary output where nobody says how the program ended', () => {
		assert.equal(outcome('M src/a.ts').status, 'unknown');
		assert.equal(outcome('').status, 'unknown');
	});

	it('is ok for tests that passed', () => {
		assert.equal(outcome('12 passed in 0.1s').status, 'ok');
		assert.equal(outcome('12 passed in 0.1s\nExit code: 0').status, 'ok');
	});

	it('does not mistake the text of a file for a failure', () => {
		const file = 'throw new Error("x");\n// FAILED\nTraceback (most recent call last)';
		assert.equal(outcome(file, undefined, 'read').status, 'ok');
		assert.equal(outcome('Error: file not found', undefined, 'read').status, 'failed');
		assert.equal(
			outcome('The server returned HTTP 404 Not Found.', undefined, 'web').status,
			'failed',
		);
		assert.equal(outcome('A server returned HTTP 404 once.', undefined, 'web').status, 'ok');
		assert.equal(outcome('<tool_use_error>No such tool', undefined, 'other').status, 'failed');
	});

	it('is unknown without a result', () => {
		const none = readOutcome('', { family: 'terminal', isError: undefined, answered: false });
		assert.deepEqual(none, { status: 'unknown', lines: 0, characters: 0, errorLines: [] });
	});
});

describe('the answers of several commands in one result', () => {
	const answer = (query: string, result: string, error?: string): object => ({
		query,
		result,
		...(error === undefined ? {} : { error }),
		success: error === undefined,
	});
	const passed = answer('node test.js', '1 passed\n');
	const failed = answer(
		'node test.js',
		'[Command exited with code 1]\n\n[stderr]\nAssertionError: 1 == 2\n',
		'Command exited with code 1',
	);

	it('tell how each of them ended', () => {
		const of = (...answers: readonly object[]): Outcome => outcome(JSON.stringify(answers));
		assert.equal(of(passed).status, 'ok');
		assert.equal(of(answer('seq 1 3', '1\n2\n3\n'), passed).status, 'ok');
		for (const told of [of(failed), of(passed, failed), of(failed, passed)]) {
			assert.equal(told.status, 'failed');
			assert.equal(told.exitCode, 1);
		}
		assert.ok(of(failed).errorLines.includes('AssertionError: 1 == 2'));
	});

	it('are what a program printed where one of them has another shape', () => {
		const printed = JSON.stringify([passed, { query: 'x' }]);
		assert.equal(outcome(printed).status, 'unknown');
		assert.equal(outcome('[]').status, 'unknown');
	});

	it('tell of an edit that was refused, and of files of which one was not found', () => {
		const refused = JSON.stringify(answer('edit:a.js', '', 'Editor operation failed: no match'));
		assert.equal(outcome(refused, undefined, 'edit').status, 'failed');
		const missing = answer('b.js', '', 'File not found');
		assert.equal(outcome(JSON.stringify([missing]), undefined, 'read').status, 'failed');
		assert.equal(
			outcome(JSON.stringify([answer('a.js', 'x'), missing]), undefined, 'read').status,
			'ok',
		);
	});
});

describe('error lines', () => {
	it('are the first and the last ones of a failure, in order', () => {
		const errors = Array.from({ length: 20 }, (_, index) => `error ${index}: broken`);
		const text = `${numberedLines(50)}\n${errors.join('\n')}\n${numberedLines(50)}\nExit code: 1`;
		assert.deepEqual(outcome(text).errorLines, [...errors.slice(0, 4), ...errors.slice(-4)]);
	});

	it('tells no line of a client as the last words of a failing program', () => {
		for (const text of [
			'Process exited with code 3\nOriginal token count: 3\nOutput:\nout of luck',
			'Directory: (root)\nOutput:\nout of luck\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: 5209',
			'<untrusted_context>\nout of luck\nExit Code: 3\n</untrusted_context>',
			'out of luck\n<shellId: 1 completed with exit code 3>',
		]) {
			assert.deepEqual(outcome(text).errorLines, ['out of luck'], text);
		}
	});

	it('are told once, without colours, and cut when a line is a data dump', () => {
		const line = '\u001b[31mError: bad\u001b[0m';
		assert.deepEqual(outcome(`${line}\n${line}\nExit code: 1`).errorLines, ['Error: bad']);
		const dump = outcome(`Error: ${'x'.repeat(5_000)}\nExit code: 1`).errorLines;
		assert.equal(dump[0]?.length, 300);
	});

	it('leave out lines that name errors only to say there were none, and code', () => {
		const harmless = [
			'0 errors',
			'no failures',
			'errors: 0',
			'Error: (none)',
			'// handle error',
			'import error from "x"',
			'return error',
		];
		assert.deepEqual(outcome(`${harmless.join('\n')}\nassert failed: a\nExit code: 1`).errorLines, [
			'assert failed: a',
		]);
	});

	it('are none unless the call failed', () => {
		assert.deepEqual(outcome('error: none really\nExit code: 0').errorLines, []);
	});
});

describe('an outcome in words', () => {
	it('names exit code and counts', () => {
		assert.equal(
			describeOutcome(outcome('3 failed, 12 passed in 1s\nExit code: 1')),
			'exit 1 · 3 failed, 12 passed',
		);
		assert.equal(
			describeOutcome(outcome('12 passed, 1 skipped in 1s\nExit code: 0')),
			'exit 0 · 12 passed, 1 skipped',
		);
	});
});

describe('a command whose exit code is another command’s', () => {
	function piped(text: string, command = 'npm test | tail'): Outcome {
		return readOutcome(text, { family: 'terminal', isError: false, answered: true, command });
	}

	it('is one whose pipe is no quoted text, but a line that a shell is given', () => {
		assert.equal(piped('FAIL\n', 'node -e "a | b"').status, 'ok');
		assert.equal(piped('FAIL\n', 'bash -lc "npm test | tail"').status, 'failed');
	});

	it('is unknown where what looks like an error stands above counts of tests that all passed', () => {
		const printed = 'error: Database connection failed\n    at db.test.ts:3:5\n\n';
		assert.equal(piped(`${printed} 1274 pass\n 0 fail\n`).status, 'unknown');
		assert.equal(piped(`${printed} 1273 pass\n 1 fail\n`).status, 'failed');
	});

	for (const verdict of [
		'FAIL\tgithub.com/sam/app 0.3s',
		'--- FAIL: TestLogin (0.00s)',
		'src/app.ts(3,1): error TS2304: Cannot find name',
		'npm ERR! Test failed.',
		'Traceback (most recent call last):',
	]) {
		it(`failed when its output ends in ${JSON.stringify(verdict)}`, () => {
			assert.equal(piped(`running\n${verdict}\n`).status, 'failed');
		});
	}

	it('passed when nothing says otherwise', () => {
		assert.equal(piped('ok\tgithub.com/sam/app 0.3s\n').status, 'ok');
	});
});
