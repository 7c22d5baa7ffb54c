import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Probe } from './memoryProbe.ts';

const script = join(import.meta.dirname, 'memoryProbe.ts');
const megabytes = 100;

/** Reads a made-up file in a process of its own, so that nothing else is measured. */
async function probe(kind: string, heapMegabytes?: number): Promise<Probe> {
	const limit = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
	const run = promisify(execFile);
	const { stdout } = await run(process.execPath, [...limit, script, kind, String(megabytes)]);
	return JSON.parse(stdout) as Probe;
}

describe('reading a large file', function () {
	this.timeout(120_000);

	for (const kind of ['claude-code', 'openai-document']) {
		it(`takes less than three times its size in memory (${kind})`, async () => {
			const { fileBytes, peakBytes, messages, problems } = await probe(kind);
			assert.ok(messages > 40_000);
			assert.equal(problems, 0);
			const times = peakBytes / fileBytes;
			assert.ok(times < 3, `${times.toFixed(2)} times the file`);
		});
	}

	it('gets by with a heap of less than three times its size when each text is wide', async () => {
		// V8 keeps two bytes per character of such a text; the process is denied more than 2.6 times.
		const { messages } = await probe('claude-code-wide', megabytes * 2.6);
		assert.ok(messages > 40_000);
	});
});
