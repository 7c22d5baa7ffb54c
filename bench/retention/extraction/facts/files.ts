import type { Told } from '../told.ts';
import { commandLine, textValue, type Call } from './calls.ts';
import type { Fact, Verdict } from './fact.ts';
import { partsOf } from './shell.ts';

/** What became of a file that the work wrote. */
type State = 'there' | 'gone' | 'moved';

const writing =
	/^(?:write|write_?file|write_to_file|create|create_?file|edit|edit_?file|multi_?edit|notebookedit|replace|replace_in_file|str_replace|str_replace_editor|search_replace|apply_diff|insert)$/i;

const looksOnly = ['view', 'undo_edit'];

const passing =
	/^\/(?:private\/)?(?:tmp|var\/folders)\/|\/(?:scratchpad|\.claude|AppData\/Local\/Temp)\//;

const said: Readonly<Record<State, RegExp>> = {
	there:
		/creat|modif|edit|writ|wrote|updat|chang|\bnew\b|added|renamed to|restored|angelegt|geänd|erstell|créé|创建|修改|作成|変更/i,
	gone: /delet|remov|\brm\b|gone|gelöscht|supprim|删除|削除/i,
	moved: /renam|moved|\bmv\b|→|->|umbenannt|renomm|重命名|名前変更/i,
};

/** The last state of every file that was written, moved or deleted. */
export function fileFacts(calls: readonly Call[]): Fact[] {
	const states = statesOf(calls);
	const paths = [...states.keys()].filter((path) => !passing.test(path));
	return paths.map((path): Fact => {
		const state = states.get(path) ?? 'there';
		const pattern = patternOf(path, paths);
		return {
			kind: state === 'there' ? 'changed files, state' : 'gone files, state',
			text: `${path} ${state}`,
			judge: (told) => judged(told, pattern, state),
		};
	});
}

/** How a line names a file: by its name where no other has it, else with its directory. */
function patternOf(path: string, all: readonly string[]): RegExp {
	const name = baseOf(path);
	const same = all.filter((other) => baseOf(other) === name);
	const outermost = same.every((other) => depthOf(other) > depthOf(path) || other === path);
	const withDirectory = escaped(path.split('/').slice(-2).join('/'));
	const forms =
		same.length === 1
			? `(?<![\\w.-])${escaped(name)}`
			: `(?<![\\w.-])${withDirectory}${outermost ? `|(?<![\\w./-])${escaped(name)}` : ''}`;
	return new RegExp(`(?:${forms})(?![\\w-]|\\.\\w)`);
}

function depthOf(path: string): number {
	return path.split('/').length;
}

/** Files written by these calls, with the last state of each. */
function statesOf(calls: readonly Call[]): Map<string, State> {
	const states = new Map<string, State>();
	for (const call of calls) {
		const line = commandLine(call);
		if (line !== undefined) {
			partsOf(line).forEach(({ text }) => call.failed !== true && readCommand(states, text));
		} else {
			const path = writtenPath(call);
			if (path !== undefined) {
				states.set(known(states, path), 'there');
			}
		}
	}
	return states;
}

function readCommand(states: Map<string, State>, command: string): void {
	const words = command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
	const [verb, ...rest] = words[0] === 'git' ? words.slice(1) : words;
	const paths = rest.filter((word) => !word.startsWith('-'));
	if (verb === 'rm') {
		for (const path of paths) {
			const file = known(states, path);
			if (states.has(file)) {
				states.set(file, 'gone');
			}
		}
	} else if (verb === 'mv' && paths.length === 2) {
		const [from = '', to = ''] = paths;
		const file = known(states, from);
		if (states.has(file) && /\.\w+$/.test(to)) {
			states.set(file, 'moved');
			states.set(known(states, to), 'there');
		}
	}
}

/** The spelling under which a file is known already. */
function known(states: ReadonlyMap<string, State>, path: string): string {
	const clean = path.replaceAll('\\', '/').replace(/^\.\//, '');
	const same = [...states.keys()].filter(
		(other) => other === clean || other.endsWith(`/${clean}`) || clean.endsWith(`/${other}`),
	);
	return same.length === 1 ? (same[0] ?? clean) : clean;
}

function baseOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

function judged(told: Told, pattern: RegExp, state: State): Verdict {
	const lines = told.lines.filter((line) => pattern.test(line));
	if (lines.some((line) => said[state].test(line) || (state === 'moved' && said.gone.test(line)))) {
		return 'right';
	}
	const other = state === 'there' ? /— (?:deleted|gelöscht|supprimé|已删除|削除)/ : said.there;
	return lines.some((line) => other.test(line)) ? 'wrong' : 'missing';
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Files by how often these calls wrote them, most often first. */
export function writtenFiles(calls: readonly Call[]): string[] {
	const counts = new Map<string, number>();
	for (const call of calls) {
		const path = writtenPath(call);
		if (path !== undefined && !passing.test(path)) {
			counts.set(path, (counts.get(path) ?? 0) + 1);
		}
	}
	return [...counts].sort((a, b) => b[1] - a[1]).map(([path]) => path);
}

/** The file that a call wrote; undefined where it wrote none. */
function writtenPath(call: Call): string | undefined {
	const wrote =
		call.failed !== true &&
		writing.test(call.name) &&
		!looksOnly.includes(String(call.values['command']));
	return wrote
		? textValue(call, 'file_path', 'path', 'filePath', 'notebook_path', 'filename')?.replaceAll(
				'\\',
				'/',
			)
		: undefined;
}
