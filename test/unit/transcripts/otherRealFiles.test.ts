import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	messagesOf,
	opened,
	type Indexed,
} from './realFiles.ts';

/** A line of these files, as far as the counting below looks. */
interface RawLine {
	readonly type: string;
	readonly uuid?: string;
	readonly event?: { readonly type: string; readonly stepUuid?: string; readonly part?: unknown };
}

function linesOf({ path }: Indexed): readonly RawLine[] {
	const lines = readFileSync(join(folder, path), 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RawLine);
}

describeRealFiles('real files of Kimi Code', () => {
	for (const file of indexed('kimi')) {
		it(`reads ${basename(file.path)}`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const lines = linesOf(file);
			const events = lines.flatMap(({ event }) => event ?? []);
			const spoken = events.filter(
				({ type, part }) =>
					type === 'tool.call' ||
					(type === 'content.part' && !JSON.stringify(part).includes('"think"')),
			);
			const count = (type: string): number =>
				[...lines, ...events].filter((line) => line.type === type).length;
			assert.equal(transcript.format, 'kimi');
			assert.equal(transcript.version, '1.4');
			assert.deepEqual(transcript.problems, []);
			// INDEX.tsv counts parts and calls; we count the system prompt, what was appended, each step
			// that says or calls something, and each result.
			assert.equal(
				messages.length,
				1 +
					count('context.append_message') +
					new Set(spoken.map(({ stepUuid }) => stepUuid)).size +
					count('tool.result'),
			);
			assert.equal(
				file.messages,
				count('context.append_message') + count('content.part') + 2 * count('tool.call'),
			);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assertPairs(messages, 0);
			assert.equal(
				transcript.conversations[0]?.earlier?.length ?? 0,
				count('context.apply_compaction'),
			);
		});
	}
});

describeRealFiles('a sample of Qwen Code', () => {
	for (const file of indexed('qwen')) {
		it(`reads ${basename(file.path)}`, async () => {
			const transcript = await opened(file);
			assert.equal(transcript.format, 'qwen-code');
			assert.equal(transcript.version, '0.21.13');
			assert.equal(transcript.conversations[0]?.title, 'Active branch title');
			// INDEX.tsv counts lines: three are said on the active branch, two of them under one id whose
			// first says nothing.
			assert.equal(linesOf(file).length, file.messages);
			assert.equal(messagesOf(transcript).length, 3);
			assert.equal(callIdsOf(messagesOf(transcript)).length, file.toolCalls);
			assertPairs(messagesOf(transcript), 1);
			assert.deepEqual(
				transcript.problems.map(({ line, message }) => `${line}: ${message}`),
				['2: 1 record of an abandoned branch left out: the person went back and took another way.'],
			);
		});
	}
});

describeRealFiles('a sample of Grok', () => {
	for (const file of indexed('grok')) {
		it(`reads ${basename(file.path)}`, async () => {
			const transcript = await opened(file);
			const reasoning = linesOf(file).filter(({ type }) => type === 'reasoning').length;
			assert.equal(transcript.format, 'grok');
			assert.deepEqual(transcript.problems, []);
			// INDEX.tsv counts every line, and as calls only those the client answers.
			assert.equal(messagesOf(transcript).length, file.messages - reasoning);
			assert.equal(callIdsOf(messagesOf(transcript)).length, file.toolCalls + 1);
			assertPairs(messagesOf(transcript), 1);
		});
	}
});

describeRealFiles('a sample of Antigravity', () => {
	for (const file of indexed('antigravity')) {
		it(`reads ${basename(file.path)}`, async () => {
			const transcript = await opened(file);
			assert.equal(transcript.format, 'antigravity');
			assert.equal(transcript.conversations[0]?.title, 'List the files.');
			assert.equal(transcript.conversations[0]?.earlier?.length, 1);
			assertPairs(messagesOf(transcript), 0);
			assert.equal(linesOf(file).length, file.messages);
			assert.deepEqual(
				transcript.problems.map(({ message }) => message),
				[
					'7 steps are results of calls that are not in the file; calls without arguments stand for them.',
					'Antigravity saved 8 of the steps shortened; what it cut off is not in the file.',
					'A step of the unknown kind "GENERIC" was left out.',
				],
			);
			// INDEX.tsv counts steps: two stand for others, one is unknown, each that is a result of no call
			// has one made for it, and what stands behind the request is a message of its own.
			assert.equal(messagesOf(transcript).length, file.messages - 3 + 7 + 1);
			assert.equal(callIdsOf(messagesOf(transcript)).length, file.toolCalls + 7);
		});
	}
});
