/**
 * How fast saved sessions are read, and what a large one costs until it is shown. Run with
 * `node bench/reading.ts`.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileSource } from '../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../src/transcripts/open.ts';
import { readers } from '../src/transcripts/readers.ts';
import { WorkerClient } from '../src/vscode/worker/workerClient.ts';
import { startWorkerThread } from '../src/vscode/worker/workerThread.ts';
import { median, ms, row } from './measure.ts';
import { claudeCodeLines, codexLines, writeSession, type TurnLines } from './sessionLines.ts';

/** A real session of the usual size may take this long, milliseconds. */
const realTarget = 300;
const realBytes = 4e6;

/** Megabytes that one core reads in a second, at least. */
const speedTarget = 60;
const speedBytes = 100e6;

/** Until a large session is shown in VS Code, milliseconds, and the most memory, bytes. */
const shownTarget = 10_000;
const memoryTarget = 1e9;

const shared = join(import.meta.dirname, '../../shared/transcripts/claude-code');

let missed = false;

function verdict(isMet: boolean, target: string): string {
	missed ||= !isMet;
	return `target ${target}: ${isMet ? 'met' : 'MISSED'}`;
}

async function real(): Promise<void> {
	const paths = existsSync(shared) ? readdirSync(shared).map((name) => join(shared, name)) : [];
	const [path] = paths.toSorted((a, b) => statSync(b).size - statSync(a).size);
	if (path === undefined) {
		return;
	}
	const source = await fileSource(path);
	const scaled = ((await median(15, () => openTranscript(source))) * realBytes) / source.size;
	const what = `the largest real session (${(source.size / 1e6).toFixed(1)} MB), per 4 MB`;
	row(what, ms(scaled), verdict(scaled <= realTarget, ms(realTarget)));
}

/** Reads a session several times over; the fastest counts, in time of the processor. */
async function speed(label: string, path: string, turn: TurnLines): Promise<void> {
	writeSession(path, turn, speedBytes);
	const source = await fileSource(path);
	const rates: number[] = [];
	for (let round = 0; round < 5; round += 1) {
		const before = process.cpuUsage();
		await openTranscript(source);
		const { user, system } = process.cpuUsage(before);
		rates.push(source.size / (user + system));
	}
	const best = Math.max(...rates);
	const figure = `${best.toFixed(0)} MB/s`;
	row(`${label}: read and normalised`, figure, verdict(best >= speedTarget, `${speedTarget} MB/s`));
}

/** Opens a session in a worker thread, as the extension does. */
async function shown(path: string, storage: string): Promise<void> {
	const file = fileURLToPath(new URL('../src/worker/worker.ts', import.meta.url));
	const client = new WorkerClient({
		start: () => startWorkerThread(file, { storage }, () => undefined),
		settings: () => ({
			compaction: {
				window: 200_000,
				softRatio: 0.8,
				reservedReply: 8_192,
				protectFirst: 3,
				tailRatio: 0.2,
				userMessageShare: 0.4,
			},
			automatic: true,
			keep: true,
			keepsRequests: false,
			excluded: [],
			retention: {},
		}),
	});
	// Opens the store and loads the tokenizer.
	await client.call('list', null);
	const base = process.memoryUsage.rss();
	let peak = base;
	const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
	const started = performance.now();
	const { conversations } = await client.call('open', { path });
	const { messages } = await client.call('view', { id: conversations[0]?.id ?? '' });
	const took = performance.now() - started;
	clearInterval(watch);
	await client.shutDown();
	const memory = `${((peak - base) / 1e6).toFixed(0)} MB`;
	const what = `Claude Code, ${(speedBytes / 1e6).toFixed(0)} MB, ${messages} messages: shown`;
	row(what, ms(took), verdict(took < shownTarget, ms(shownTarget)));
	row('  memory beside the worker', memory, verdict(peak - base < memoryTarget, '1 GB'));
}

const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
try {
	await real();
	await speed('Claude Code', join(folder, 'claude.jsonl'), claudeCodeLines);
	if (readers.some(({ label }) => label === 'Codex')) {
		await speed('Codex', join(folder, 'codex.jsonl'), codexLines);
	}
	await shown(join(folder, 'claude.jsonl'), join(folder, 'store'));
} finally {
	await rm(folder, { recursive: true });
}
process.exitCode = missed ? 1 : 0;
