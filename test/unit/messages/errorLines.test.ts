import assert from 'node:assert/strict';
import { errorLinesOf } from '../../../src/messages/errorLines.ts';

describe('the lines of a failure that name no error', () => {
	const cases: readonly (readonly [string, string, readonly string[]])[] = [
		[
			'are the places a compiler tells, without the package above them',
			'# example.com/app/svg\n# [example.com/app/svg]\nvet: svg/window_test.go:179:28: geo.margin undefined',
			['vet: svg/window_test.go:179:28: geo.margin undefined'],
		],
		[
			'are those a linter tells, without the mark below them',
			'main.go:24:1: File is not properly formatted (gofmt)\n  "fmt"\n^\n1 issues:\n* gofmt: 1',
			['main.go:24:1: File is not properly formatted (gofmt)'],
		],
		['are the last ones where no place is told', 'a\nb\nc\nbad', ['b', 'c', 'bad']],
		['are none that tell what passed', 'Output: 1 passed', []],
		['are those behind what passed', 'ok  app/a\nout of bounds', ['out of bounds']],
	];
	for (const [name, output, lines] of cases) {
		it(name, () => {
			assert.deepEqual(errorLinesOf(output), lines);
		});
	}
});

describe('the lines of a failure that names its errors', () => {
	it('are not those that warn of what may come', () => {
		const warning = 'The hook may not run as expected or may cause runtime errors.';
		assert.deepEqual(errorLinesOf(`${warning}\nFailed to compile.`), ['Failed to compile.']);
	});

	it('are those in the client’s tag, without its introduction and the file that it adds', () => {
		const search = 'The SEARCH block:\nhours()\n...does not match anything in the file.';
		const file = '<file_content path="a.ts">\n// On error: failed\n</file_content>';
		const failure = 'The tool execution failed with the following error:\n<error>\n';
		const output = `${failure}${search}\n\nThis is likely because it changed.\n\n${file}\n</error>`;
		assert.deepEqual(errorLinesOf(output), ['...does not match anything in the file.']);
		assert.deepEqual(errorLinesOf(`${failure}It is out of reach.\n</error>`), [
			'It is out of reach.',
		]);
	});

	it('are not the names in a listing of folders', () => {
		const listing = ['node', '├── assert.d.ts', '│   └── error.ts', '|-- failed.log'];
		assert.deepEqual(errorLinesOf([...listing, 'Failed to compile.'].join('\n')), [
			'Failed to compile.',
		]);
	});

	it('are the errors, not the files that are called like one', () => {
		const told = [
			'cat: /w/failed.log: No such file or directory',
			'src/error.ts:3:1: error: expected ;',
			'/bin/sh: 1: foo: not found',
			'Error: connect ECONNREFUSED 127.0.0.1:80',
		];
		const output = ['lib.error.d.ts', ...told, 'https://example.com/error'].join('\n');
		assert.deepEqual(errorLinesOf(output), told);
	});
});
