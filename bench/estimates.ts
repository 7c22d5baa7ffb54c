/**
 * How far counts are from those of OpenAI's o200k encoding: as Precis counts, long runs in pieces, and estimated by
 * kinds of characters. Over code, prose, packages' manifests and documents of a checkout, and saved sessions where
 * there are any. And how fast both are.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimatedTokens, type TokenCounter } from '../src/messages/tokens.ts';
import { loadTokenCounter } from '../src/worker/tokenCounter.ts';

/** Shortest text that is compared, tokens: a few words are off by half. */
const shortest = 200;

/** Longest file that is read, bytes. */
const longest = 2_000_000;

/** Runs without a break beyond which the tokenizer itself takes quadratic time. */
const endless = /\S{4000}|\s{4000}/;

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

interface Counted {
	readonly text: string;
	/** As OpenAI counts. */
	readonly tokens: number;
}

function counted(all: readonly string[]): readonly Counted[] {
	return all
		.filter((text) => !endless.test(text))
		.map((text) => ({ text, tokens: countTokens(text, { disallowedSpecial: new Set() }) }))
		.filter(({ tokens }) => tokens >= shortest);
}

/** How far off all are together, one is that has as many better as worse ones, the best of the worst tenth, and the worst. */
function errors(texts: readonly Counted[], by: TokenCounter): string {
	const found = texts.map(({ text, tokens }) => ({ tokens, count: by.count(text) }));
	const each = found.map(({ count, tokens }) => Math.abs(count / tokens - 1)).sort((a, b) => a - b);
	const at = (share: number): string => percent(each[Math.floor(share * each.length)] ?? 0);
	const sum = (of: (one: (typeof found)[number]) => number) =>
		found.reduce((all, one) => all + of(one), 0);
	const together = percent(sum(({ count }) => count) / sum(({ tokens }) => tokens) - 1);
	return `sum ${together}, each ${at(0.5)}, of ten the worst ${at(0.9)}, worst ${percent(each.at(-1) ?? 0)}`;
}

function joined(parts: readonly string[]): string {
	return parts.join('\n');
}

function isWide(text: string): boolean {
	return (text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g) ?? []).length > text.length / 10;
}

const spoken = existsSync(sessions) ? texts(sessions, '**/*.jsonl', '**/*.json').map(spokenIn) : [];
const groups: readonly (readonly [string, readonly Counted[]])[] = [
	['code', counted(texts(root, 'src/**/*.ts', 'src/**/*.tsx'))],
	['prose', counted(texts(root, '*.md', 'docs/*.md'))],
	['manifests', counted(texts(root, 'node_modules/*/package.json'))],
	['documents of packages', counted(texts(root, 'node_modules/*/README.md'))],
	['a document in 11 languages', counted(texts(root, 'node_modules/@biomejs/biome/README.*.md'))],
	[
		'messages in 21 languages',
		counted(texts(root, 'node_modules/axe-core/locales/*.json').map(spokenIn).map(joined)),
	],
	['sessions', counted(spoken.map(joined))],
	['Chinese, Japanese or Korean in them', counted(spoken.flat().filter(isWide))],
];

function report(name: string, by: TokenCounter): void {
	console.log(`\n${name}`);
	const before = process.cpuUsage().user;
	for (const [group, texts] of groups.filter(([, texts]) => texts.length > 0)) {
		console.log(`  ${`${group} (${texts.length})`.padEnd(42)} ${errors(texts, by)}`);
	}
	const seconds = (process.cpuUsage().user - before) / 1e6;
	const characters = groups
		.flatMap(([, texts]) => texts)
		.reduce((n, one) => n + one.text.length, 0);
	console.log(`  ${(characters / 1e6 / seconds).toFixed(1)} million characters in a second`);
}

report('As Precis counts', counter);
report('Estimated by kinds of characters', estimatedTokens);
