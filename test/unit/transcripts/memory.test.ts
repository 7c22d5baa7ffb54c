import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Probe } from './memoryProbe.ts';

const script = join(import.meta.dirname, 'memoryProbe.ts');
const megabytes = 100;

/**
 * Reads a made-up file in a process of its own, so that nothing else is measured. V8 collects garbage
 * late where the machine has memory to spare; what is needed shows when it is kept short.
 */
async function probe(kind: string, heapMegabytes: number): Promise<Probe> {
	const limits = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'];
	const run = promisify(execFile);
	const { stdout } = await run(process.execPath, [...limits, script, kind, String(megabytes)]);
	return JSON.parse(stdout) as Probe;
}

describe('reading a large file', function () {
	this.timeout(120_000);

	for (const [kind, least] of [
		['claude-code', 40_000],
		// Half of it is for the user interface.
		['codex', 20_000],
		['openai-document', 40_000],
	] as const) {
		it(`takes less than three times its size in memory (${kind})`, async () => {
			const { fileBytes, peakBytes, messages, problems } = await probe(kind, 220);
			assert.ok(messages > least);
			assert.equal(problems, 0);
			const times = peakBytes / fileBytes;
			assert.ok(times < 3, `${times.toFixed(2)} times the file`);
		});
	}

	it('gets by with a heap of less than three times its size when each text is wide', async () => {
		// V8 keeps two bytes per character of such a text; the process is denied more than 2.6 times.
		const { messages } = await probe('claude-code-wide', 260);
		assert.ok(messages > 40_000);
	});
});
