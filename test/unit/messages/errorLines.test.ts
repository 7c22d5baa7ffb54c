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
		['are the last ones where no place is told', 'a\nb\nc\nbad\n^^^', ['b', 'c', 'bad']],
		['are none that tell what passed', 'Output: 1 passed', []],
		['are those behind what passed', 'ok  app/a\nout of bounds', ['out of bounds']],
		['are what there is', '^^^', ['^^^']],
	];
	for (const [name, output, lines] of cases) {
		it(name, () => {
			assert.deepEqual(errorLinesOf(output), lines);
		});
	}
});
