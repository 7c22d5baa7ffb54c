import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript, TranscriptConversation } from '../../../../../src/transcripts/reader.ts';
import { sketch } from '../../reading.ts';
import {
	assistant,
	person,
	put,
	putComposers,
	stateDatabase,
	tool,
	type SavedComposer,
} from './cursorFiles.ts';

describe('a database of Cursor', () => {
	let folder = '';
	let path = '';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		path = join(folder, 'state.vscdb');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function closed(fill: (database: DatabaseSync) => void): void {
		const database = stateDatabase(path);
		fill(database);
		database.close();
	}

	function composers(...saved: readonly SavedComposer[]): void {
		closed((database) => putComposers(database, ...saved));
	}

	async function open(): Promise<Transcript> {
		return openTranscript(await fileSource(path));
	}

	async function loaded(): Promise<Transcript> {
		const transcript = await open();
		for (const conversation of transcript.conversations) {
			await conversation.load?.();
		}
		return transcript;
	}

	function at({ conversations }: Transcript, index: number): TranscriptConversation {
		const conversation = conversations[index];
		assert.ok(conversation !== undefined);
		return conversation;
	}

	async function sketches(...saved: readonly SavedComposer[]): Promise<readonly string[]> {
		composers(...saved);
		return Array.from(at(await loaded(), 0).messages, (message) => sketch(message));
	}

	const ran = tool('b3', 'run_terminal_command_v2', {
		status: 'completed',
		rawArgs: '{"command":"npm test"}',
		params: '{"command":"npm test","parsingResult":{}}',
		result: '{"output":"1 failing","rejected":false,"exitCodeV2":1}',
	});

	it('lists conversations, the newest first, those of sub-agents behind the others', async () => {
		const day = Date.UTC(2026, 0, 31);
		const uri = { fsPath: '/work/shop', path: '/work/shop' };
		composers(
			{
				id: 'c1',
				bubbles: [person('b1', 'x')],
				data: { name: 'Old', lastUpdatedAt: day, subagentComposerIds: ['c3'] },
			},
			{
				id: 'c2',
				bubbles: [person('b1', 'Rename  the loader')],
				data: { createdAt: day + 2, workspaceIdentifier: { id: 'w', uri } },
			},
			{ id: 'c3', bubbles: [person('b1', 'look')], data: { name: 'Look', createdAt: day + 3 } },
			{ id: 'c4', bubbles: [], data: { name: 'Nothing yet', createdAt: day + 4 } },
		);
		const transcript = await loaded();
		assert.equal(transcript.format, 'cursor');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(
			transcript.conversations.map(({ id, title, about, isSubAgent }) => [
				id,
				title,
				about,
				isSubAgent,
			]),
			[
				['c2', 'Rename the loader', '/work/shop · 2026-01-31', false],
				['c1', 'Old', '2026-01-31', false],
				['c3', 'Look', 'sub-agent of “Old” · 2026-01-31', true],
			],
		);
	});

	it('gives the messages in the order of the list, with calls and what came of them', async () => {
		const bubbles = [
			person('b9', 'run the tests'),
			assistant('b1', 'I run them.'),
			ran,
			assistant('b2', 'One fails.'),
		];
		assert.deepEqual(await sketches({ id: 'c1', bubbles }), [
			'user: run the tests',
			'assistant: I run them. (call_b3)',
			'tool call_b3: 1 failing',
			'assistant: One fails.',
		]);
		const [, asked, result] = at(await loaded(), 0).messages;
		assert.deepEqual(asked?.role === 'assistant' && asked.toolCalls, [
			{ id: 'call_b3', name: 'run_terminal_command_v2', arguments: '{"command":"npm test"}' },
		]);
		assert.equal(result?.role === 'tool' && result.exitCode, 1);
	});

	it('tells calls that failed, were rejected, and those that were stopped', async () => {
		composers({
			id: 'c1',
			bubbles: [
				tool('b1', 'read_file', {
					status: 'error',
					params: '{"targetFile":"a.ts"}',
					error: '{"modelVisibleErrorMessage":"There is no such file."}',
				}),
				tool('b2', 'run_terminal_cmd', { status: 'completed', result: '{"rejected":true}' }),
				tool('b3', 'search_replace', {
					status: 'completed',
					additionalData: { status: 'error' },
					result: 'no match',
				}),
				tool('b4', 'read_file', { status: 'completed', result: '{"contents":"const a = 1;"}' }),
				tool('b5', 'grep', { status: 'cancelled' }),
				tool('b6', 'task_v2', {
					status: 'error',
					error: '{"clientVisibleErrorMessage":"The agent failed."}',
				}),
			],
		});
		const messages = [...at(await loaded(), 0).messages];
		const results = messages.flatMap((each) =>
			each.role === 'tool' ? [[each.content, each.isError]] : [],
		);
		assert.deepEqual(results, [
			['There is no such file.', true],
			['The person rejected this call.', true],
			['no match', true],
			['const a = 1;', false],
			['The agent failed.', true],
		]);
		const [first] = messages;
		assert.equal(
			first?.role === 'assistant' && first.toolCalls?.[0]?.arguments,
			'{"targetFile":"a.ts"}',
		);
		assert.equal(messages.at(-2)?.role, 'assistant');
	});

	it('has the last summary as a compaction of what it stands for', async () => {
		const summary = {
			summary: 'They renamed the loader.',
			truncationLastBubbleIdInclusive: 'b2',
			clientShouldStartSendingFromInclusiveBubbleId: 'b3',
		};
		const bubbles = [
			person('b1', 'one'),
			assistant('b2', 'two'),
			person('b3', 'three'),
			assistant('b4', 'four'),
			person('b5', 'five'),
		];
		for (const latestConversationSummary of [{ summary, lastBubbleId: 'b4' }]) {
			rmSync(path, { force: true });
			composers({ id: 'c1', bubbles, data: { latestConversationSummary } });
			assert.deepEqual(at(await loaded(), 0).earlier, [
				{ range: { start: 0, end: 2 }, at: 4, summary: 'They renamed the loader.' },
			]);
		}
	});

	it('leaves out what is damaged and tells of it, and of what is missing', async () => {
		closed((database) => {
			putComposers(database, {
				id: 'c1',
				bubbles: [person('b1', 'one'), person('b2', 'two'), person('b3', 'three')],
			});
			put(database, 'cursorDiskKV', 'bubbleId:c1:b2', '{"type":');
			database.exec("delete from cursorDiskKV where key = 'bubbleId:c1:b3'");
			put(database, 'cursorDiskKV', 'composerData:c2', 'no JSON');
		});
		const transcript = await loaded();
		assert.equal(transcript.problems.length, 1);
		const conversation = at(transcript, 0);
		assert.deepEqual(
			Array.from(conversation.messages, (message) => sketch(message)),
			['user: one'],
		);
		assert.equal(conversation.problems?.length, 2);
	});

	it('has each message once, however often it is listed', async () => {
		const listed = ['b1', 'b2', 'b1', 'b1', 'b2'];
		const fullConversationHeadersOnly = listed.map((bubbleId) => ({ bubbleId, type: 1 }));
		const bubbles = [person('b1', 'one'), person('b2', 'two')];
		const read = await sketches({ id: 'c1', bubbles, data: { fullConversationHeadersOnly } });
		assert.deepEqual(read, ['user: one', 'user: two']);
	});

	it('without a conversation, or of another program, is told as that', async () => {
		closed(() => undefined);
		await assert.rejects(open(), { code: 'empty' });
		rmSync(path);
		const other = new DatabaseSync(path);
		other.exec('create table customers (id text)');
		other.close();
		await assert.rejects(open(), { code: 'unknown-format' });
	});
});
