/**
 * How fast saved sessions are read, and what a session of a gigabyte costs. Run with
 * `node bench/reading.ts`.
 */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileSource } from '../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../src/transcripts/open.ts';
import { readers } from '../src/transcripts/readers.ts';
import { median, ms, row } from './measure.ts';
import type { OpenedLarge } from './openLarge.ts';
import { claudeCodeLines, codexLines, writeSession, type TurnLines } from './sessionLines.ts';

/** A real session of the usual size may take this long, milliseconds. */
const realTarget = 300;
const realBytes = 4e6;

/** Megabytes that one core reads in a second, at least. */
const speedTarget = 60;
const speedBytes = 100e6;

/** Of a large session: until the first page, milliseconds, and memory, bytes. */
const firstPageTarget = 1_000;
const memoryTarget = 300e6;
const largeBytes = 1e9;

/** The extension host is never busy for longer, milliseconds. */
const pauseTarget = 50;

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

async function large(path: string, folder: string): Promise<void> {
	writeSession(path, claudeCodeLines, largeBytes);
	const script = join(import.meta.dirname, 'openLarge.ts');
	const { stdout } = await promisify(execFile)(process.execPath, [script, path, folder]);
	const opened = JSON.parse(stdout) as OpenedLarge;
	const { firstPage, whole, peak, blocked, messages } = opened;
	const memory = `${(peak / 1e6).toFixed(0)} MB`;
	row(
		`Claude Code, 1 GB, ${messages} messages: first page`,
		ms(firstPage),
		verdict(firstPage < firstPageTarget, ms(firstPageTarget)),
	);
	row('  all of it', ms(whole));
	row('  memory over that of the worker', memory, verdict(peak < memoryTarget, '300 MB'));
	row(
		'  most work of the host in one go',
		ms(blocked),
		verdict(blocked < pauseTarget, ms(pauseTarget)),
	);
}

const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
try {
	await real();
	await speed('Claude Code', join(folder, 'claude.jsonl'), claudeCodeLines);
	if (readers.some(({ label }) => label === 'Codex')) {
		await speed('Codex', join(folder, 'codex.jsonl'), codexLines);
	}
	await large(join(folder, 'large.jsonl'), join(folder, 'store'));
} finally {
	await rm(folder, { recursive: true });
}
process.exitCode = missed ? 1 : 0;
