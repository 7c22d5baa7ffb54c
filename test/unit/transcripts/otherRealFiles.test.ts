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
}

function linesOf({ path }: Indexed): readonly RawLine[] {
	const lines = readFileSync(join(folder, path), 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RawLine);
}

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
