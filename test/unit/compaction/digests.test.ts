import assert from 'node:assert/strict';
import { digestThreshold, pruneContext } from '../../../src/compaction/standIns.ts';
import type { MessageEdit } from '../../../src/compaction/record.ts';
import { applyEdit } from '../../../src/compaction/standIns.ts';
import type { Log, Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import {
	assistant,
	call,
	logOf,
	numberedLines,
	prose,
	result,
	withImage,
} from '../../support/logs.ts';

/** The edits of a log that is all head. */
function headEdits(log: Log, recall = false): MessageEdit[] {
	const context = { log, pairs: pairTools(log), counter: estimatedTokens, recall };
	const end = { start: log.length, end: log.length };
	return pruneContext(context, { start: 0, end: log.length }, end);
}

/** The log with its edits applied. */
function pruned(log: Log): Log {
	const edits = new Map(headEdits(log).map((edit) => [edit.message, edit]));
	return log.map(({ message, tokens }, index) => {
		const edit = edits.get(index);
		return edit === undefined
			? { message, tokens }
			: { message: applyEdit(message, edit), tokens: edit.tokens };
	});
}

function toolRun(...outputs: readonly Message['content'][]): Log {
	return logOf(
		...outputs.flatMap((output, index) => [
			assistant('', call(`c${index}`, 'Bash', { command: `make step-${index}` })),
			result(`c${index}`, output),
		]),
	);
}

describe('tool results outside the tail', () => {
	it('become digests over 200 characters', () => {
		assert.equal(digestThreshold, 200);
		const edits = headEdits(toolRun(numberedLines(47), 'x'.repeat(200), 'x'.repeat(201)));
		assert.deepEqual(
			edits.map(({ message, content }) => [message, content]),
			[
				[1, '⟪precis: Bash make step-0 → 47 lines⟫'],
				[5, '⟪precis: Bash make step-2 → 201 chars⟫'],
			],
		);
	});

	it('say how to get the original back where recall is offered', () => {
		const [edit] = headEdits(toolRun(numberedLines(47)), true);
		assert.equal(edit?.content, '⟪precis: Bash make step-0 → 47 lines · recall #2⟫');
	});

	it('keep their error lines when they look like a failure', () => {
		const [edit] = headEdits(toolRun(`${numberedLines(40)}\nError: disk full\nExit code: 2`));
		assert.equal(edit?.content, '⟪precis: Bash make step-0 → exit 2, 42 lines⟫\nError: disk full');
	});

	it('are left alone when they are multimodal', () => {
		assert.deepEqual(headEdits(toolRun(withImage(prose(900)))), []);
	});
});

describe('pruning what has been pruned', () => {
	it('changes nothing', () => {
		const log = logOf(
			...toolRun(
				numberedLines(470),
				`${numberedLines(40)}\n${'Error: '.repeat(60)}\nExit code: 2`,
				numberedLines(470),
			).map((entry) => entry.message),
			assistant('', call('w', 'Write', { file_path: 'a', content: prose(5_000) })),
			result('w', prose(900)),
		);
		assert.equal(headEdits(log).length, 5);
		assert.deepEqual(headEdits(pruned(log)), []);
	});
});
