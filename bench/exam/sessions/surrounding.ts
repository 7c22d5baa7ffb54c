import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../../../test/support/random.ts';

/**
 * What stands around the telling lines of a made-up session, of which nothing is asked: code and prose
 * that people wrote, out of packages this project pins, and logs and test runs. The same for the same seed.
 */

const packages = join(import.meta.dirname, '../../../node_modules');

/** Lines of code with their comments. */
const codeLines = readdirSync(join(packages, 'mocha/lib'))
	.filter((name) => name.endsWith('.js'))
	.sort()
	.flatMap((name) => readFileSync(join(packages, 'mocha/lib', name), 'utf8').split('\n'));

/** Sentences that tell something of other work. */
const sentences = ['fast-check', 'openai', 'gpt-tokenizer', 'smol-toml']
	.flatMap((name) => readFileSync(join(packages, name, 'README.md'), 'utf8').split(/\n|(?<=\.)\s/))
	.map((line) => line.replace(/^[\s>*#-]+/, '').trim())
	.filter((line) => /^[A-Z][^<>|[\]{}]{50,240}[.!]$/.test(line));

const verbs =
	'applies builds checks drains encodes groups holds joins keeps merges opens parses'.split(' ');
const nouns =
	'batch cursor entry filter handle index ledger marker node packet queue segment'.split(' ');

function stretchOf(lines: readonly string[], seed: number, length: number): string[] {
	const from = Math.floor(randomFrom(seed)() * (lines.length - length));
	return lines.slice(from, from + length);
}

/** So many lines of code. */
export function code(seed: number, lines: number): string {
	return stretchOf(codeLines, seed, lines).join('\n');
}

/** So many sentences. */
export function prose(seed: number, count: number): string {
	return stretchOf(sentences, seed, count).join(' ');
}

/** Lines of a server's log, a second or so apart. */
export function log(seed: number, lines: number, start: string): string[] {
	const next = randomFrom(seed);
	const number = (below: number): number => Math.floor(next() * below);
	let at = Date.parse(start);
	return Array.from({ length: lines }, () => {
		at += 200 + number(1_600);
		const done = `${verbs[number(verbs.length)] ?? ''} ${nouns[number(nouns.length)] ?? ''}`;
		return `${new Date(at).toISOString()} INFO ${done} id=${1_000 + number(9_000)} took=${number(90)}ms`;
	});
}

/** Names of tests that pass. */
export function passing(seed: number, tests: number): string {
	const next = randomFrom(seed);
	const one = (words: readonly string[]): string => words[Math.floor(next() * words.length)] ?? '';
	return Array.from(
		{ length: tests },
		() => `  ✓ ${one(verbs)} the ${one(nouns)} of a ${one(nouns)} (${Math.floor(next() * 30)} ms)`,
	).join('\n');
}
