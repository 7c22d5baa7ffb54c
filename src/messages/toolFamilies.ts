import { hasFields, walkableJson } from './json.ts';
import { oneLine } from './marks.ts';
import type { ToolCall } from './message.ts';
import { patchedPaths, patchOf } from './patches.ts';

/** What a tool does, independent of its name. */
export type ToolFamily =
	| 'terminal'
	| 'read'
	| 'write'
	| 'edit'
	| 'search'
	| 'web'
	| 'browser'
	| 'sub-agent'
	| 'code'
	| 'todo'
	| 'memory'
	| 'question'
	| 'other';

/** Tool names of known assistants, without case, separators and prefixes. */
const names: Readonly<Record<Exclude<ToolFamily, 'other'>, string>> = {
	terminal:
		'bash shell terminal exec execcommand localshell localshellcall runinterminal executecommand executebash runshellcommand runterminalcommand runcommand runcommands runterminal runterminalcmd bashcommand shellcommand executepwsh runtests cmd powershell process bashcodeexecution bashoutput writestdin getterminaloutput sendtoterminal killshell console command execute',
	read: 'read readfile readfiles readmanyfiles view viewimage open cat readnotebook notebookread getnotebooksummary listcodedefinitionnames getfilecontents readtextfile readmultiplefiles viewfile fsread readcode skillview readlints geterrors',
	write:
		'write writefile fswrite writetofile createfile create createnewfile newfile savefile createandrunfile',
	edit: 'edit multiedit editfile editor fileeditor planningfileeditor fsappend patch applypatch applydiff strreplace strreplacefile strreplaceeditor strreplacebasededittool replace replaceinfile replacestringinfile multireplacestringinfile inserteditintofile insertcontent insert searchandreplace searchreplace notebookedit editnotebookfile editnotebook editexistingfile updatefile undoedit movefile renamefile deletefile',
	search:
		'grep rg glob ls find findfile search searchdir searchfile list listdir listdirectory listfiles searchfiles filesearch globfilesearch ripgreprawsearch greps grepsearch semanticsearch searchfilecontent codebasesearch codesearch ripgrep searchcode searchworkspacesymbols listcodeusages toolsearch searchcodebase viewrepomap viewdiff',
	web: 'webfetch fetchwebpage fetchurl fetch webextract websearch googlewebsearch searchweb exawebsearch browse httprequest urlfetch',
	browser:
		'browser browseraction browsernavigate browserclick browsersnapshot browsertype browsertakescreenshot opensimplebrowser computer screenshot',
	'sub-agent':
		'task agent delegatetask delegate subagent runsubagent invokesubagent usesubagent newtask spawnagent sendmessagetoagent dispatchagent',
	code: 'codeexecution executecode executeipythoncell runipython ipython python jupyter codeinterpreter runnotebookcell runcode',
	todo: 'todowrite todoread todo todos todolist updateplan managetodolist updatetodolist writetodos taskcreate taskupdate tasklist taskget settodolist tasktracker plan',
	memory: 'memory savememory memorywrite memoryread remember recall recallturn updatememory',
	question:
		'askuserquestion askfollowupquestion askuser clarify question askquestion askquestions exitplanmode presentplan requestuserinput',
};

const familyByName: ReadonlyMap<string, ToolFamily> = new Map(
	Object.entries(names).flatMap(([family, list]) =>
		list.split(' ').map((name): [string, ToolFamily] => [name, family as ToolFamily]),
	),
);

/**
 * The family of a tool, by its name; `other` for unknown ones.
 * @param values Arguments of the call, for tools with several functions.
 */
export function toolFamily(name: string, values?: ToolArguments): ToolFamily {
	const bare = name
		.replace(/^(?:mcp__[^_]+(?:_[^_]+)*__|functions\.|builtin_|default_api[.:]|container\.)/, '')
		// Some clients number changed tools, or name them `client_readFile`.
		.replace(/_v\d$|^[a-z]+_(?=[a-z]+[A-Z])/g, '')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');
	const family = familyByName.get(bare) ?? (bare.startsWith('browser') ? 'browser' : 'other');
	return family === 'edit' && values?.['command'] === 'view' ? 'read' : family;
}

/** Arguments of a call, when they are a JSON object. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Parses a call's arguments; undefined if they are not a JSON object, or nested too deeply. */
export function parseArguments(text: string): ToolArguments | undefined {
	if (!text.startsWith('{')) {
		return undefined;
	}
	const value = walkableJson(text);
	return hasFields(value) ? value : undefined;
}

