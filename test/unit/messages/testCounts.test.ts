import assert from 'node:assert/strict';
import { readTestCounts, type TestCounts } from '../../../src/messages/testCounts.ts';

const reports: readonly (readonly [string, string, TestCounts])[] = [
	[
		'jest',
		'Tests:       1 failed, 2 skipped, 12 passed, 15 total\nTime: 3 s',
		{ passed: 12, failed: 1, skipped: 2 },
	],
	[
		'vitest',
		' Test Files  1 failed (1)\n      Tests  1 failed | 12 passed (13)\n',
		{ passed: 12, failed: 1 },
	],
	['vitest, all passed', '      Tests  13 passed (13)\n', { passed: 13, failed: 0 }],
	[
		'pytest',
		'==== 3 failed, 12 passed, 1 skipped in 2.31s ====',
		{ passed: 12, failed: 3, skipped: 1 },
	],
	['pytest, errors', '===== 12 passed, 2 errors in 0.31s =====', { passed: 12, failed: 2 }],
	['pytest, minutes', '==== 12 passed in 61.20s (0:01:01) ====', { passed: 12, failed: 0 }],
	['pytest -q', '12 passed in 0.12s\n', { passed: 12, failed: 0 }],
	[
		'pytest -q, failing',
		'FAILED a.py::b\n1 failed, 12 passed in 0.12s\n',
		{ passed: 12, failed: 1 },
	],
	[
		'cargo',
		'test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured',
		{ passed: 12, failed: 3, skipped: 1 },
	],
	['plain counts', '12 passed, 3 failed\n', { passed: 12, failed: 3 }],
	['rspec', '15 examples, 3 failures, 1 pending', { passed: 12, failed: 3 }],
	['exunit', '2 doctests, 15 tests, 3 failures', { passed: 12, failed: 3 }],
	[
		'node, tap',
		'# tests 15\n# suites 0\n# pass 12\n# fail 3\n# cancelled 0',
		{ passed: 12, failed: 3 },
	],
	['node, spec', 'ℹ tests 15\nℹ pass 12\nℹ fail 3\n', { passed: 12, failed: 3 }],
	[
		'bun',
		' 12 pass\n 1 skip\n 3 fail\n 40 expect() calls\nRan 16 tests',
		{ passed: 12, failed: 3 },
	],
	['mocha', '  12 passing (1s)\n  3 failing\n\n  1) parser', { passed: 12, failed: 3 }],
	['mocha, on Windows', '  12 passing (1s)\r\n  3 failing\r\n', { passed: 12, failed: 3 }],
	['mocha, all passed', '  12 passing (1s)\n', { passed: 12, failed: 0 }],
	['mocha, pending', '  12 passing (1s)\n  1 pending\n  3 failing\n', { passed: 12, failed: 3 }],
];

describe('counts of a test run', () => {
	for (const [runner, text, counts] of reports) {
		it(`are read from ${runner}`, () => {
			assert.deepEqual(readTestCounts(text), counts);
			assert.deepEqual(readTestCounts(`> run\n\nlog line\n${text}`), counts);
		});
	}

	it('are those of the last run where there are several', () => {
		assert.deepEqual(
			readTestCounts('Tests:  3 failed, 1 passed, 4 total\n\nTests:  4 passed, 4 total\n'),
			{ passed: 4, failed: 0 },
		);
	});

	it('are not read into other text', () => {
		for (const text of [
			'',
			'The tests passed.',
			'const passed = 12; // 3 failed',
			'I ran 12 tests: 12 passed, I think.',
			'Tests are in test/.',
			'passing 12 arguments',
		]) {
			assert.equal(readTestCounts(text), undefined, text);
		}
	});
});
