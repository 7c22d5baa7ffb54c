import assert from 'node:assert/strict';
import { turnText } from '../../../src/worker/turnText.ts';
import { assistant, call, logOf, result, user } from '../../support/logs.ts';
import * as fc from 'fast-check';

describe('a turn as Markdown', () => {
	const turn = (output: string, input = '{}') =>
		turnText(
			logOf(
				user('Run it'),
				assistant('Running.', call('c1', 'run', input)),
				result('c1', output),
				assistant('Done.'),
			),
			1,
			'Title',
		)?.text ?? '';

	it('shows calls with their names and arguments, and results as they were', () => {
		const text = turn('two\n\n# lines', '{"a":1}');
		assert.match(text, /\*\*run\*\* c1\n\n```json\n\{"a":1\}\n```/);
		assert.match(text, /### 3 · tool c1\n\n```\ntwo\n\n# lines\n```/);
	});

	it('has fences that nothing inside can end', () => {
		assert.match(turn('```\nfenced\n```'), /\n````\n```\nfenced\n```\n````\n/);
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom('`', '``', '\n', 'a', '~~~'), { maxLength: 30 }),
				(parts) => {
					const output = parts.join('');
					const lines = turn(output).split('\n');
					const opened = lines.findIndex((line) => line.startsWith('### 3')) + 2;
					const fence = lines[opened] ?? '';
					assert.match(fence, /^`{3,}$/);
					const closed = lines.findIndex(
						(line, index) => index > opened && line.trim().startsWith(fence),
					);
					assert.equal(lines.slice(opened + 1, closed).join('\n'), output);
				},
			),
		);
	});

	it('is of one turn only, and of none where there is none', () => {
		const log = logOf(user('One'), assistant('1'), user('Two'), assistant('2'));
		const second = turnText(log, 4, 'Title');
		assert.deepEqual([second?.first, second?.last], [3, 4]);
		assert.doesNotMatch(second?.text ?? '', /One/);
		assert.equal(turnText(log, 5, 'Title'), undefined);
	});
});
