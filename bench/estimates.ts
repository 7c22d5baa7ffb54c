/**
 * How far counts are from those of OpenAI's o200k encoding: by the part of its dictionary that Precis has, by other
 * parts of it, and estimated by kinds of characters. Over code, prose, packages' manifests and documents of a
 * checkout, and saved sessions where there are any.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { constants } from 'node:zlib';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimatedTokens, type TokenCounter } from '../src/messages/tokens.ts';
import { keptEntries, packedEntries } from '../src/worker/packedEntries.ts';
import {
	countingBy,
	cutPoints,
	loadTokenCounter,
	partHundredths,
} from '../src/worker/tokenCounter.ts';
import { TokenTrie } from '../src/worker/tokenTrie.ts';
import { median, ms } from './measure.ts';

/** Numbers of entries that are compared; o200k has no more than the last. */
const sizes: readonly number[] = [16_000, 32_000, keptEntries, 128_000, 200_000];

/** Shortest text that is compared, tokens: a few words are off by half. */
const shortest = 200;

/** Longest file that is read, bytes. */
const longest = 2_000_000;

/** Loaded first: kinds of characters are known from then on, and {@link exactTokens} needs them. */
const counter = await loadTokenCounter();
const root = path.resolve(import.meta.dirname, '..');
const sessions = path.resolve(root, '../shared/transcripts');

function texts(folder: string, ...patterns: readonly string[]): readonly string[] {
	return globSync([...patterns], { cwd: folder })
		.map((name) => path.join(folder, name))
		.filter((file) => statSync(file).size < longest)
		.map((file) => readFileSync(file, 'utf8'));
}

/** The texts of a document of JSON, or of one in each line, without what holds them together. */
function spokenIn(document: string): readonly string[] {
	const found: string[] = [];
	const take = (value: unknown): void => {
		if (typeof value === 'string') {
			found.push(value);
		} else if (typeof value === 'object' && value !== null) {
			Object.values(value).forEach(take);
		}
	};
	const isTaken = (json: string): boolean => {
		try {
			take(JSON.parse(json));
			return true;
		} catch {
			// Many documents, or a damaged one: not measured as one.
			return false;
		}
	};
	if (!isTaken(document)) {
		document.split('\n').forEach(isTaken);
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

interface Counted {
	readonly text: string;
	/** As OpenAI counts. */
	readonly tokens: number;
}

function counted(all: readonly string[]): readonly Counted[] {
	return all
		.map((text) => ({ text, tokens: exactTokens(text) }))
		.filter(({ tokens }) => tokens >= shortest);
}

function sumOf(texts: readonly Counted[], by: (text: Counted) => number): number {
	return texts.reduce((sum, text) => sum + by(text), 0);
}

/** How far off all are together, one is that has as many better as worse ones, the best of the worst tenth, and the worst. */
function errors(texts: readonly Counted[], by: TokenCounter): string {
	const found = texts.map(({ text, tokens }) => ({ tokens, count: by.count(text) }));
	const each = found.map(({ count, tokens }) => Math.abs(count / tokens - 1)).sort((a, b) => a - b);
	const at = (share: number): string => percent(each[Math.floor(share * each.length)] ?? 0);
	const sum = found.reduce((all, { count }) => all + count, 0);
	const together = percent(sum / sumOf(texts, ({ tokens }) => tokens) - 1);
	return `sum ${together}, each ${at(0.5)}, of ten the worst ${at(0.9)}, worst ${percent(each.at(-1) ?? 0)}`;
}

/** What a part of a piece counts so that the texts have as many tokens as by OpenAI; hundredths. */
function fitted(trie: TokenTrie, texts: readonly Counted[]): number {
	const pieces = countingBy(trie, 0);
	const parts = countingBy(trie);
	const whole = sumOf(texts, ({ text }) => pieces.count(text));
	const exact = sumOf(texts, ({ tokens }) => tokens);
	const rest = sumOf(texts, ({ text }) => parts.count(text)) - whole;
	return Math.round((exact - whole) * (partHundredths / rest));
}

function joined(parts: readonly string[]): string {
	return parts.join('\n');
}

function isWide(text: string): boolean {
	return (text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g) ?? []).length > text.length / 10;
}

const spoken = existsSync(sessions) ? texts(sessions, '**/*.jsonl', '**/*.json').map(spokenIn) : [];
const recorded = counted(spoken.map(joined));
const documents = counted(texts(root, 'node_modules/*/README.md'));
const groups: readonly (readonly [string, readonly Counted[]])[] = [
	['code', counted(texts(root, 'src/**/*.ts', 'src/**/*.tsx'))],
	['prose', counted(texts(root, '*.md', 'docs/*.md'))],
	['manifests', counted(texts(root, 'node_modules/*/package.json'))],
	['documents of packages', documents],
	['a document in 11 languages', counted(texts(root, 'node_modules/@biomejs/biome/README.*.md'))],
	[
		'messages in 21 languages',
		counted(texts(root, 'node_modules/axe-core/locales/*.json').map(spokenIn).map(joined)),
	],
	['sessions', recorded],
	['Chinese, Japanese or Korean in them', counted(spoken.flat().filter(isWide))],
];

function report(name: string, counter: TokenCounter): void {
	console.log(`\n${name}`);
	for (const [group, texts] of groups.filter(([, texts]) => texts.length > 0)) {
		console.log(`  ${`${group} (${texts.length})`.padEnd(42)} ${errors(texts, counter)}`);
	}
}

report('As Precis counts', counter);
report('Estimated by kinds of characters', estimatedTokens);
for (const size of sizes) {
	const packed = packedEntries(constants.BROTLI_MAX_QUALITY, size);
	const trie = await TokenTrie.unpack(packed);
	const part = fitted(trie, [...documents, ...recorded]);
	const loading = await median(5, () => TokenTrie.unpack(packed));
	const bytes = Math.round(Buffer.byteLength(packed, 'base64') / 1000);
	report(
		`${size} entries, ${bytes} KB, unpacked in ${ms(loading)}, a part counts ${part / 100}`,
		countingBy(trie, part),
	);
}
