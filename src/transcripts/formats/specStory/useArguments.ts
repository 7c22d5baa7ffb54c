import { toolFamily, type ToolFamily } from '../../../messages/toolFamilies.ts';
import type { UseParts } from './useParts.ts';

/** What Cursor folds a use away under, and the arguments that this tells. */
const summaries: readonly (readonly [pattern: RegExp, ...names: readonly string[]])[] = [
	[/^(?:Read|Edit) file: (.+)$/, 'file_path'],
	[/^Apply patch for (.+)$/, 'file_path'],
	[/^Run command: (.+)$/, 'command'],
	[/^Grep for "(.{0,400}?)"(?: in "(.{0,400}?)")?(?: • |$)/, 'pattern', 'path'],
	[/^Searched (?:codebase|web) ["`](.{0,400}?)["`](?: • |$)/, 'query'],
	[/^Listed directory (\S+?)(?:,| •|$)/, 'path'],
];

/** What `attribute="value"` pairs and diffs say instead of these. */
const entities: Readonly<Record<string, string>> = {
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&#96;': '`',
	'&amp;': '&',
};

function withoutEntities(text: string): string {
	return text.replace(/&(?:lt|gt|quot|amp|#39|#96);/g, (entity) => entities[entity] ?? entity);
}

/** What Cursor writes where it knows nothing. */
const unknown = 'undefined';

/** The arguments a summary tells; undefined where it is of a kind nobody knows. */
function summaryArguments(summary: string): [name: string, value: string][] | undefined {
	for (const [pattern, ...names] of summaries) {
		const match = pattern.exec(summary);
		if (match !== null) {
			return names.map((name, at) => [name, withoutEntities(match[at + 1] ?? '')]);
		}
	}
	return undefined;
}

/** What stands in back quotes from the start of a line up to the end; undefined where nothing does. */
function quotedAtEnd(words: string): string | undefined {
	const line = words.indexOf('\n`');
	const start = words.startsWith('`') ? 1 : line < 0 ? words.length : line + 2;
	return words.endsWith('`') && start < words.length - 1 ? words.slice(start, -1) : undefined;
}

/** How a result names the file that was written, where SpecStory saved no argument of the call. */
const writtenFile =
	/^(?:The file (\S[^\n]{0,1000}?) has been (?:updated|created)\b|File created successfully at: (\S[^\n]{0,1000})|Applied \d{1,6} edits? to (\S[^\n]{0,1000}?):$)/m;

function pathInResult(result: string): string | undefined {
	const [, edited, created, edits] = writtenFile.exec(result.slice(0, 2_000)) ?? [];
	return (edited ?? created ?? edits)?.trimEnd();
}

/** The name of an argument that is told without one. */
function unnamed(family: ToolFamily, value: string): string {
	switch (family) {
		case 'read':
		case 'write':
		case 'edit':
			return 'file_path';
		case 'web':
			return /^https?:/.test(value) ? 'url' : 'query';
		case 'search':
			return 'pattern';
		case 'terminal':
			return 'command';
		default:
			return 'input';
	}
}

/** Marks before an entry of a list of tasks, and how far the task is. */
const statuses: Readonly<Record<string, string>> = {
	' ': 'pending',
	x: 'completed',
	X: 'completed',
	'-': 'in_progress',
	'⚡': 'in_progress',
};

/** A task in a list, with the sign of its priority. */
const task = /^- \[(.)\] (?:\p{Extended_Pictographic}\uFE0F? )?(\S.*)$/gmu;

function tasksIn(words: string): readonly object[] {
	return [...words.matchAll(task)].map(([, mark = '', content]) => ({
		content,
		status: statuses[mark] ?? 'pending',
	}));
}

/** A line `**Update: `a.ts`**` above a block with what a patch changes in the file. */
const patchedFile = /^\*\*(Add|Update|Modify|Delete): `(.+)`\*\*$/gm;

/** The patch that is told file by file; undefined where it is none. */
function patchOf({ words, inputs }: UseParts): string | undefined {
	const files = [...words.matchAll(patchedFile)];
	let next = 0;
	const sections = files.map(([, change = '', path = '']) => {
		const text = change === 'Delete' ? '' : `\n${inputs[next++]?.text ?? ''}`;
		return `*** ${change === 'Modify' ? 'Update' : change} File: ${path}${text}`;
	});
	return files.length === 0
		? undefined
		: ['*** Begin Patch', ...sections, '*** End Patch'].join('\n');
}

/** An argument on a line of its own, as `- name: `value`` or, of a tool of an MCP server, `  * name: value`. */
const listed = /^(?:- (\w{1,80}): `| {2}\* (\w{1,80}): )/;

/** Arguments that are listed; a value goes on up to the next one, or to a blank line that ends the list. */
function listedArguments(words: string): [name: string, value: string][] {
	const found: { readonly name: string; readonly end: string; readonly lines: string[] }[] = [];
	let isOpen = false;
	for (const line of words.split('\n')) {
		const match = listed.exec(line);
		if (match !== null) {
			const [start, quoted, plain = ''] = match;
			const end = quoted === undefined ? '' : '`';
			found.push({ name: quoted ?? plain, end, lines: [line.slice(start.length)] });
			isOpen = true;
		} else if (isOpen && line !== '') {
			found.at(-1)?.lines.push(line);
		} else {
			isOpen = false;
		}
	}
	return found.map(({ name, end, lines }) => {
		const value = lines.join('\n');
		return [name, value.endsWith(end) ? value.slice(0, value.length - end.length) : value];
	});
}

/** Values in back quotes, each behind its name or without one. */
function quotedArguments(words: string, family: ToolFamily): [name: string, value: string][] {
	return [...words.matchAll(/(?:\b(\w+):? )?`([^`\n]+)`/g)].map(([, name, value = '']) => [
		name?.toLowerCase() ?? unnamed(family, value),
		value,
	]);
}

/** The command, and what is said of it. */
function commandArguments({ words, inputs }: UseParts): [name: string, value: string][] {
	const quoted = quotedAtEnd(words);
	const described = quoted === undefined ? words : words.slice(0, -quoted.length - 2);
	const script = inputs.find(({ language }) => language !== 'diff')?.text;
	return [
		['command', quoted ?? script ?? ''],
		['description', described.trim()],
	];
}

function argumentsInWords(parts: UseParts, family: ToolFamily): [name: string, value: string][] {
	const { words, summary, result = '' } = parts;
	const listed = listedArguments(words);
	if (listed.length > 0 || summary !== '') {
		return [...listed, ['description', summary]];
	}
	const quoted = quotedArguments(words, family);
	const path = family === 'write' || family === 'edit' ? pathInResult(result) : undefined;
	if (quoted.length > 0 || path === undefined) {
		return quoted.length > 0 ? quoted : [['description', words]];
	}
	return [['file_path', path]];
}

/** What the tool was given in blocks of code: content, or what it changed. */
function blockArguments({ inputs, summary }: UseParts): [name: string, value: string][] {
	const textIn = (isDiff: boolean): string =>
		inputs
			.filter(({ language }) => (language === 'diff') === isDiff)
			.map(({ text }) => (isDiff && summary !== '' ? withoutEntities(text) : text))
			.join('\n');
	return [
		['content', textIn(false)],
		['diff', textIn(true)],
	];
}

/** The kinds of tool that SpecStory tells, for tools whose names nobody has told us of. */
const familyOfType: Readonly<Record<string, ToolFamily>> = {
	shell: 'terminal',
	read: 'read',
	write: 'write',
	search: 'search',
};

function familyOf(name: string, type: string): ToolFamily {
	const family = toolFamily(name);
	return family === 'other' ? (familyOfType[type] ?? family) : family;
}

function toldArguments(parts: UseParts, family: ToolFamily): [name: string, value: string][] {
	if (family === 'terminal' && (parts.summary === '' || parts.inputs.length > 0)) {
		return commandArguments(parts);
	}
	const told = summaryArguments(parts.summary) ?? argumentsInWords(parts, family);
	return family === 'terminal' ? told : [...told, ...blockArguments(parts)];
}

/**
 * What a tool was called with, as far as it was written down.
 * @param type What SpecStory calls the kind of tool; empty where it does not tell.
 */
export function useArguments(name: string, type: string, parts: UseParts): object {
	const family = familyOf(name, type);
	const todos = family === 'todo' ? tasksIn(parts.words) : [];
	if (todos.length > 0) {
		return { todos };
	}
	const patch = patchOf(parts);
	return patch === undefined
		? Object.fromEntries(
				toldArguments(parts, family).filter(([, value]) => value !== '' && value !== unknown),
			)
		: { input: patch };
}
