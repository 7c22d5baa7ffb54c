import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A literal pattern of the sources. */
export interface SourcePattern {
	/** Path of the file below `src/`, with the line. */
	readonly place: string;
	readonly expression: RegExp;
}

const sources = new URL('../../src/', import.meta.url).pathname;

/** Every pattern written as a literal in `src/`, each text of a pattern once. */
export function sourcePatterns(): readonly SourcePattern[] {
	const found = new Map<string, SourcePattern>();
	for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
		if (/\.tsx?$/.test(file)) {
			const text = readFileSync(join(sources, file), 'utf8');
			for (const { start, pattern, flags } of literalsIn(parseSync(file, text).program)) {
				const place = `${file.replaceAll('\\', '/')}:${text.slice(0, start).split('\n').length}`;
				found.set(`/${pattern}/${flags}`, { place, expression: new RegExp(pattern, flags) });
			}
		}
	}
	return [...found.values()];
}

interface Literal {
	readonly start: number;
	readonly pattern: string;
	readonly flags: string;
}

function literalsIn(node: unknown): Literal[] {
	if (typeof node !== 'object' || node === null) {
		return [];
	}
	if ('type' in node && node.type === 'Literal' && 'regex' in node && 'start' in node) {
		const { regex, start } = node;
		return isRegex(regex) && typeof start === 'number' ? [{ ...regex, start }] : [];
	}
	return Object.values(node).flatMap(literalsIn);
}

function isRegex(value: unknown): value is { pattern: string; flags: string } {
	return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}
