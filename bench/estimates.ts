/**
 * How far estimates of tokens are from counts with o200k's dictionary, half of the package: code, prose
 * and packages' manifests of a checkout, and saved sessions where there are any.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { estimatedTokens } from '../src/messages/tokens.ts';
import { loadExactTokens } from '../src/worker/exactTokens.ts';

/** Shortest text that is compared, tokens: a few words are off by half. */
const shortest = 200;

/** Longest file that is read, bytes. */
const longest = 2_000_000;

const exact = await loadExactTokens();
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

function report(name: string, all: readonly string[]): void {
	const counts = all
		.map((text) => ({ estimate: estimatedTokens.count(text), tokens: exact.count(text) }))
		.filter(({ tokens }) => tokens >= shortest);
	const sum = (of: 'estimate' | 'tokens'): number =>
		counts.reduce((total, one) => total + one[of], 0);
	const errors = counts
		.map(({ estimate, tokens }) => Math.abs(estimate / tokens - 1))
		.sort((a, b) => a - b);
	const at = (share: number): string => percent(errors[Math.floor(share * errors.length)] ?? 0);
	console.log(
		`${name}: ${counts.length} texts, sum ${percent(sum('estimate') / sum('tokens') - 1)}, each ${at(0.5)}, of ten the worst ${at(0.9)}`,
	);
}

report('code', texts(root, 'src/**/*.ts', 'src/**/*.tsx'));
report('prose', texts(root, '*.md', 'docs/*.md'));
report('manifests', texts(root, 'node_modules/*/package.json'));
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
