import assert from 'node:assert/strict';
import { totalTokens } from '../../../../src/protocol/contextTokens.ts';
import { contextPieces, renderContext } from '../../../../src/compaction/render.ts';
import { places, rowKinds, type SessionOutline } from '../../../../src/protocol/session.ts';
import { contextEntries, logEntries } from '../../../../src/worker/session/sessionEntries.ts';
import { sessionOutline } from '../../../../src/worker/session/sessionOutline.ts';
import { compact, withContextParts } from '../../../support/compactions.ts';
import {
	assistant,
	call,
	logOf,
	numberedLines,
	result,
	system,
	user,
} from '../../../support/logs.ts';

const never = new AbortController().signal;

const kindsOf = ({ kinds }: SessionOutline) => Array.from(kinds, (kind) => rowKinds[kind]);
const placesOf = (outline: SessionOutline) => Array.from(outline.places, (place) => places[place]);

describe('the outline of a session', () => {
	const log = logOf(
		system('Be brief.'),
		user('Run it'),
		assistant('Running.', call('c1'), call('c2')),
		result('c1', 'one'),
		result('c2', 'two'),
		user('Reminder', 'client'),
		assistant('Done.'),
	);

	it('has a row for each message, with the outcomes of calls in the row of the calls', async () => {
		const outline = await sessionOutline(logEntries(log, undefined), never);
		assert.deepEqual(kindsOf(outline), ['system', 'person', 'assistant', 'client', 'assistant']);
		assert.deepEqual([...outline.starts], [0, 1, 2, 5, 6]);
		assert.deepEqual([...outline.numbers], [1, 2, 3, 6, 7]);
		assert.deepEqual([...outline.calls], [0, 0, 2, 0, 0]);
		assert.equal(outline.entries, 7);
	});

	it('counts every token once', async () => {
		const outline = await sessionOutline(logEntries(log, undefined), never);
		assert.equal(
			sumOf(outline.tokens),
			log.reduce((sum, { tokens }) => sum + tokens, 0),
		);
	});

	it('ends when it is not wanted any more', async () => {
		const controller = new AbortController();
		controller.abort(new Error('closed'));
		await assert.rejects(sessionOutline(logEntries(log, undefined), controller.signal), /closed/);
	});

	it('expects no more lines than the editor shows', async () => {
		const long = logOf(user('word '.repeat(100_000)), user('one\ntwo'));
		const { lines } = await sessionOutline(logEntries(long, undefined), never);
		assert.deepEqual([...lines], [60, 2]);
	});
});

describe('the outline of a compacted session', () => {
	const log = logOf(
		system('Be brief.'),
		user('Start'),
		...Array.from({ length: 30 }, (_, index) => [
			assistant(`Step ${index}`, call(`c${index}`)),
			result(`c${index}`, numberedLines(60)),
		]).flat(),
		user('Go on'),
		assistant('Done.', call('unanswered')),
	);
	const record = compact(log, { settings: { window: 12_000 } });

	it('says of each message where it went', async () => {
		const outline = await sessionOutline(logEntries(log, withContextParts(log, record)), never);
		const { range } = record.layout;
		const found = placesOf(outline);
		outline.starts.forEach((start, row) => {
			assert.equal(found[row] === 'summarised', start >= range.start && start < range.end);
		});
		assert.ok(found.includes('head') && found.includes('summarised') && found.includes('tail'));
		assert.equal(outline.context?.summary, record.tokens.summary);
	});

	it('of what the model sees now has its summary, no summarised message, and its tokens', async () => {
		const entries = contextEntries(log, withContextParts(log, record), contextPieces(log, record));
		const outline = await sessionOutline(entries, never);
		const found = placesOf(outline);
		assert.equal(found.filter((place) => place === 'summary').length, 1);
		assert.ok(!found.includes('summarised'));
		const { tokens } = renderContext(log, record);
		assert.equal(sumOf(outline.tokens), tokens);
		assert.equal(totalTokens(outline.context ?? assert.fail()), tokens);
	});
});

function sumOf(values: Uint32Array): number {
	return values.reduce((sum, value) => sum + value, 0);
}
