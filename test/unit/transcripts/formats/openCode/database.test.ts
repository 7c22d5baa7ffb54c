import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { problemsIn } from '../../../../../src/transcripts/problems.ts';
import type { Transcript, TranscriptConversation } from '../../../../../src/transcripts/reader.ts';
import { sketch } from '../../reading.ts';
import { assistant, store, summary, tool, user, type StoredSession } from './openCodeFiles.ts';

describe('a database of OpenCode', () => {
	let folder = '';
	let path = '';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		path = join(folder, 'opencode.db');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function closed(...sessions: readonly StoredSession[]): void {
		store(path, ...sessions).close();
	}

	/** Changes the database as another program would. */
	function change(work: (database: DatabaseSync) => void): void {
		const database = store(path);
		work(database);
		database.close();
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

	function sketches({ messages }: TranscriptConversation): readonly string[] {
		return Array.from(messages, (message) => sketch(message));
	}

	const hello = [user('m1', 'hello'), assistant('m2', 'hi', tool('a', 'A'), 'and more')];
	const day = Date.UTC(2026, 0, 31);

	it('lists its sessions, the newest first, those of sub-agents behind the others', async () => {
		closed(
			{ id: 's1', title: 'Old', messages: hello.slice(0, 1), updated: day },
			{ id: 's2', title: 'New', messages: [user('n1', 'x')], updated: day + 2 },
			{ id: 's3', title: 'Look', parent: 's1', messages: [user('o1', 'x')], updated: day + 3 },
			{ id: 's4', title: 'Nothing yet', messages: [], updated: day + 4 },
		);
		const transcript = await loaded();
		assert.equal(transcript.format, 'opencode');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(
			transcript.conversations.map(({ id, title, about }) => [id, title, about]),
			[
				['s2', 'New', '/home/me/project · 2026-01-31'],
				['s1', 'Old', '/home/me/project · 2026-01-31'],
				['s3', 'Look', 'sub-agent of “Old” · /home/me/project · 2026-01-31'],
			],
		);
	});

	it('reads a session when it is asked for, and leaves the database closed in between', async () => {
		closed({ id: 's1', title: 'One', messages: hello });
		const conversation = at(await open(), 0);
		assert.equal(conversation.messages.length, 0);
		change((database) => {
			database.exec(`insert into message values ('m3', 's1', 9, 9, '{"role":"user"}');
				insert into part values ('p', 'm3', 's1', 9, 9, '{"type":"text","text":"later"}')`);
		});
		await conversation.load?.();
		assert.equal(sketches(conversation).at(-1), 'user: later');
		rmSync(path);
		await conversation.load?.();
		assert.equal(conversation.messages.length, 4);
	});

	it('is not read any more once that is stopped, and is read when it is asked for again', async () => {
		closed({ id: 's1', title: 'One', messages: hello });
		const conversation = at(await open(), 0);
		const stopped = AbortSignal.abort(new Error('stopped'));
		await assert.rejects(conversation.load?.(stopped) ?? assert.fail(), /stopped/);
		await assert.rejects(openTranscript(await fileSource(path), stopped), /stopped/);
		await conversation.load?.();
		assert.equal(conversation.messages.length, 3);
	});

	it('is read with what its program has not put into it yet', async () => {
		const writer = store(path, { id: 's1', title: 'One', messages: hello });
		try {
			const before = readdirSync(folder);
			assert.equal(before.length, 3);
			assert.equal(at(await loaded(), 0).messages.length, 3);
			assert.deepEqual(readdirSync(folder), before);
		} finally {
			writer.close();
		}
	});

	it('knows compactions and what was taken back', async () => {
		closed(
			{
				id: 's1',
				updated: 2,
				messages: [...hello, user('m3', { type: 'compaction' }), summary('m4', 'm3', 'So far.')],
			},
			{ id: 's2', messages: [user('n1', 'a'), user('n2', 'b')], revert: { messageID: 'n2' } },
		);
		const transcript = await loaded();
		assert.deepEqual(at(transcript, 0).earlier, [
			{ range: { start: 0, end: 3 }, at: 3, summary: 'So far.' },
		]);
		const reverted = at(transcript, 1);
		assert.deepEqual(sketches(reverted), ['user: a']);
		assert.match(
			reverted.problems?.[0]?.message ?? '',
			/rewound the session; 1 message is not shown/,
		);
	});

	it('of Kilo Code is told by its name', async () => {
		path = join(folder, 'kilo.db');
		closed({ id: 's1', title: 'One', messages: hello });
		const transcript = await loaded();
		assert.equal(transcript.format, 'kilo');
		assert.equal(at(transcript, 0).messages.length, 3);
	});

	describe('that is damaged', () => {
		function refused(code: string, message: RegExp): Promise<void> {
			return assert.rejects(open(), { name: 'TranscriptError', code, message });
		}

		/** Overwrites the page in which a text stands. */
		function breakPageOf(text: string): void {
			const bytes = readFileSync(path);
			const found = bytes.indexOf(text);
			const start = found - (found % 4_096);
			writeFileSync(path, bytes.fill(0xff, start, start + 4_096));
		}

		it('loses the messages that cannot be read, and says so', async () => {
			closed({ id: 's1', messages: hello });
			change((database) => {
				database.exec(`insert into message values ('m3', 's1', 9, 9, '{"role"');
					update part set data = 'x' where id = 'prt_m2_1'`);
			});
			const transcript = await loaded();
			const conversation = at(transcript, 0);
			assert.deepEqual(sketches(conversation), ['user: hello', 'assistant: hi\nand more']);
			assert.deepEqual(problemsIn(transcript), conversation.problems);
			assert.deepEqual(
				conversation.problems?.map(({ message }) => message),
				[
					'Message 3 is not valid JSON; it was left out.',
					'A record of the unknown kind "nameless part" was left out.',
				],
			);
		});

		it('gives what stands before a broken page', async () => {
			const messages = Array.from({ length: 10 }, (_, index) =>
				user(`m${index}`, `${index}`.repeat(3_000)),
			);
			closed({ id: 's1', messages }, { id: 's2', messages: [user('n1', 'whole')] });
			breakPageOf('888888');
			const { conversations } = await loaded();
			const broken = conversations.find(({ id }) => id === 's1');
			assert.equal(broken?.messages.length, 8);
			assert.match(
				broken?.problems?.[0]?.message ?? '',
				/is damaged.*What comes before the damage was read\.$/,
			);
			assert.deepEqual(conversations.find(({ id }) => id === 's2')?.messages.length, 1);
		});

		it('says when nothing of a session can be read', async () => {
			closed({ id: 's1', messages: [user('m1', 'x'.repeat(3_000))] });
			breakPageOf('xxxxxx');
			await assert.rejects(loaded(), /^TranscriptError: No message of s1 in .* is damaged/);
		});

		it('says when a session is asked for and the file is gone', async () => {
			closed({ id: 's1', messages: hello });
			const conversation = at(await open(), 0);
			rmSync(path);
			await assert.rejects(conversation.load?.() ?? assert.fail(), {
				name: 'TranscriptError',
				message: /the file does not exist/,
			});
		});

		it('says when it is no database of a known program', async () => {
			change((database) => database.exec('drop table part; create table ItemTable (x)'));
			await refused('unknown-format', /not one of OpenCode or Kilo Code/);
		});

		it('says when its sessions are kept in a form it does not know', async () => {
			closed({ id: 's1', messages: [] });
			change((database) => {
				database.exec(`create table session_message (id, session_id);
					insert into session_message values ('a', 's1'), ('b', 's1')`);
			});
			await refused('unreadable', /1 sessions? .* newer form/);
		});
	});
});
