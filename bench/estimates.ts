/**
 * How far two counts are from those of OpenAI's o200k encoding: by the longest entries of its dictionary, as
 * Precis counts, and estimated by kinds of characters. Over code, prose, packages' manifests and documents of a
 * checkout, and saved sessions where there are any.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimatedTokens, type TokenCounter } from '../src/messages/tokens.ts';
import { cutPoints, loadTokenCounter } from '../src/worker/tokenCounter.ts';

/** Shortest text that is compared, tokens: a few words are off by half. */
const shortest = 200;

/** Longest file that is read, bytes. */
const longest = 2_000_000;

const counter = await loadTokenCounter();
const root = path.resolve(import.meta.dirname, '..');
const sessions = path.resolve(root, '../shared/transcripts');

function texts(folder: string, ...patterns: readonly string[]): readonly string[] {
	return globSync([...patterns], { cwd: folder })
		.map((name) => path.join(folder, name))
		.filter((file) => statSync(file).size < longest)
		.map((file) => readFileSync(file, 'utf8'));
}

/** The texts of a session's records, without what holds them together. */
function spokenIn(lines: string): readonly string[] {
	const found: string[] = [];
	const take = (value: unknown): void => {
		if (typeof value === 'string') {
			found.push(value);
		} else if (typeof value === 'object' && value !== null) {
			Object.values(value).forEach(take);
		}
	};
	for (const line of lines.split('\n')) {
		try {
			take(JSON.parse(line));
		} catch {
			// A document over many lines, or a damaged record: not measured.
		}
	}
	return found;
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

/** As OpenAI counts, long runs in pieces: otherwise they take quadratic time. */
function exactTokens(text: string): number {
	const ends = [...cutPoints(text), text.length];
	return ends
		.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
		.reduce((sum, part) => sum + countTokens(part, { disallowedSpecial: new Set() }), 0);
}

function report(name: string, all: readonly string[]): void {
	const counts = all
		.map((text) => ({ text, tokens: exactTokens(text) }))
		.filter(({ tokens }) => tokens >= shortest);
	const total = counts.reduce((sum, { tokens }) => sum + tokens, 0);
	const line = (by: TokenCounter): string => {
		const found = counts.map(({ text, tokens }) => ({ tokens, count: by.count(text) }));
		const errors = found
			.map(({ count, tokens }) => Math.abs(count / tokens - 1))
			.sort((a, b) => a - b);
		const at = (share: number): string => percent(errors[Math.floor(share * errors.length)] ?? 0);
		const sum = found.reduce((all, { count }) => all + count, 0);
		return `sum ${percent(sum / total - 1)}, each ${at(0.5)}, of ten the worst ${at(0.9)}`;
	};
	console.log(`${name}: ${counts.length} texts`);
	console.log(`  counted: ${line(counter)}`);
	console.log(`  estimated: ${line(estimatedTokens)}`);
}

report('code', texts(root, 'src/**/*.ts', 'src/**/*.tsx'));
report('prose', texts(root, '*.md', 'docs/*.md'));
report('manifests', texts(root, 'node_modules/*/package.json'));
report('documents of packages', texts(root, 'node_modules/*/README.md'));
report('one document in 11 languages', texts(root, 'node_modules/@biomejs/biome/README.*.md'));
if (existsSync(sessions)) {
	const spoken = texts(sessions, '**/*.jsonl').map(spokenIn);
	const isWide = (text: string): boolean =>
		(text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g) ?? []).length > text.length / 10;
	report(
		'sessions',
		spoken.map((parts) => parts.join('\n')),
	);
	report('Chinese, Japanese or Korean in them', spoken.flat().filter(isWide));
} else {
	console.log('No saved sessions to measure.');
}
