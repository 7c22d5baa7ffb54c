import assert from 'node:assert/strict';
import { pruneContext } from '../../../src/compaction/standIns.ts';
import { textOf, type Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { isMarked } from '../../../src/messages/marks.ts';
import { assistant, call, logOf, numberedLines, result } from '../../support/logs.ts';

/** A call with its result, and its arguments. */
function use(id: string, name: string, values: object, output: string): Message[] {
	return [
		assistant('', { ...call(id), name, arguments: JSON.stringify(values) }),
		result(id, output),
	];
}

/** Which results of a tail become digests. */
function digested(...messages: readonly Message[]): number[] {
	const log = logOf(...messages, ...use('last', 'think', {}, 'Nothing.'));
	const context = { log, pairs: pairTools(log), counter: estimatedTokens, recall: false };
	const start = { start: 0, end: 0 };
	return pruneContext(context, start, { start: 0, end: log.length })
		.filter(({ content }) => isMarked(textOf(content ?? '')))
		.map(({ message }) => message);
}

const [older, newer] = [numberedLines(60), numberedLines(70)];

describe('results of the tail that are out of date', () => {
	it('are a read and a listing that were made again', () => {
		const read = { path: 'a.ts', offset: 5 };
		assert.deepEqual(
			digested(...use('1', 'read_file', read, older), ...use('2', 'read_file', read, newer)),
			[1],
		);
		const listing = { path: 'src' };
		assert.deepEqual(
			digested(...use('1', 'list_dir', listing, older), ...use('2', 'list_dir', listing, newer)),
			[1],
		);
	});

	it('are reads of a part of a file that was read whole since, and not the reverse', () => {
		const [part, whole] = [{ path: 'a.ts', offset: 5 }, { path: 'a.ts' }];
		assert.deepEqual(
			digested(...use('1', 'read_file', part, older), ...use('2', 'read_file', whole, newer)),
			[1],
		);
		assert.deepEqual(
			digested(...use('1', 'read_file', whole, older), ...use('2', 'read_file', part, newer)),
			[],
		);
	});

	it('are not reads of lines that a later whole read was cut before', () => {
		const whole = use('2', 'read_file', { path: 'a.ts' }, newer);
		for (const [part, isStale] of [
			[{ path: 'a.ts', offset: 400, limit: 60 }, false],
			[{ path: 'a.ts', offset: 65, limit: 60 }, false],
			[{ path: 'a.ts', offset: 10, limit: 60 }, true],
			[{ path: 'a.ts', start_line: 400, end_line: 459 }, false],
			[{ path: 'a.ts', view_range: [1, 70] }, true],
			[{ path: 'a.ts', line_range: '10-60' }, true],
		] as const) {
			assert.deepEqual(
				digested(...use('1', 'read_file', part, older), ...whole),
				isStale ? [1] : [],
			);
		}
	});

	it('are not reads of another file, nor one that could not be read again', () => {
		const read = { path: 'a.ts' };
		assert.deepEqual(
			digested(
				...use('1', 'read_file', read, older),
				...use('2', 'read_file', { path: 'b.ts' }, newer),
				...use('3', 'read_file', read, 'Error: no such file'),
			),
			[],
		);
	});

	it('are checks that passed, and not checks that failed or commands that tell something', () => {
		const passed = `${older}\nTests  12 passed (12)\nexit code: 0`;
		const failed = `${older}\nTests  1 failed | 11 passed (12)\nexit code: 1`;
		const command = (id: string, text: string, output: string): Message[] =>
			use(id, 'run_in_terminal', { command: text }, output);
		assert.deepEqual(
			digested(
				...command('1', 'npx vitest run', passed),
				...command('2', 'npx vitest run', failed),
				...command('3', 'git log', passed),
			),
			[1],
		);
	});
});
