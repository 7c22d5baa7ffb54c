import assert from 'node:assert/strict';
import { pruneContext } from '../../../src/compaction/standIns.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { type Content, type Log } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { compact } from '../../support/compactions.ts';
import {
	assistant,
	call,
	chat,
	logOf,
	numberedLines,
	prose,
	result,
	user,
	withImage,
} from '../../support/logs.ts';

/** Message and text of the edits of a log whose first `head` messages are no tail. */
function edits(log: Log, { head = 0, recall = false } = {}): [number, string | undefined][] {
	const context = { log, pairs: pairTools(log), counter: estimatedTokens, recall };
	return pruneContext(context, { start: 0, end: head }, { start: head, end: log.length }).map(
		({ message, content }) => [message, content],
	);
}

function readings(...outputs: readonly Content[]): Log {
	return logOf(
		...outputs.flatMap((output, index) => [
			assistant('', call(`c${index}`)),
			result(`c${index}`, output),
		]),
	);
}

const file = numberedLines(60);

describe('identical results', () => {
	it('stay whole in the newest only; older ones point to it, also in the tail', () => {
		const pointer = '⟪precis: same 470 characters as the newer result below⟫';
		assert.equal(file.length, 470);
		assert.deepEqual(edits(readings(file, 'other', file, file)), [
			[1, pointer],
			[5, pointer],
		]);
	});
});

describe('results that look like repeats', () => {
	const pointer = '⟪precis: same 470 characters as the newer result below⟫'.repeat(5);
	const shot = withImage(prose(400));
	for (const [what, log] of [
		['of one that is not rendered', [...readings(file), ...logOf(result('gone', file))]],
		['that are pointers', readings(pointer, pointer)],
		['with images', readings(shot, shot)],
		['that are short', readings('x'.repeat(199), 'x'.repeat(199))],
	] as const) {
		it(`are none ${what}`, () => assert.deepEqual(edits(log), []));
	}
});

describe('a later repeat', () => {
	it('changes nothing before the next compaction', () => {
		const talk = chat(20);
		const read = [user('read'), assistant('', call('r')), result('r', file), assistant('ok')];
		const log = logOf(...talk, ...read);
		const settings = { tailTokens: 300 };
		const record = compact(log, { settings });
		const again = [...log, ...logOf(user('again'), assistant('', call('s')), result('s', file))];
		const before = renderContext(log, record).messages;
		assert.deepEqual(renderContext(again, record).messages.slice(0, before.length), before);
		const next = compact([...again, ...logOf(...talk)], {
			previous: record,
			settings: { tailTokens: 6_000 },
		});
		assert.ok(next.layout.range.end > record.layout.range.end);
	});
});
