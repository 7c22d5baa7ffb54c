import { isNestedTooDeeply } from './nesting.ts';

/** What a tool does, whatever an assistant calls it. */
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

/** Tool names of the assistants we know, without case, separators and prefixes. */
const names: Readonly<Record<Exclude<ToolFamily, 'other'>, string>> = {
	terminal:
		'bash shell terminal exec execcommand localshell localshellcall runinterminal executecommand executebash runshellcommand runterminalcommand runcommand runtests cmd powershell process bashoutput writestdin getterminaloutput sendtoterminal killshell console command execute',
	read: 'read readfile readmanyfiles view viewimage open cat readnotebook notebookread copilotgetnotebooksummary listcodedefinitionnames getfilecontents readtextfile readmultiplefiles viewfile skillview readlints geterrors',
	write:
		'write writefile writetofile createfile create createnewfile newfile savefile createandrunfile',
	edit: 'edit multiedit editfile patch applypatch applydiff strreplace strreplacefile strreplaceeditor strreplacebasededittool replace replaceinfile replacestringinfile multireplacestringinfile inserteditintofile insertcontent insert searchandreplace searchreplace notebookedit editnotebookfile editnotebook editexistingfile updatefile undoedit movefile renamefile deletefile',
	search:
		'grep glob ls find list listdir listdirectory listfiles searchfiles filesearch greps grepsearch semanticsearch searchfilecontent codebasesearch codesearch ripgrep searchcode searchworkspacesymbols listcodeusages toolsearch searchcodebase viewrepomap viewdiff',
	web: 'webfetch fetchwebpage fetchurl fetch webextract websearch googlewebsearch searchweb exawebsearch browse httprequest urlfetch',
	browser:
		'browser browseraction browsernavigate browserclick browsersnapshot browsertype browsertakescreenshot opensimplebrowser computer screenshot',
	'sub-agent':
		'task agent delegatetask delegate subagent runsubagent newtask spawnagent sendmessagetoagent dispatchagent',
	code: 'executecode executeipythoncell runipython ipython python jupyter codeinterpreter runnotebookcell runcode',
	todo: 'todowrite todoread todo todos updateplan managetodolist updatetodolist writetodos taskcreate taskupdate tasklist taskget settodolist tasktracker plan',
	memory: 'memory savememory memorywrite memoryread remember recall recallturn updatememory',
	question:
		'askuserquestion vscodeaskquestions askfollowupquestion askuser clarify question askquestion askquestions attemptcompletion exitplanmode presentplan requestuserinput finish submit',
};

const familyByName: ReadonlyMap<string, ToolFamily> = new Map(
	Object.entries(names).flatMap(([family, list]) =>
		list.split(' ').map((name): [string, ToolFamily] => [name, family as ToolFamily]),
	),
);

/** The family of a tool, by its name; `other` for those nobody has told us of. */
export function toolFamily(name: string): ToolFamily {
	const bare = name
		.replace(/^(?:mcp__[^_]+(?:_[^_]+)*__|functions\.|builtin_|default_api[.:]|container\.)/, '')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');
	return familyByName.get(bare) ?? (bare.startsWith('browser') ? 'browser' : undefined) ?? 'other';
}

/** Arguments of a call, when they are a JSON object. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Parses a call's arguments; undefined when they are not a JSON object, or nested without measure. */
export function parseArguments(text: string): ToolArguments | undefined {
	if (!text.startsWith('{')) {
		return undefined;
	}
	try {
		const value: unknown = JSON.parse(text);
		const isUsable = typeof value === 'object' && value !== null && !isNestedTooDeeply(value);
		return isUsable ? (value as ToolArguments) : undefined;
	} catch {
		return undefined;
	}
}

const pathKeys = [
	'file_path',
	'path',
	'filePath',
	'target_file',
	'absolute_path',
	'notebook_path',
	'filename',
	'file',
	'filepath',
	'relative_workspace_path',
	'uri',
];

const salientKeys: Readonly<Record<ToolFamily, readonly string[]>> = {
	terminal: ['command', 'cmd', 'commands', 'script', 'input', 'chars'],
	read: pathKeys,
	write: pathKeys,
	edit: [...pathKeys, 'input', 'patch'],
	search: ['pattern', 'query', 'regex', 'glob', 'search', 'path', 'dir_path'],
	web: ['url', 'query', 'urls', 'prompt'],
	browser: ['url', 'action', 'selector', 'element', 'ref', 'text'],
	'sub-agent': ['description', 'task_name', 'prompt', 'task', 'message', 'goal'],
	code: ['code', 'script', 'source'],
	todo: ['subject', 'taskId', 'explanation'],
	memory: ['fact', 'content', 'action', 'query', 'key'],
	question: ['question', 'questions', 'result', 'plan', 'message'],
	other: [],
};

/** Whatever a value says on one line; objects as JSON. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') {
		return value;
	}
	if (typeof value === 'number' || typeof value === 'boolean') {
		return String(value);
	}
	if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
		// Codex passes commands as an argument vector behind a shell.
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
		const text = asText(values?.[key]);
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

/**
 * The argument that tells one call of a tool from the next: a command, a path, a pattern. Unknown
 * tools show their first two arguments.
 */
export function salientArgument(
	family: ToolFamily,
	values: ToolArguments | undefined,
	raw: string,
): string {
	if (values === undefined) {
		return raw.startsWith('{') ? '' : raw;
	}
	const known = argumentText(values, salientKeys[family]);
	if (known !== undefined) {
		return known;
	}
	return Object.entries(values)
		.flatMap(([key, value]) => {
			const text = asText(value);
			return text === undefined ? [] : [`${key}=${text.slice(0, 80)}`];
		})
		.slice(0, 2)
		.join(' ');
}