const pathKeys =
	'file_path path filePath target_file absolute_path notebook_path filename file filepath relative_workspace_path relativeWorkspacePath targetFile uri TargetFile AbsolutePath'.split(
		' ',
	);

/** Separated by blanks. */
const salientKeys: Readonly<Record<ToolFamily, string>> = {
	terminal: 'command cmd CommandLine commands script input chars',
	read: '',
	write: '',
	edit: 'input patch',
	search:
		'pattern query regex glob glob_pattern globPattern search path dir_path target_directory targetDirectory',
	web: 'url query urls prompt',
	browser: 'url action selector element ref text',
	'sub-agent': 'description task_name prompt task message goal',
	code: 'code script source',
	todo: 'subject taskId explanation',
	memory: 'fact content action query key',
	question: 'question questions plan message',
	other: 'result',
};

/** Characters of an argument of an unknown tool. */
const shownArgument = 80;

/** A value as text; undefined for objects. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') {
		return value;
	}
	if (typeof value === 'number' || typeof value === 'boolean') {
		return String(value);
	}
	if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
		// Some clients pass commands as an argument vector after a shell.
		const [shell, flag, ...rest] = value;
		return /(?:^|\/)(?:bash|sh|zsh)$/.test(shell ?? '') && /^-\w*c$/.test(flag ?? '')
			? rest.join(' ')
			: value.join(' ');
	}
	return undefined;
}

/** The first of these arguments that is text. */
export function argumentText(
	values: ToolArguments | undefined,
	keys: readonly string[],
): string | undefined {
	for (const key of keys) {
		const value: unknown = values?.[key];
		// Some clients run several command lines in one call.
		const text = asText(key === 'commands' && Array.isArray(value) ? value.join('\n') : value);
		if (text !== undefined && text.trim() !== '') {
			return text;
		}
	}
	return undefined;
}

/** The path a call works on, if it names one. */
export function pathArgument(values: ToolArguments | undefined): string | undefined {
	return argumentText(values, pathKeys);
}

/** Arguments that name several files, by path or in an object with one. */
const listKeys = 'paths files file_paths filePaths replacements edits operations args'.split(' ');

/** The paths a call works on: the one it names, or those of a list of files. */
export function pathArguments(values: ToolArguments | undefined): string[] {
	const path = pathArgument(values);
	if (path !== undefined) {
		return [path];
	}
	const found = listKeys.flatMap((key) => {
		const list: unknown = values?.[key];
		return Array.isArray(list) ? list.map(pathOfItem) : [];
	});
	return [...new Set(found)].filter((item) => item !== undefined);
}

function pathOfItem(item: unknown): string | undefined {
	if (typeof item === 'string') {
		return item;
	}
	return hasFields(item) ? pathArgument(item) : undefined;
}

/** The files of a patch or of a list; undefined if a call names none. */
function filesTarget(values: ToolArguments | undefined, raw: string): string | undefined {
	const patch = pathArgument(values) === undefined ? patchOf(values, raw) : undefined;
	const files = patch === undefined ? pathArguments(values) : patchedPaths(patch.files);
	return files.length === 0 ? undefined : files.join(', ');
}

/**
 * The argument that distinguishes one call of a tool from the next: a command, a path, a pattern. Unknown tools show
 * their first two arguments.
 */
export function salientArgument(
	family: ToolFamily,
	values: ToolArguments | undefined,
	raw: string,
): string {
	const worksOnFiles = family === 'read' || family === 'write' || family === 'edit';
	const files = worksOnFiles ? filesTarget(values, raw) : undefined;
	if (files !== undefined) {
		return files;
	}
	if (values === undefined) {
		return raw.startsWith('{') ? '' : raw;
	}
	const known = argumentText(values, salientKeys[family].split(' '));
	if (known !== undefined) {
		return known;
	}
	return Object.entries(values)
		.flatMap(([key, value]) => {
			const text = asText(value);
			return text === undefined ? [] : [`${key}=${oneLine(text, shownArgument)}`];
		})
		.slice(0, 2)
		.join(' ');
}

/** The texts that a call passes to a sub-agent, such as its task; empty if the call does not start one. */
export function subAgentInputs({ name, arguments: text }: ToolCall): readonly string[] {
	const values = parseArguments(text);
	return toolFamily(name, values) === 'sub-agent'
		? Object.values(values ?? {}).flatMap((value) =>
				typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
			)
		: [];
}
