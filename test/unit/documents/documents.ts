import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A Markdown file of the repository. */
export interface Document {
	/** From the root on, with slashes. */
	readonly name: string;
	readonly text: string;
	/** The text without its blocks of code. */
	readonly prose: string;
}

/** Everything people read, but for fixtures. */
export const documents: readonly Document[] = ['', 'docs/']
	.flatMap((folder) =>
		readdirSync(path.join(root, folder))
			.filter((name) => name.endsWith('.md'))
			.map((name) => `${folder}${name}`),
	)
	.map((name) => {
		const text = read(name);
		return { name, text, prose: text.replaceAll(/^ *```[^]*?^ *```$/gm, '') };
	});

/** @param name From the root on. */
export function read(name: string): string {
	return readFileSync(path.join(root, name), 'utf8');
}

/** @throws {Error} when there is none. */
export function documentOf(name: string): Document {
	const found = documents.find((document) => document.name === name);
	if (found === undefined) {
		throw new Error(`There is no ${name}.`);
	}
	return found;
}

/** Blocks of code in a language, without their indentation. */
export function codeBlocks({ text }: Document, language: string): readonly string[] {
	return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)].flatMap(
		([, indentation = '', name, code = '']) =>
			name === language ? [code.replaceAll(new RegExp(`^${indentation}`, 'gm'), '')] : [],
	);
}

/** What stands between backticks. */
export function codeSpans({ prose }: Document): readonly string[] {
	return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}

/** The part of a document below a heading, up to the next one of its level. */
export function section({ text }: Document, heading: string): string {
	return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** Rows of all tables, as cells; without headings and rules. */
export function tableRows(text: string): readonly (readonly string[])[] {
	const lines = text.split('\n');
	return lines.flatMap((line, index) => {
		const isHeading = (lines[index + 1] ?? '').startsWith('| -');
		return /^\| (?!-)/.test(line) && !isHeading
			? [
					line
						.slice(1, line.lastIndexOf('|'))
						.split(/(?<!\\)\|/)
						.map((cell) => cell.trim()),
				]
			: [];
	});
}
