import { textOf, type Log, type ToolCall } from './message.ts';
import type { Outcome } from './toolOutcome.ts';

/**
 * aider calls no tools: it reads edits out of a reply, and its console tells behind the reply what it
 * did with them. These lines are the outcomes; the reply holds what was changed.
 */

/** What the console says of a reply. The last two name what failed and what did not. */
const applied = /^Applied edit to (\S.*)$/;
const created = /^Create new file\? \(Y\)es\/\(N\)o.{0,60}: ?y/i;
const committed = /^Commit [0-9a-f]{7,40} \S/;
const ran = /^Running (\S.*)$/;
const unmatched = /^## \w+: This SEARCH block failed to exactly match lines in (\S.*)$/;
const othersApplied = /^# The other \d+ SEARCH\/REPLACE blocks? (?:was|were) applied successfully/;

/** What it says of a command that the person typed. */
const refused = /^Invalid command: \/\S/;

/** Whether a call is a command of the person that the client did not know: that says nothing of the work. */
export function isRefusedCommand({ call, family }: { call: ToolCall; family: string }): boolean {
	return call.name === consoleTool && family === 'other';
}

/** The name under which deeds of the console stand among calls of tools. */
export const consoleTool = 'aider';

/** Any of these lines; cheaper than reading a row. */
const tells =
	/^(?:Applied edit to |Commit [0-9a-f]{7}|Running \S|## \w+: This SEARCH block failed)/m;

/** Something that the client did with a reply, as a call of a tool would tell it. */
export interface ConsoleDeed {
	readonly family: 'write' | 'edit' | 'terminal' | 'other';
	/** The command or path it is about. */
	readonly target: string;
	readonly arguments: Readonly<Record<string, string>>;
	/** The console's line; empty where that does not tell the end. */
	readonly result: string;
	readonly outcome: Outcome;
}

/** What a client did with the reply or the command before its row at `index`, as the row tells; none of other rows. */
export function consoleDeeds(log: Log, index: number): ConsoleDeed[] {
	const row = log[index]?.message;
	const reply = log[index - 1]?.message;
	if (row?.role !== 'user' || row.origin !== 'client') {
		return [];
	}
	const text = textOf(row.content);
	if (reply?.role === 'user' && refused.test(text)) {
		const [said = ''] = text.split('\n', 1);
		const command = textOf(reply.content).replaceAll('\n', ' ⏎ ');
		return command.startsWith('/') ? [deed('other', { command }, said, failure(said))] : [];
	}
	if (reply?.role !== 'assistant') {
		return [];
	}
	return tells.test(text) ? deedsIn(text.split('\n'), blocksOf(textOf(reply.content))) : [];
}

function deedsIn(lines: readonly string[], blocks: ReadonlyMap<string, string>): ConsoleDeed[] {
	const made = new Set(lines.filter((_, at) => created.test(lines[at + 1] ?? '')));
	const edit = (path: string, line: string, outcome: Outcome): ConsoleDeed =>
		made.has(path)
			? deed('write', { file_path: path, content: putIn(blocks.get(path)) }, line, outcome)
			: deed('edit', { file_path: path, edits: blocks.get(path) ?? '' }, line, outcome);
	const failed = new Set(lines.flatMap((line) => unmatched.exec(line)?.[1]?.trim() ?? []));
	return lines.flatMap((line): ConsoleDeed[] => {
		const said = line.replace(/^## /, '');
		const [, path] = applied.exec(line) ?? unmatched.exec(line) ?? [];
		if (path !== undefined) {
			return [edit(path.trim(), said, failed.has(path.trim()) ? failure(said) : done)];
		}
		if (othersApplied.test(line)) {
			return [...blocks.keys()]
				.filter((each) => !failed.has(each))
				.map((each) => edit(each, line, done));
		}
		if (committed.test(line)) {
			return [deed('terminal', { command: 'git commit' }, line, done)];
		}
		const [, command] = ran.exec(line) ?? [];
		return command === undefined ? [] : [deed('terminal', { command }, '', unseen)];
	});
}

const done: Outcome = { status: 'ok', lines: 1, characters: 0, errorLines: [] };

/** The console tells of no exit code, and its row holds no output. */
const unseen: Outcome = { ...done, status: 'unknown' };

function failure(line: string): Outcome {
	return { ...done, status: 'failed', errorLines: [line] };
}

function deed(
	family: ConsoleDeed['family'],
	values: Readonly<Record<string, string>>,
	result: string,
	outcome: Outcome,
): ConsoleDeed {
	const target = values['file_path'] ?? values['command'] ?? '';
	return { family, target, arguments: values, result, outcome };
}

const opening = /^<{5,9} SEARCH\s*$/;
const divider = /^={5,9}\s*$/;
const closing = /^>{5,9} REPLACE\s*$/;

/** The edit blocks of a reply by the file whose name stands above them. */
function blocksOf(reply: string): ReadonlyMap<string, string> {
	const blocks = new Map<string, string>();
	let path = '';
	let block: string[] | undefined;
	const lines = reply.split('\n');
	for (const [at, line] of lines.entries()) {
		if (opening.test(line)) {
			const above = lines[at - 1] ?? '';
			const name = above.startsWith('```') ? (lines[at - 2] ?? '') : above;
			path = closing.test(above) || name.trim() === '' ? path : name.replace(/[*`#:]/g, '').trim();
			block = [];
		}
		block?.push(line);
		if (block !== undefined && closing.test(line)) {
			blocks.set(path, [...(blocks.has(path) ? [blocks.get(path)] : []), ...block].join('\n'));
			block = undefined;
		}
	}
	return blocks;
}

/** What blocks put into a new file. */
function putIn(blocks = ''): string {
	let isPut = false;
	return blocks
		.split('\n')
		.filter((line) => {
			const before = isPut;
			isPut = divider.test(line) || (isPut && !closing.test(line));
			return before && isPut;
		})
		.join('\n');
}

/** A reply without its edit blocks: they are told as what they changed. */
export function withoutBlocks(reply: string): string {
	if (!/^<{5,9} SEARCH/m.test(reply)) {
		return reply;
	}
	let inside = false;
	return reply
		.split('\n')
		.filter((line) => {
			inside = inside || opening.test(line);
			const isLeft = !inside;
			inside = inside && !closing.test(line);
			return isLeft;
		})
		.join('\n');
}
