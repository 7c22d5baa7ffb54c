import { hasFields, parsedJson } from '../../../messages/json.ts';
import { savedCall, type SavedMessage } from '../openAiChat/records.ts';

/** The commands of SWE-agent's own: those that older runs write into their text, and the file they work on. */

/** A call of one of SWE-agent's tools. */
export interface OwnCommand {
	readonly name: string;
	readonly values: Readonly<Record<string, unknown>>;
}

/** Commands whose arguments are words, and what those are called. */
const ofWords: Readonly<Record<string, readonly string[]>> = {
	create: ['filename'],
	open: ['path', 'line_number'],
	goto: ['line_number'],
	find_file: ['file_name', 'dir'],
	search_dir: ['search_term', 'dir'],
	search_file: ['search_term', 'file'],
	scroll_up: [],
	scroll_down: [],
	submit: [],
};

/** Commands that work on the open file without naming it. */
const onOpenFile: ReadonlySet<string> = new Set([
	'edit',
	'insert',
	'goto',
	'scroll_up',
	'scroll_down',
]);

/** `edit`, lines to replace where they are said, the text, and a line that ends it. */
const editing = /^edit(?: (\d{1,7}):(\d{1,7}))?[ \t]*\r?\n([\s\S]*?)\r?\n?end_of_edit\s*$/;

/** A word, or several in quotes. */
const word = /"([^"\n]*)"|'([^'\n]*)'|([^\s"'|&;<>$`]+)/y;

/** How the results say which file is open. */
const openFile = /^\(Open file: ([^\n]{1,1000})\)[ \t]*\r?$/m;

/** Characters at the end of a result in which that stands. */
const stateReach = 2_500;

/** What a command in the text calls; undefined: it is one of the shell. */
export function ownCommand(text: string): OwnCommand | undefined {
	const edit = editing.exec(text);
	if (edit !== null) {
		const [, first, last, written = ''] = edit;
		const lines = first === undefined ? {} : { start_line: Number(first), end_line: Number(last) };
		return { name: 'edit', values: { ...lines, new_text: written } };
	}
	const [name = '', ...values] = wordsOf(text.trim()) ?? [];
	const keys = Object.hasOwn(ofWords, name) ? ofWords[name] : undefined;
	return keys === undefined || values.length > keys.length
		? undefined
		: {
				name,
				values: Object.fromEntries(
					values.map((value, index): [string, string] => [keys[index] ?? '', value]),
				),
			};
}

/** The command with the file it works on, where it names none. */
export function onFile(command: OwnCommand, file: string | undefined): OwnCommand {
	const { name, values } = command;
	return file === undefined || !onOpenFile.has(name) || 'path' in values
		? command
		: { name, values: { path: file, ...values } };
}

/** A message whose calls name the file they work on. */
export function callsOnFile(message: SavedMessage, file: string | undefined): SavedMessage {
	const calls = message.tool_calls;
	return file === undefined || calls === undefined || calls === null
		? message
		: { ...message, tool_calls: calls.map((call) => callOnFile(call, file)) };
}

function callOnFile(value: unknown, file: string): unknown {
	const call = savedCall(value);
	const name = call?.function.name ?? '';
	const given = call?.function.arguments;
	const values = typeof given === 'string' ? parsedJson(given) : given;
	if (call === undefined || !onOpenFile.has(name) || !hasFields(values)) {
		return value;
	}
	const { values: named } = onFile({ name, values }, file);
	return { ...call, function: { ...call.function, arguments: JSON.stringify(named) } };
}

/** The file that is open behind a result; undefined: none is, or the result does not tell. */
export function openFileIn(result: string): string | undefined {
	const file = openFile.exec(result.slice(-stateReach))?.[1];
	return file === 'n/a' ? undefined : file;
}

/** What SWE-agent puts behind what it says: the file that is open, the folder, a prompt. */
const stateBlock =
	/\n\(Open file: [^\n]{1,1000}\)\s{1,4}\(Current directory: [^\n]{1,1000}\)\s{1,4}bash-\$\s{0,9}$/;

/** Position of the block that tells the state behind a text; the text's length where none does. */
export function stateBlockAt(text: string): number {
	const from = Math.max(0, text.length - stateReach);
	const found = stateBlock.exec(text.slice(from));
	return found === null ? text.length : from + found.index;
}

/** The words of a line; undefined: it is more than words. */
function wordsOf(text: string): string[] | undefined {
	const words: string[] = [];
	let at = 0;
	while (at < text.length) {
		word.lastIndex = at;
		const found = word.exec(text);
		if (found === null) {
			return undefined;
		}
		words.push(found[1] ?? found[2] ?? found[3] ?? '');
		at = word.lastIndex;
		const gap = /^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0;
		if (gap === 0 && at < text.length) {
			return undefined;
		}
		at += gap;
	}
	return words;
}
