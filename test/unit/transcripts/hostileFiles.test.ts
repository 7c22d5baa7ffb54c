import assert from 'node:assert/strict';
import { toolCallsOf, type Message } from '../../../src/messages/message.ts';
import { fileHead } from '../../../src/transcripts/fileHead.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { TranscriptError, type Transcript } from '../../../src/transcripts/reader.ts';
import { readers } from '../../../src/transcripts/readers.ts';
import { memorySource } from './memorySource.ts';

/**
 * Files that no assistant wrote, each with something that has broken a reader of some program. They
 * are large enough that a loop within a loop over one takes longer than a test may.
 */
const files: Readonly<Record<string, string>> = {
	'brackets that never close': '['.repeat(200_000),
	'braces that never close': '{"a":'.repeat(50_000),
	'a list nested deeper than the stack': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
	'a message nested deeper than the stack': `[{"role":"user","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
	'braces on each of many lines': '{\n'.repeat(100_000),
	'quotes that never close': '"'.repeat(200_001),
	'a line of backslashes': `{"role":"user","content":"${'\\'.repeat(200_001)}`,
	zeros: '\0'.repeat(100_000),
	'half of a surrogate pair': '{"role":"user","content":"\\ud83d"}\n',
	'a key that names the prototype': '{"__proto__":{"role":"user"},"constructor":{"prototype":1}}\n',
	'lines that name the prototype':
		'{"type":"__proto__","role":"constructor","action":"toString","message":{"role":"__proto__"}}\n'.repeat(
			100,
		),
	'prior contexts that never end': JSON.stringify({
		session_id: 's',
		session_start: 'x',
		platform: 'cli',
		messages: [
			{ role: 'user', content: `[PRIOR CONTEXT]\n${'[END OF PRIOR CONTEXT\n'.repeat(50_000)}` },
		],
	}),
	'a reply that calls one thing over and over': JSON.stringify([
		{
			role: 'assistant',
			content: '',
			tool_calls: Array.from({ length: 5_000 }, () => ({ id: 'a', function: { name: 'f' } })),
		},
		...Array.from({ length: 5_000 }, () => ({ role: 'tool', tool_call_id: 'a', content: 'x' })),
	]),
};

async function outcome(read: () => Promise<Transcript>): Promise<Transcript | undefined> {
	try {
		return await read();
	} catch (error) {
		assert.ok(error instanceof TranscriptError, String(error));
		return undefined;
	}
}

function assertSound(messages: readonly Message[]): void {
	for (const message of messages) {
		assert.ok(['system', 'user', 'assistant', 'tool'].includes(message.role));
		assert.ok(toolCallsOf(message).every(({ id, name }) => id !== '' && typeof name === 'string'));
	}
}

describe('a file that nobody meant to be read', () => {
	for (const [name, text] of Object.entries(files)) {
		it(`is refused, or read as far as it goes: ${name}`, async () => {
			const transcript = await outcome(() => openTranscript(memorySource(text)));
			for (const { messages } of transcript?.conversations ?? []) {
				assertSound([...messages]);
			}
			assert.equal(Object.keys(Object.prototype).length, 0);
			assert.equal(({} as { role?: string }).role, undefined);
		});
	}

	for (const reader of readers) {
		it(`harms no reader that takes it for its own: ${reader.label}`, async () => {
			for (const text of Object.values(files)) {
				assert.equal(typeof reader.detect(await fileHead(memorySource(text))), 'boolean');
				const source = memorySource(text.slice(0, 5_000));
				const transcript = await outcome(() => reader.read(source));
				for (const { messages } of transcript?.conversations ?? []) {
					assertSound([...messages]);
				}
			}
		});
	}
});
