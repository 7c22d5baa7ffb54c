import assert from 'node:assert/strict';
import { withoutFences } from '../../../../src/summary/facts/fences.ts';
import { constraintsOf } from '../../../../src/summary/facts/constraints.ts';
import { Session } from './session.ts';

const outside = (...lines: string[]): string[] => withoutFences(lines);

describe('withoutFences', () => {
	it('closes a fence where words follow the closing mark', () => {
		assert.deepEqual(outside('a', '```yaml', 'rule', '``` [3](#0-2)', 'b', '```', 'rule', '```'), [
			'a',
			'b',
		]);
	});

	it('knows a fence in a fence by its language', () => {
		assert.deepEqual(outside('```', 'x', '```js', 'y', '```', 'z', '```', 'b'), ['b']);
	});

	it('takes a shorter mark, and one of the other kind, for text of the fence', () => {
		assert.deepEqual(outside('````md', '```', 'x', '~~~', '````', 'b'), ['b']);
	});

	it('takes code between marks on one line for text', () => {
		assert.deepEqual(outside('```npm test```', 'b'), ['```npm test```', 'b']);
		assert.deepEqual(outside('```', '```npm test```', 'x', '```', 'b'), ['b']);
	});

	it('leaves nothing behind a fence that is not closed', () => {
		assert.deepEqual(outside('a', '```', 'x'), ['a']);
	});
});

describe('rules in fences', () => {
	it('are none of the person, however the fences are closed', () => {
		const pasted = [
			'```yaml',
			'agentRules: |',
			'  Always run tests before pushing.',
			'``` [1](#0-0)',
			'',
			'```go',
			'// Only fetch the branch; never push it.',
			'``` [2](#0-1)',
			'```',
			'```sh',
			'Always sync by hand.',
			'```',
			'```',
			'',
			'Never use tabs.',
		].join('\n');
		assert.deepEqual(
			constraintsOf(new Session().person(pasted).turns).map(({ text }) => text),
			['Never use tabs.'],
		);
	});
});
