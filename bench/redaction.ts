/**
 * How fast redaction is on real conversations, and what it takes out of them:
 * `node bench/redaction.ts [folder] [--show]`. The folder defaults to `../shared/transcripts`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { redact, secretSpans } from '../src/redaction/redact.ts';

const runs = 5;
const largestFile = 16_000_000;
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'));

function filesIn(root: string): readonly string[] {
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map((name) => join(root, name))
		.filter((file) => statSync(file).isFile() && statSync(file).size < largestFile);
}

/** Every string of a parsed JSON value. */
function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The texts a summariser would get: the decoded strings of JSON and JSON lines, else the file itself. */
function textsOf(content: string): readonly string[] {
	for (const parts of [[content], content.split('\n').filter((line) => line !== '')]) {
		try {
			return parts.flatMap((part) => stringsIn(JSON.parse(part)));
		} catch {
			// Not JSON, or not one document.
		}
	}
	return [content];
}

function megabytesPerSecond(texts: readonly string[]): number {
	const before = performance.now();
	for (const text of texts) {
		redact(text);
	}
	const characters = texts.reduce((sum, text) => sum + text.length, 0);
	return characters / 1_000 / (performance.now() - before);
}

/** Each distinct secret with a little of the text before it. */
function show(texts: readonly string[]): void {
	const seen = new Set<string>();
	for (const text of texts) {
		for (const { start, end } of secretSpans(text)) {
			const secret = text.slice(start, end);
			if (!seen.has(secret)) {
				seen.add(secret);
				console.log(
					JSON.stringify([text.slice(Math.max(0, start - 40), start), secret.slice(0, 80)]),
				);
			}
		}
	}
}

const root = folder ?? new URL('../../shared/transcripts', import.meta.url).pathname;
if (existsSync(root)) {
	const contents = filesIn(root).map((file) => readFileSync(file, 'utf8'));
	const texts = contents.flatMap(textsOf);
	for (const [name, sample] of [
		['decoded strings', texts],
		['whole files', contents],
	] as const) {
		const speeds = Array.from({ length: runs }, () => megabytesPerSecond(sample)).sort(
			(a, b) => a - b,
		);
		const secrets = sample.reduce((sum, text) => sum + secretSpans(text).length, 0);
		const median = speeds[Math.floor(runs / 2)] ?? 0;
		console.log(
			`${name}: ${sample.length} texts, median ${median.toFixed(1)} MB/s, ${secrets} secrets`,
		);
	}
	if (process.argv.includes('--show')) {
		show(texts);
	}
} else {
	console.log(`skipped: no folder ${root}`);
}
