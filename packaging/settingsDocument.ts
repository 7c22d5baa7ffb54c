/**
 * Makes the document of the settings of what the manifest says of them.
 * `node packaging/settingsDocument.ts` writes `docs/settings.md`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './paths.ts';

/** Where the document lies. */
export const settingsFile = path.join(root, 'docs', 'settings.md');

interface Section {
	readonly title: string;
	readonly properties: Readonly<Record<string, Setting>>;
}

interface Setting {
	readonly default: unknown;
	readonly markdownDescription: string;
	readonly enum?: readonly string[];
	readonly enumDescriptions?: readonly string[];
	/** Of a list: what an entry is. */
	readonly items?: Parts;
	/** Of an object with names of a person's choice: what stands under one. */
	readonly additionalProperties?: Parts;
}

interface Parts {
	readonly properties?: Readonly<Record<string, Omit<Setting, 'default'>>>;
}

interface Manifest {
	readonly contributes: { readonly configuration: readonly Section[] };
}

type Texts = Readonly<Record<string, string>>;

const ending = `A workspace cannot change where conversations are sent: providers, models and cost limits are settings of the
application. VS Code reads them from your own user settings only, also when you work in a container or on a remote machine.
`;

/** The document as it should be. */
export async function settingsDocument(): Promise<string> {
	const { contributes } = await readJson<Manifest>('package.json');
	const texts = await readJson<Texts>('package.nls.json');
	const sections = contributes.configuration.map((section) => sectionText(section, texts));
	return ['# Settings\n', ...sections, ending].join('\n');
}

async function readJson<Content>(name: string): Promise<Content> {
	return JSON.parse(await readFile(path.join(root, name), 'utf8')) as Content;
}

function sectionText({ title, properties }: Section, texts: Texts): string {
	const rows = Object.entries(properties).map(([name, setting]) => [
		`\`${name}\``,
		defaultText(setting.default),
		descriptionText(setting, texts),
	]);
	const parts = Object.entries(properties).map(([name, setting]) =>
		partsText(name, setting, texts),
	);
	const settings = table(['Setting', 'Default', 'What it does'], rows);
	return `## ${textOf(title, texts)}\n\n${settings}${parts.join('')}`;
}

/** A table of what an entry of the setting may hold. */
function partsText(name: string, { items, additionalProperties }: Setting, texts: Texts): string {
	const parts = Object.entries((items ?? additionalProperties)?.properties ?? {});
	const rows = parts.map(([part, setting]) => [`\`${part}\``, descriptionText(setting, texts)]);
	return rows.length === 0
		? ''
		: `\nIn each entry of \`${name}\`:\n\n${table(['Property', 'What it does'], rows)}`;
}

/** A table as the formatter leaves it, with columns as wide as their longest cell. */
function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = heading.map((title, column) =>
		Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: readonly string[]): string =>
		`| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |\n`;
	const rule = widths.map((width) => '-'.repeat(width));
	return [heading, rule, ...rows].map(line).join('');
}

function defaultText(value: unknown): string {
	const isNothing = value === null || value === '' || ['[]', '{}'].includes(JSON.stringify(value));
	return isNothing ? '–' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function descriptionText(
	{ markdownDescription, enum: words = [], enumDescriptions = [] }: Omit<Setting, 'default'>,
	texts: Texts,
): string {
	const choices = words.map(
		(word, index) => ` \`${word}\`: ${textOf(enumDescriptions[index] ?? '', texts)}`,
	);
	return inTable(textOf(markdownDescription, texts) + choices.join(''));
}

/** @param key As the manifest writes it, between percent signs. */
function textOf(key: string, texts: Texts): string {
	return texts[key.slice(1, -1)] ?? '';
}

/** Descriptions link settings as `#name#`, which only VS Code understands. */
function inTable(text: string): string {
	return text
		.replaceAll(/`#([\w.]+)#`/g, '`$1`')
		.replaceAll(/\*([^*\n]{1,80})\*/g, '_$1_')
		.replaceAll('|', '\\|');
}

if (import.meta.main) {
	await writeFile(settingsFile, await settingsDocument());
}
