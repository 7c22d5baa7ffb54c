import assert from 'node:assert/strict';
import { documentType, type Message } from '../../../../src/messages/message.ts';
import { logEntries } from '../../../../src/worker/session/sessionEntries.ts';
import { sessionRows } from '../../../../src/worker/session/sessionRows.ts';
import { sessionSearch } from '../../../../src/worker/session/sessionOutline.ts';
import { assistant, at, call, logOf, result, user, withImage } from '../../../support/logs.ts';

const rowsOf = (messages: readonly Message[], whole = false) => {
	const entries = logEntries(logOf(...messages), undefined);
	return sessionRows(entries, 0, entries.length, whole);
};

describe('rows of a session', () => {
	it('have the words of the person apart from what the client added', () => {
		const [row] = rowsOf([
			user([
				{ type: 'text', text: 'Fix the parser', origin: 'person' },
				{ type: 'text', text: 'Open file: parser.ts', origin: 'client' },
			]),
		]);
		assert.deepEqual(row?.parts, [
			{ kind: 'prose', text: 'Fix the parser' },
			{ kind: 'added', text: 'Open file: parser.ts' },
		]);
	});

	it('name images, and do not write their placeholder as well', () => {
		const [row] = rowsOf([user(withImage('Look'))]);
		assert.deepEqual(
			row?.parts.map(({ kind }) => kind),
			['prose', 'image'],
		);
	});

	it('name documents in the same way', () => {
		const document = { type: 'image', mediaType: documentType, url: 'file.pdf' } as const;
		const [row] = rowsOf([assistant([document])]);
		assert.deepEqual(row?.parts, [{ kind: 'image', mediaType: documentType }]);
	});

	it('pair each call with its own outcome, in whatever order the outcomes came', () => {
		const [row] = rowsOf([
			assistant(
				'',
				call('a', 'Bash', { command: 'npm test' }),
				call('b', 'Read', { path: 'a.ts' }),
			),
			result('b', 'const a = 1;'),
			result('a', 'Error: 3 failed', true),
		]);
		assert.deepEqual(
			row?.calls.map(({ name, target, outcome }) => [name, target, outcome?.number]),
			[
				['Bash', 'npm test', 3],
				['Read', 'a.ts', 2],
			],
		);
		assert.equal(row?.calls[0]?.outcome?.status, 'failed');
	});

	it('show an edit as a difference and a command as it was typed', () => {
		const [row] = rowsOf([
			assistant(
				'',
				call('a', 'Edit', { file_path: 'a.ts', old_string: 'one', new_string: 'two' }),
				call('b', 'Bash', { command: 'ls\npwd' }),
				call('c', 'Write', { file_path: 'a.py', content: 'x = 1' }),
			),
		]);
		assert.deepEqual(
			row?.calls.map(({ input }) => input),
			[{ text: '- one\n+ two', isDiff: true }, { text: 'ls\npwd' }, { text: 'x = 1' }],
		);
	});

	it('begin long texts, say how much is left, and have all of it when it is asked for', () => {
		const text = 'word '.repeat(10_000);
		const messages = [user(text)];
		const [short] = rowsOf(messages);
		const part = at(short?.parts ?? [], 0);
		assert.ok(part.kind === 'prose' && part.left !== undefined);
		assert.equal(part.text.length + part.left, text.trim().length);
		const [whole] = rowsOf(messages, true);
		assert.deepEqual(whole?.parts, [{ kind: 'prose', text: text.trim() }]);
	});
});

describe('the search of a session', () => {
	const { signal } = new AbortController();
	const entries = logEntries(
		logOf(
			user('Fix the Parser'),
			assistant('', call('a', 'Bash', { command: 'grep parser' })),
			result('a', 'nothing'),
		),
		undefined,
	);

	it('finds words and calls whatever their case', async () => {
		assert.deepEqual([...(await sessionSearch(entries, 'PARSER', signal))], [0, 1]);
	});
});
