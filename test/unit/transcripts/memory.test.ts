import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Probe } from './memoryProbe.ts';

const script = join(import.meta.dirname, 'memoryProbe.ts');

/**
 * What reading may take, however large the file is, buffers outside the heap included. The heap
 * itself is kept below what any of these files would need.
 */
const mostBytes = 150e6;

/** Reads a made-up file in a process of its own, so that nothing else is measured. */
async function probe(kind: string, megabytes: number): Promise<Probe> {
	// V8 collects late where the machine has memory to spare; what is needed shows when it is kept short.
	const limits = ['--max-old-space-size=120', '--max-semi-space-size=8'];
	const run = promisify(execFile);
	const { stdout } = await run(process.execPath, [...limits, script, kind, String(megabytes)]);
	return JSON.parse(stdout) as Probe;
}

describe('reading a large file', function () {
	this.timeout(120_000);

	// Wide: V8 keeps two bytes per character of such a text.
	for (const kind of [
		'claude-code',
		'claude-code-wide',
		'codex',
		'openai-document',
		'openai-document-wide',
	]) {
		it(`takes little memory, whatever its size (${kind})`, async () => {
			const { peakBytes, messages, problems } = await probe(kind, 150);
			assert.ok(messages > 10_000);
			assert.equal(problems, 0);
			assert.ok(peakBytes < mostBytes, `${(peakBytes / 1e6).toFixed(0)} MB`);
		});
	}

	it('takes little memory when all of it is one line', async () => {
		const { peakBytes, messages, problems } = await probe('one-line', 200);
		assert.deepEqual([messages, problems], [1, 1]);
		assert.ok(peakBytes < mostBytes, `${(peakBytes / 1e6).toFixed(0)} MB`);
	});
});
