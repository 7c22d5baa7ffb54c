import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { readers } from '../../../src/transcripts/readers.ts';
import type { TranscriptSource } from '../../../src/transcripts/reader.ts';
import { assistant, other, user } from './formats/claudeCode/claudeLines.ts';
import { jsonl, memorySource } from './memorySource.ts';

async function formatOf(content: string): Promise<string> {
	return (await openTranscript(memorySource(content))).format;
}

describe('opening a file: what it is', () => {
	it('is asked of each reader, the one with the least distinctive shape last', () => {
		const formats = readers.map(({ format }) => format);
		assert.equal(formats.at(-1), 'messages');
		assert.equal(new Set(formats).size, formats.length);
		assert.ok(formats.indexOf('qwen-code') < formats.indexOf('claude-code'));
	});

	it('is seen by its content, not by its name', async () => {
		assert.equal(await formatOf(jsonl(user('hello'))), 'claude-code');
		assert.equal(await formatOf(jsonl({ role: 'user', content: 'hello' })), 'messages');
		assert.equal(await formatOf('\uFEFF\n [{"role":"user","content":"hello"}]'), 'messages');
	});

	it('is seen past a damaged first line', async () => {
		assert.equal(await formatOf(`{"type":"us\n${jsonl(user('hello'))}`), 'claude-code');
		assert.equal(await formatOf(`{"ro\n${jsonl({ role: 'user', content: 'hello' })}`), 'messages');
	});

	it('is seen when the first line alone is longer than what is looked at', async () => {
		const long = 'x'.repeat(100_000);
		assert.equal(await formatOf(jsonl(user(long))), 'claude-code');
		assert.equal(
			await formatOf(jsonl(other('file-history-snapshot', { snapshot: long }), user('hello'))),
			'claude-code',
		);
		assert.equal(await formatOf(jsonl({ role: 'system', content: long })), 'messages');
		assert.equal(
			await formatOf(jsonl({ role: 'system', content: long }, { role: 'user', content: 'x' })),
			'messages',
		);
		assert.equal(
			await formatOf(JSON.stringify({ messages: [{ role: 'system', content: long }] })),
			'messages',
		);
		const tools = { tools: [{ description: long }], messages: [{ role: 'user', content: 'x' }] };
		assert.equal(await formatOf(JSON.stringify(tools)), 'messages');
	});
});

describe('opening a file that cannot be shown', () => {
	function rejection(
		content: string | Uint8Array,
		code: string,
		message: string | RegExp,
	): Promise<void> {
		return assert.rejects(openTranscript(memorySource(content, { name: 'x.json' })), {
			name: 'TranscriptError',
			code,
			message,
		});
	}

	it('says when it is empty', async () => {
		await rejection('', 'empty', '"x.json" is empty.');
		await rejection(' \n\n', 'empty', '"x.json" contains only white space.');
		await rejection('\uFEFF', 'empty', '"x.json" contains only white space.');
	});

	it('says when it holds no message', async () => {
		const title = jsonl({ type: 'custom-title', customTitle: 'Nothing yet', sessionId: 's' });
		await rejection(
			title,
			'empty',
			'"x.json" was recognised as a file of Claude Code, but it contains no messages.',
		);
		await rejection(
			jsonl(assistant('m', { type: 'thinking', thinking: 'hm' })),
			'empty',
			/contains no messages/,
		);
	});

	it('says what an unknown file is, and what can be opened', async () => {
		await rejection(
			'{"environment":"x","trajectory":[]}',
			'unknown-format',
			/it is JSON of another form\b.*Convert it to OpenAI chat messages/,
		);
		await rejection('# A chat', 'unknown-format', /it is text that is not JSON\b/);
		await rejection(
			'SQLite format 3\0\u0001',
			'unreadable',
			/can only be read from a file on disk/,
		);
		await rejection(Buffer.from([0, 1, 2, 0, 0, 255]), 'unknown-format', /it is binary data\b/);
	});

	it('does not take look-alikes for its own', async () => {
		const vertex = [{ role: 'user', parts: 'go' }];
		await rejection(JSON.stringify(vertex), 'unknown-format', /JSON of another form/);
	});
});

describe('opening a file that fails', () => {
	function failing(cause: Error): TranscriptSource {
		return {
			name: 'x.jsonl',
			size: 1,
			async bytes() {
				throw cause;
			},
		};
	}

	it('names the file and the cause', async () => {
		const error = Object.assign(new Error('EACCES: …'), { code: 'EACCES' });
		await assert.rejects(openTranscript(failing(error)), {
			code: 'unreadable',
			message: '"x.jsonl" cannot be read: permission denied.',
			cause: error,
		});
	});

	it('stops with the signal’s reason', async () => {
		const source = memorySource(jsonl(user('one')));
		const reason = new Error('closed');
		await assert.rejects(openTranscript(source, AbortSignal.abort(reason)), reason);
	});
});

describe('opening a file on disk', () => {
	let folder = '';
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'precis-transcripts-'));
	});
	after(async () => {
		await rm(folder, { recursive: true });
	});

	it('reads it', async () => {
		const path = join(folder, 'a.jsonl');
		await writeFile(path, jsonl(user('hello')));
		const source = await fileSource(path);
		assert.equal(source.name, path);
		assert.equal((await openTranscript(source)).conversations.length, 1);
	});

	it('says when it is not there, or vanished', async () => {
		const path = join(folder, 'gone.jsonl');
		const refusal = {
			code: 'unreadable',
			message: `"${path}" cannot be read: the file does not exist.`,
		};
		await assert.rejects(fileSource(path), refusal);
		await writeFile(path, jsonl(user('hello')));
		const source = await fileSource(path);
		await rm(path);
		await assert.rejects(openTranscript(source), refusal);
	});

	it('says when it is a folder', async () => {
		await assert.rejects(fileSource(folder), {
			code: 'unreadable',
			message: `"${folder}" cannot be read: it is not a file.`,
		});
	});
});
