/**
 * How fast a saved session is read: the largest Claude Code file at hand, several times over.
 * Run with `node bench/reading.ts`.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileSource } from '../src/transcripts/fileSource.ts';
import { openTranscript } from '../src/transcripts/open.ts';

/** What a file of {@link wantedBytes} may take. */
const targetMilliseconds = 300;
const wantedBytes = 4e6;
const rounds = 15;

const shared = join(import.meta.dirname, '../../shared/transcripts/claude-code');

function largestShared(): string | undefined {
	const paths = existsSync(shared) ? readdirSync(shared).map((name) => join(shared, name)) : [];
	return paths.toSorted((a, b) => statSync(b).size - statSync(a).size)[0];
}

function turn(index: number): string {
	const line = (type: string, uuid: string, parentUuid: string, message: object): string =>
		JSON.stringify({ type, uuid, parentUuid, isSidechain: false, sessionId: 's', message });
	const call = { type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: 'ls -l' } };
	const text = 'drwxr-xr-x 2 user users 4096 a-file.ts\n'.repeat(50);
	const result = { type: 'tool_result', tool_use_id: `t${index}`, content: text };
	return [
		line('assistant', `a${index}`, `u${index - 1}`, { id: `m${index}`, content: [call] }),
		line('user', `u${index}`, `a${index}`, { role: 'user', content: [result] }),
		'',
	].join('\n');
}

async function generate(folder: string): Promise<string> {
	const path = join(folder, 'generated.jsonl');
	const count = Math.ceil(wantedBytes / turn(0).length);
	await writeFile(path, Array.from({ length: count }, (_, index) => turn(index)).join(''));
	return path;
}

async function measure(path: string): Promise<void> {
	const source = await fileSource(path);
	const times: number[] = [];
	let messages = 0;
	for (let round = 0; round < rounds; round += 1) {
		const start = performance.now();
		const { conversations } = await openTranscript(source);
		times.push(performance.now() - start);
		messages = conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0);
	}
	const [first = 0] = times;
	const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
	const megabytes = source.size / 1e6;
	const scaled = (median * wantedBytes) / source.size;
	console.log(`${basename(path)}: ${megabytes.toFixed(1)} MB, ${messages} messages`);
	console.log(`median ${median.toFixed(0)} ms, first ${first.toFixed(0)} ms`);
	console.log(`${(megabytes / (median / 1e3)).toFixed(0)} MB/s`);
	console.log(
		`4 MB in ${scaled.toFixed(0)} ms, target ${targetMilliseconds} ms: ` +
			(scaled <= targetMilliseconds ? 'met' : 'MISSED'),
	);
	process.exitCode = scaled <= targetMilliseconds ? 0 : 1;
}

const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
try {
	await measure(largestShared() ?? (await generate(folder)));
} finally {
	await rm(folder, { recursive: true });
}
