import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

function user(content: object, more: object = {}): object {
	return {
		additional_context: '',
		env_context: {},
		content,
		timestamp: null,
		images: null,
		...more,
	};
}

const prompt = (words: string, more: object = {}): object =>
	user({ Prompt: { prompt: words } }, more);

const results = (...found: readonly object[]): object =>
	user({ ToolUseResults: { tool_use_results: found } });

const response = (content: string): object => ({ Response: { message_id: 'm', content } });

const toolUse = (id: string, name: string, args: object): object => ({
	ToolUse: { message_id: 'm', content: '', tool_uses: [{ id, name, orig_name: name, args }] },
});

const ran = {
	tool_use_id: 't1',
	content: [{ Json: { exit_status: '1', stdout: '1 failing', stderr: '' } }],
	status: 'Success',
};

const history = [
	{
		user: prompt('run the tests', { timestamp: '2026-07-09T10:00:16.195+05:30' }),
		assistant: toolUse('t1', 'execute_bash', { command: 'npm test' }),
		request_metadata: null,
	},
	{ user: results(ran), assistant: response('One fails.') },
];

/** The state of a conversation as the program saves it. */
function state(entries: readonly unknown[], more: object = {}): object {
	return {
		conversation_id: 'c1',
		next_message: null,
		history: entries,
		valid_history_range: [0, entries.length],
		transcript: ['> run the tests'],
		latest_summary: null,
		...more,
	};
}

const told = [
	'user: run the tests',
	'assistant: (t1)',
	'tool t1: 1 failing',
	'assistant: One fails.',
];

async function saved(document: object): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(document, null, 2), { name: 'chat.json' }));
}

async function sketches(document: object): Promise<readonly string[]> {
	return only(await saved(document)).messages.map((message) => sketch(message));
}

describe('a conversation saved by the command line of Kiro', () => {
	it('has what was said, calls, and how commands ended', async () => {
		const transcript = await saved(state(history));
		assert.equal(transcript.format, 'kiro-cli');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(await sketches(state(history)), told);
		const [first, , result] = only(transcript).messages;
		assert.equal(first?.role === 'user' && first.time, '2026-07-09T04:30:16.195Z');
		assert.deepEqual(result?.role === 'tool' && [result.exitCode, result.isError], [1, false]);
	});

	it('begins with the summary of what it does not have any more', async () => {
		const document = state(history, { latest_summary: ['They renamed it.', { request_id: 'r' }] });
		assert.deepEqual(await sketches(document), ['user (summary): They renamed it.', ...told]);
	});

	it('may be of a version that kept messages in pairs', async () => {
		const pairs = [
			[prompt('one'), response('two')],
			[prompt('three'), response('four')],
		];
		assert.deepEqual(await sketches(state(pairs)), [
			'user: one',
			'assistant: two',
			'user: three',
			'assistant: four',
		]);
	});

	it('has the output of hooks apart, images, and calls that the person cancelled', async () => {
		const cancelled = {
			tool_use_id: 't1',
			content: [{ Text: 'Tool use was cancelled by the user' }],
			status: 'Error',
		};
		const entries = [
			{
				user: prompt('look', {
					additional_context: 'branch: main',
					images: [{ format: 'Png', source: { Bytes: [1, 2, 3] } }],
				}),
				assistant: toolUse('t1', 'fs_read', { operations: [{ mode: 'Line', path: 'a.ts' }] }),
			},
			{
				user: user({ CancelledToolUses: { prompt: 'stop', tool_use_results: [cancelled] } }),
				assistant: response('Stopped.'),
			},
		];
		assert.deepEqual(await sketches(state(entries)), [
			'user (client): branch: main',
			'user: look\n[image]',
			'assistant: (t1)',
			'tool t1: Tool use was cancelled by the user',
			'user: stop',
			'assistant: Stopped.',
		]);
		const cancelledResult = only(await saved(state(entries))).messages[3];
		assert.equal(cancelledResult?.role === 'tool' && cancelledResult.isError, true);
	});
});

describeDocumentDefects(
	'kiro-cli',
	(list) => ({ conversation_id: 'c1', next_message: null, history: list }),
	[
		{ user: prompt('one'), assistant: response('two') },
		{ user: prompt('three'), assistant: response('four') },
		{ user: prompt('five'), assistant: response('six') },
	],
);

describe('a database of the command line of Kiro', () => {
	let folder = '';
	let path = '';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		path = join(folder, 'data.sqlite3');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function database(fill: (database: DatabaseSync) => void): void {
		const made = new DatabaseSync(path);
		made.exec(`create table auth_kv (key text primary key, value text);
			create table conversations (key text primary key, value text);
			create table conversations_v2 (key text not null, conversation_id text not null, value text not null,
				created_at integer not null, updated_at integer not null, primary key (key, conversation_id));
			insert into auth_kv values ('token', 'a-secret')`);
		fill(made);
		made.close();
	}

	function put(made: DatabaseSync, id: string, value: string, updated: number): void {
		made
			.prepare('insert into conversations_v2 values (?, ?, ?, 1, ?)')
			.run('/work/shop', id, value, updated);
	}

	async function open(): Promise<Transcript> {
		return openTranscript(await fileSource(path));
	}

	it('lists conversations with folder and first words, and reads them', async () => {
		database((made) => {
			put(made, 'c1', JSON.stringify(state(history)), Date.UTC(2026, 0, 30));
			const entries = [{ user: prompt('newer'), assistant: response('yes') }];
			const next = prompt('and then');
			put(
				made,
				'c2',
				JSON.stringify(state(entries, { next_message: next })),
				Date.UTC(2026, 0, 31),
			);
			put(made, 'c3', JSON.stringify(state([])), Date.UTC(2026, 1, 1));
			made
				.prepare('insert into conversations values (?, ?)')
				.run('/work/old', JSON.stringify(state(history)));
		});
		const transcript = await open();
		assert.equal(transcript.format, 'kiro-cli');
		assert.deepEqual(
			transcript.conversations.map(({ id, title, about }) => [id, title, about]),
			[
				['c2', 'newer', '/work/shop · 2026-01-31'],
				['c1', 'run the tests', '/work/shop · 2026-01-30'],
				['/work/old', 'run the tests', '/work/old'],
			],
		);
		const said = transcript.conversations.map(({ messages }) =>
			Array.from(messages, (message) => sketch(message)),
		);
		assert.deepEqual(said, [['user: newer', 'assistant: yes', 'user: and then'], told, told]);
		assert.ok(!JSON.stringify(said).includes('a-secret'));
	});

	it('leaves out what is damaged, and tells of it', async () => {
		database((made) => {
			put(made, 'c1', '{"history": [', 1);
			const entries = [...history, { user: 7, assistant: response('x') }, 'no entry'];
			put(made, 'c2', JSON.stringify(state(entries)), 2);
		});
		const transcript = await open();
		assert.equal(transcript.problems.length, 1);
		const [conversation] = transcript.conversations;
		assert.equal(conversation?.messages.length, 5);
		assert.equal(conversation?.problems?.length, 2);
	});

	it('may be that of Amazon Q, which has one table of them', async () => {
		const made = new DatabaseSync(path);
		made.exec('create table conversations (key text primary key, value text)');
		const value = JSON.stringify(state(history));
		made.prepare('insert into conversations values (?, ?)').run('/work/shop', value);
		made.close();
		const [conversation] = (await open()).conversations;
		assert.equal(conversation?.folder, '/work/shop');
	});

	it('without a conversation is told as that', async () => {
		database(() => undefined);
		await assert.rejects(open(), { code: 'empty' });
	});
});
