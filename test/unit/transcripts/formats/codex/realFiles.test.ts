import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { only } from '../../reading.ts';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	messagesOf,
	opened,
} from '../../realFiles.ts';
import { memorySource } from '../../memorySource.ts';

/** An item, as far as the counting below looks. */
interface RawItem {
	readonly type: string;
	readonly role?: string;
	readonly call_id?: string;
}

interface RawLine {
	readonly type: string;
	readonly payload: RawItem;
}

function records(path: string): readonly RawLine[] {
	return readFileSync(join(folder, path), 'utf8')
		.split('\n')
		.flatMap((line) => line.replace(/(?<=\})(?=\{"timestamp")/, '\n').split('\n'))
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as RawLine);
}

/**
 * INDEX.tsv counts items: messages, calls, and results. We have one message for the system prompt
 * more, and one less for each call that follows an assistant's text or another call directly, where
 * it is part of the same message.
 */
function counted(path: string): { items: number; messages: number; calls: number; open: number } {
	const items = records(path)
		.filter(({ type }) => type === 'response_item')
		.map(({ payload }) => payload)
		.filter(({ type }) => type === 'message' || /_(?:call|output)$/.test(type));
	const calls = items.filter(({ type }) => type.endsWith('_call'));
	const joined = items.filter(({ type }, index) => {
		const before = items[index - 1];
		const speaks = before?.type.endsWith('_call') === true || before?.role === 'assistant';
		return type.endsWith('_call') && speaks;
	});
	const answered = items.filter(({ type }) => type.endsWith('_output')).length;
	return {
		items: items.length,
		messages: items.length - joined.length + 1,
		calls: calls.length,
		open: calls.length - answered,
	};
}

const problems: Readonly<Record<string, readonly string[]>> = {
	'gitsync-cf2f1a3166-compaction-malformed.jsonl': [
		'1837: This line holds 2 JSON objects back to back; all of them were read.',
		'829: 2 earlier compactions have no summary that can be read; the full log is shown instead.',
	],
};

/** Made of one line of every kind there is: its items do not belong together. */
const synthetic = 'agentsessions-codex-small.jsonl';

describeRealFiles('real files of Codex', () => {
	for (const file of indexed('codex').filter(({ path }) => basename(path) !== synthetic)) {
		const name = basename(file.path);
		it(`reads ${name}`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const raw = counted(file.path);
			assert.equal(transcript.format, 'codex');
			assert.equal(raw.items, file.messages);
			assert.equal(messages.length, raw.messages);
			assert.equal(callIdsOf(messages).length, raw.calls);
			assert.equal(raw.calls, file.toolCalls);
			assert.equal(new Set(callIdsOf(messages)).size, raw.calls);
			assertPairs(messages, raw.open);
			assert.notEqual(only(transcript).title, '');
			assert.match(transcript.version ?? '', /^0\.1\d\d\./);
			assert.deepEqual(
				transcript.problems.map(({ line, message }) => `${line}: ${message}`),
				problems[name] ?? [],
			);
		});

		it(`knows in ${name} what the person typed`, async () => {
			const told = records(file.path).filter(
				({ type, payload }) => type === 'event_msg' && payload.type === 'user_message',
			);
			const typed = messagesOf(await opened(file)).filter(
				(message) => message.role === 'user' && message.origin === undefined,
			);
			assert.equal(typed.length, told.length);
		});
	}

	it('reads a line of every kind there is', async () => {
		const transcript = await openTranscript(
			memorySource(readFileSync(join(folder, 'codex', synthetic))),
		);
		assert.deepEqual(
			transcript.problems.map(({ line, message }) => `${line}: ${message}`),
			[
				'28: This result answers no call that is in the file; it was kept.',
				'33: A block of type "encrypted_content" cannot be shown; [encrypted_content] stands for it.',
				'26: An earlier compaction has no summary that can be read; the full log is shown instead.',
			],
		);
		assert.equal(only(transcript).earlier?.length, 5);
	});
});
