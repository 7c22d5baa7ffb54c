import { answersIn, type AnsweredQuestion } from '../messages/answers.ts';
import { withBackgroundResults } from '../messages/background.ts';
import { isLocated } from '../messages/errorLines.ts';
import { cutEnd, oneLine } from '../messages/marks.ts';
import { fileChanges } from '../messages/fileChanges.ts';
import { fieldsOf } from '../messages/json.ts';
import { isBlank, textOf, type FileChange, type Log } from '../messages/message.ts';
import { pathArguments, type ToolFamily } from '../messages/toolFamilies.ts';
import { describeOutcome } from '../messages/toolOutcome.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { toolUses, type ToolUse } from '../messages/toolUse.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { latestFromPerson } from '../messages/userTurns.ts';
import { redact, type Redacted } from '../redaction/redact.ts';

/**
 * What happened, according to the calls of a conversation and their structured results. No sentence is interpreted and
 * no shell is simulated: a command's effect on files is represented by the command.
 */
export interface Ledger {
	/** Files that tools wrote, deleted, renamed or read, in the order of their last use. */
	readonly files: readonly LedgerFile[];
	/** Indices of the calls that edited files, in order. */
	readonly edits: readonly number[];
	/** The last run of each command that may have changed something, in the order of those runs. */
	readonly runs: readonly LedgerRun[];
	readonly commits: readonly LedgerCommit[];
	/** The latest todo list, with the number of actions since it was written. */
	readonly todos?: LedgerTodos;
	/** The last failure, if no action followed it. */
	readonly failure?: LedgerFailure;
	/** Commands and agents that have not reported their end. */
	readonly running: readonly LedgerRunning[];
	/** Tool uses that the user rejected. */
	readonly rejected: readonly LedgerRejection[];
	/** Questions that the user answered through a tool. */
	readonly answers: readonly LedgerAnswer[];
	/** Every tool use in order; displayed texts are without secrets. */
	readonly uses: readonly ToolUse[];
}

/** A file's final state; `written`: as a whole, and whether it existed before is unknown. */
type FileState = FileChange['change'] | 'read';

/** A file and how tools used it. */
export interface LedgerFile {
	readonly path: string;
	readonly state: FileState;
	readonly movedTo?: string;
	/** Numbers of the latest messages that left it in this state, ascending. */
	readonly sources: readonly number[];
}

/** The last run of a command. */
export interface LedgerRun {
	/** One line, without secrets, and without what only read. */
	readonly command: string;
	/** The same with `…` in place of what is left out. */
	readonly shown: string;
	readonly status: 'ok' | 'failed' | 'unknown';
	/** `exit 1 · 3 failed, 12 passed`; empty if the result does not show it. */
	readonly outcome: string;
	/** Error lines of the output. */
	readonly errorLines: readonly string[];
	/** Whether it is a check of the work: its result counts tests, or it was repeated after a failure and edits. */
	readonly isCheck: boolean;
	/** Whether its result counts tests. */
	readonly counts: boolean;
	/** Whether it was run before. */
	readonly isRepeated: boolean;
	/** Number of edits before it. */
	readonly editsBefore: number;
	/** Number of the message with the result. */
	readonly source: number;
}

/** A commit that git reports. */
export interface LedgerCommit {
	readonly hash: string;
	readonly title: string;
	readonly branch: string;
	readonly source: number;
}

interface LedgerTodo {
	readonly text: string;
	readonly state: 'done' | 'in-progress' | 'pending';
}

interface LedgerTodos {
	readonly items: readonly LedgerTodo[];
	/** Number of the message with the latest list. */
	readonly source: number;
	/** Actions since then. */
	readonly actionsSince: number;
}

interface LedgerFailure {
	readonly what: string;
	readonly lines: readonly string[];
	readonly source: number;
}

interface LedgerRunning {
	readonly kind: 'command' | 'agent';
	/** The client's name for it; empty if there is none. */
	readonly id: string;
	readonly what: string;
	/** Its command as a run has it; empty for an agent. */
	readonly command: string;
	readonly source: number;
}

interface LedgerRejection {
	readonly what: string;
	/** The user's comment; may be empty. */
	readonly words: string;
	/** Whether the same file was edited later. */
	readonly editedLater: boolean;
	/** The beginning of what the assistant replied to the comment, and the index of that message. */
	readonly reply?: { readonly index: number; readonly text: string };
	readonly source: number;
}

interface LedgerAnswer extends AnsweredQuestion {
	readonly answer: string;
	readonly source: number;
}

/** Maximum characters of a command. */
const commandLength = 120;

/** Maximum characters of an approved plan. */
const planLength = 400;

/** Cache: planning, writing and checking use the same ledger. */
const cache = new WeakMap<ToolPairs, Ledger>();

/** Reads the ledger of a whole log. Linear in the log; same input, same ledger. */
export function ledgerOf(log: Log, pairs: ToolPairs): Ledger {
	const ledger = cache.get(pairs) ?? readLedger(log, pairs);
	cache.set(pairs, ledger);
	return ledger;
}

function readLedger(log: Log, pairs: ToolPairs): Ledger {
	const uses = withBackgroundResults(log, toolUses(log, pairs, 0, log.length));
	const latest = latestFromPerson(log);
	const files = new Files(uses);
	const runs = new Map<string, LedgerRun>();
	const commits: LedgerCommit[] = [];
	const rejected: { readonly use: ToolUse; readonly words: string }[] = [];
	const answers: LedgerAnswer[] = [];
	const running: LedgerRunning[] = [];
	let todos: { items: readonly LedgerTodo[]; source: number; actions: number } | undefined;
	const tasks = new Map<string, LedgerTodo>();
	let failure: LedgerFailure | undefined;
	let actions = 0;
	for (const use of uses) {
		if (wasRefused(use)) {
			rejected.push({ use, words: refusalWords(use) });
			continue;
		}
		const unfinished = stillRunning(use, latest);
		if (unfinished !== undefined) {
			running.push(unfinished);
		}
		// Cline's tools carry the list in addition to their own arguments.
		const hasList =
			use.family === 'todo'
				? use.outcome.status !== 'failed'
				: typeof use.arguments?.['task_progress'] === 'string';
		const list = hasList ? todoList(use, tasks) : undefined;
		if (list !== undefined) {
			todos = { items: list, source: use.callIndex + 1, actions };
		}
		files.recordSubAgent(use);
		switch (use.family) {
			case 'todo':
				continue;
			case 'question':
				answers.push(...answersOf(use));
				continue;
			case 'read':
			case 'write':
			case 'edit':
				files.record(use);
				break;
			case 'terminal':
				recordRun(runs, use, files.edits.length);
				commits.push(...commitsIn(use));
				break;
			default:
				break;
		}
		if (isAction(use)) {
			actions += 1;
			failure = use.outcome.status === 'failed' ? failureOf(use) : undefined;
		}
	}
	return {
		files: files.all(),
		edits: files.edits,
		runs: [...runs.values()],
		commits,
		...(todos === undefined || todos.items.length === 0
			? {}
			: {
					todos: {
						items: todos.items,
						source: todos.source,
						actionsSince: actions - todos.actions,
					},
				}),
		...(failure === undefined ? {} : { failure }),
		running: withoutPolled(running, uses).filter((each) => !endedLater(runs, each)),
		rejected: rejected.map(({ use, words }) => ({
			what: describeUse(use),
			words,
			editedLater: files.editedSince(use),
			...(words === '' ? {} : replyToRejection(use, log)),
			source: sourceOf(use),
		})),
		answers,
		uses,
	};
}

/** Number of the message with the outcome of a use, or else with its call. */
export function sourceOf({ resultIndex, callIndex }: ToolUse): number {
	return (resultIndex ?? callIndex) + 1;
}

/**
 * Programs and git verbs that only read. Every other command counts as an action: listing one needlessly costs a line,
 * but an assistant may repeat one that is not listed.
 */
const readingCommand =
	/^(?:(?:ls|ll|dir|pwd|cd|cat|bat|head|tail|less|more|nl|wc|file|stat|du|df|tree|find|fd|[efz]?grep|rg|ag|ack|awk|sed|cut|sort|uniq|tr|column|jq|od|hexdump|strings|diff|cmp|comm|echo|printf|true|false|test|\[|which|whereis|type|command -[vV]|printenv|date|whoami|id|uname|ps|pgrep|top|lsof|sleep|wait|man|basename|dirname|readlink|realpath|(?:md5|sha1|sha256|ck)sum)(?:\s|$)|env$|go (?:env|list|doc|version)(?:\s|$)|git (?:-[cC] \S+ |-(?![cC] )\S+ )*(?:(?:status|log|diff|show|blame|grep|ls-files|ls-tree|ls-remote|rev-parse|rev-list|describe|cat-file|check-ignore|merge-base|reflog|shortlog|name-rev|for-each-ref|show-ref|branch (?:-[avr]{1,3}|--(?:list|show-current|contains))|stash (?:list|show)|tag -l|config --get\S*)(?:\s|$)|(?:remote(?: -v)?|branch|tag)$))/;

/** Options and scripts with which those programs write. */
const writingCommand =
	/^(?:sort\b.* (?:-\w*o|--output)|tree\b.* -o|uniq +[^-\s]\S* +\S|fd\b.* (?:-[xX]|--exec)|date\b.* (?:-s|--set)|awk\b.*(?:system\(|print[^'}]*>|inplace)|sed\b.*(?: -(?:\w{0,9}i|-in-place)|[/'"; 0-9]w +[^\s'"]|\/e['"; ])|go env -|git\b.* --output\b|git\b.* reflog (?:expire|delete)|git\b.* branch\b.* -(?:\w*[cCdDfmMtu]\b|-(?:copy|delete|force|move|track|(?:un)?set-upstream|edit)))/;

/** A program's own help or version. */
const helpCommand = /^[\w./-]+(?: [\w-]+){0,4} --(?:help|version)(?: 2>&1)?$/;

/** Output redirected to a file, except to discard it. */
const redirection = /(?<![=-])>>?\|?\s*(?!\/dev\/null|&)["']?[\w./~$-]/;

/** A variable assignment: its value may contain spaces in quotes or in a command substitution. */
const assignment = /\w{1,80}=(?:'[^']*'|"(?:[^"\\]|\\.)*"|\$\([^()]*\)|[^\s'"$]|\$(?!\())*/.source;

/** Shell syntax before a command: grouping, timing, variable assignments. */
const aroundCommand = new RegExp(
	String.raw`^(?:[({!]\s*|time\s+|do\s+|then\s+|else\s+|${assignment}\s+)+`,
);

/** Redirections that only capture or discard the output. */
const harmlessRedirections = /(?:2>&1|[12&]?>[ \t]{0,4}\/dev\/null)/g;

/** Characters of a command line that are parsed. */
const lineReach = 4_000;

/**
 * The commands of a line that may have changed something, joined as one line; undefined if all of them only read. The
 * reading end of a pipe is left out.
 * @param gap Replaces what is left out.
 */
export function changingPart(line: string, gap = ''): string | undefined {
	const text = line.slice(0, lineReach);
	// Here-documents and quoted scripts are not command lines of their own.
	const pipelines = text.includes('<<')
		? [{ text, joint: '' }]
		: splitOutsideQuotes(text, /^(?:&&|\|\||;|\n|&(?![>&]))/);
	let kept = '';
	let isChange = false;
	let depends = true;
	/** The loop header, if the command uses its variable. */
	let loop = '';
	for (const pipeline of pipelines) {
		depends &&= pipeline.joint === '&&';
		const stages = pipeline.text.includes('<<')
			? [pipeline.text]
			: splitOutsideQuotes(pipeline.text, /^\|(?!\|)/).map((stage) => stage.text);
		const last = stages.findLastIndex((stage) => !isReading(stage));
		if (last < 0) {
			loop = pipeline.text.startsWith('for ') ? `${pipeline.text}; ` : loop;
			loop = pipeline.text === 'done' ? '' : loop;
			kept = withGap(kept, loop === '' ? gap : '');
			continue;
		}
		const part = `${loop}${stages.slice(0, last + 1).join(' | ')}`
			.replace(harmlessRedirections, '')
			.trim();
		const joint = depends ? ' && ' : '; ';
		kept = isChange ? `${kept}${joint}${part}` : `${kept} ${part}`.trim();
		kept = withGap(kept, last < stages.length - 1 ? gap : '');
		isChange = true;
		depends = true;
		loop = '';
	}
	return isChange ? kept : undefined;
}

function withGap(text: string, gap: string): string {
	return gap === '' || text.endsWith(gap) ? text : `${text} ${gap}`.trim();
}

function isReading(stage: string): boolean {
	const plain = stage
		.trim()
		.replace(aroundCommand, '')
		// The substitution of a reading command is itself reading.
		.replace(/\$\(([^()`$]{1,200})\)/g, (whole, inner: string) =>
			changingPart(inner) === undefined ? 'x' : whole,
		);
	const bare = plain.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, 'x');
	return (
		plain === '' ||
		helpCommand.test(plain) ||
		/^(?:done|fi|esac|[)}]|\w+=[^\s$`]*|for \w+ in [^$`()]*)$/.test(plain) ||
		(readingCommand.test(plain) &&
			!writingCommand.test(plain) &&
			!redirection.test(bare) &&
			!/[$<>]\(|`/.test(plain) &&
			!/\s-(?:delete|exec\w*|ok)\b/.test(bare))
	);
}

/** Splits a line at operators outside quotes; each part has the operator before it. */
function splitOutsideQuotes(
	line: string,
	operator: RegExp,
): { readonly text: string; readonly joint: string }[] {
	const parts: { text: string; joint: string }[] = [];
	let joint = '';
	let start = 0;
	let quote = '';
	for (let at = 0; at < line.length; at += 1) {
		const character = line.charAt(at);
		if (character === '\\') {
			at += 1;
		} else if (quote !== '') {
			quote = character === quote ? '' : quote;
		} else if (character === '"' || character === "'") {
			quote = character;
		} else if ('&|;\n'.includes(character) && line.charAt(at - 1) !== '>') {
			const found = operator.exec(line.slice(at, at + 2))?.[0];
			if (found !== undefined) {
				parts.push({ text: line.slice(start, at).trim(), joint });
				joint = found;
				at += found.length - 1;
				start = at + 1;
			}
		}
	}
	return [...parts, { text: line.slice(start).trim(), joint }].filter(({ text }) => text !== '');
}

/** Whether a use may have changed something. Not if it was rejected or not started. */
export function isAction(use: ToolUse): boolean {
	if (use.resultIndex === undefined || wasRefused(use)) {
		return false;
	}
	return use.family === 'terminal'
		? changingPart(use.target) !== undefined
		: !readingFamilies.has(use.family);
}

/** Families of tools that only read or communicate. */
const readingFamilies: ReadonlySet<ToolFamily> = new Set([
	'read',
	'search',
	'web',
	'browser',
	'todo',
	'question',
]);

/** Variables set for one command: it counts as the same command without them. */
const settings = new RegExp(String.raw`^(?:env\s+)?(?:${assignment}\s+)+(?=[^\s;&|])`);

/** The part of a command line that changed something, or all of it, on one line without secrets. */
export function commandText(use: ToolUse): Redacted {
	return partOfLine(use, (line) => (changingPart(line) ?? line).replace(settings, ''));
}

/** The same for a reader, who sees where something was left out. */
export function shownCommand(use: ToolUse): Redacted {
	return partOfLine(use, (line) => changingPart(line, '…') ?? line);
}

function partOfLine(use: ToolUse, part: (line: string) => string): Redacted {
	const line = redact(plainLineEnds(use.target)).trim();
	return redact(oneLine(part(line), commandLength));
}

function recordRun(runs: Map<string, LedgerRun>, use: ToolUse, edits: number): void {
	if (!isAction(use)) {
		return;
	}
	const key = commandText(use);
	const before = runs.get(key);
	const { status, tests } = use.outcome;
	runs.delete(key);
	runs.set(key, {
		command: key,
		shown: shownCommand(use),
		status,
		outcome: describeOutcome(use.outcome),
		errorLines: errorsOf(use),
		counts: tests !== undefined,
		isRepeated: before !== undefined,
		isCheck:
			tests !== undefined ||
			before?.isCheck === true ||
			(before !== undefined && edits > before.editsBefore && before.status === 'failed'),
		editsBefore: edits,
		source: sourceOf(use),
	});
}

/** Errors that a shell reports about one of several commands. */
const shellError = /^(?:\/\S{1,80}\/)?\w{0,4}sh: /;

/** The error lines of a failed result: those that name a place first, a shell's own last. */
export function errorsOf({ outcome }: ToolUse): readonly string[] {
	const rank = (line: string): number => (isLocated(line) ? 0 : shellError.test(line) ? 2 : 1);
	return outcome.errorLines.map((line) => redact(line)).sort((a, b) => rank(a) - rank(b));
}

function failureOf(use: ToolUse): LedgerFailure {
	const end = describeOutcome(use.outcome);
	const what = end === '' ? describeUse(use) : `${describeUse(use)} — ${end}`;
	return { what, lines: errorsOf(use), source: sourceOf(use) };
}

/** A short description of a use: its command, or its tool and target. */
export function describeUse(use: ToolUse): string {
	return use.family === 'terminal'
		? `\`${shownCommand(use)}\``
		: `${use.call.name} ${redact(oneLine(use.target, commandLength))}`.trim();
}

/** git's report of a commit, `[main 1a2b3c4] Title`, or that of a client with its own commit tool. */
const committed =
	/^(?:\[([^\]\n]{1,200}?) (?:\(root-commit\) )?([0-9a-f]{7,40})\]|Commit ([0-9a-f]{7,40})) (.+)$/gm;

/** Characters of an output that are searched for commits. */
const commitReach = 20_000;

function commitsIn(use: ToolUse): LedgerCommit[] {
	if (!/\bcommit\b|\bcherry-pick\b|\brevert\b|\bmerge\b/.test(use.target)) {
		return [];
	}
	return [...use.result.slice(0, commitReach).matchAll(committed)].map(
		([, branch = '', hash, byClient = '', title = '']) => ({
			hash: hash ?? byClient,
			title: redact(cutEnd(title, commandLength)),
			branch: redact(branch),
			source: sourceOf(use),
		}),
	);
}

/** Work whose status was not requested later, or that was still running then. */
function withoutPolled(
	running: readonly LedgerRunning[],
	uses: readonly ToolUse[],
): readonly LedgerRunning[] {
	const ids = new Set(running.map(({ id }) => id));
	const polls = new Map<string, ToolUse>();
	for (const use of running.length === 0 ? [] : uses) {
		for (const [word] of use.call.arguments.matchAll(/[\w-]+/g)) {
			if (ids.has(word)) {
				polls.set(word, use);
			}
		}
	}
	return running.filter(({ id, source }) => {
		const last = polls.get(id);
		return last === undefined || last.callIndex < source || last.running === id;
	});
}

/** Whether the same command was run again later, and ended. */
function endedLater(
	runs: ReadonlyMap<string, LedgerRun>,
	{ command, source }: LedgerRunning,
): boolean {
	const last = runs.get(command);
	return last !== undefined && last.status !== 'unknown' && last.source > source;
}

/** Clients' word, in a call's options or its result, for a command that is meant to outlive its turn. */
const inBackground = /background/i;

/** Characters of a result that are searched for that. */
const backgroundReach = 400;

/** @param latest Index of the user's latest message. */
function stillRunning(use: ToolUse, latest: number): LedgerRunning | undefined {
	const { call, family, outcome, result, resultIndex, running, callIndex } = use;
	const source = callIndex + 1;
	const isLatest = callIndex > latest;
	if (family === 'terminal' && outcome.status === 'unknown' && resultIndex !== undefined) {
		// A command that only outlasted its call has ended by the next turn; the end of a reading one does not matter.
		const mayRun = isLatest || inBackground.test(call.arguments + result.slice(0, backgroundReach));
		return running === undefined || !mayRun || !isAction(use)
			? undefined
			: {
					kind: 'command',
					id: running,
					what: describeUse(use),
					command: commandText(use),
					source,
				};
	}
	// An agent without a result that was not sent to the background was stopped when the conversation continued.
	if (family === 'sub-agent' && resultIndex === undefined && (running !== undefined || isLatest)) {
		const what = redact(oneLine(use.target, commandLength));
		return { kind: 'agent', id: running ?? '', what, command: '', source };
	}
	return undefined;
}

/** Texts by which clients inform the model that the user rejected a tool use. */
const refusal =
	/^(?:The user doesn't want to (?:proceed with this tool use|take this action)|The user (?:denied|declined|rejected) this (?:operation|tool|action|command)|(?:exec command|patch|command) rejected by user|\[Operation Cancelled\] Reason: User (?:denied|did not allow|cancelled))\b/;

/** An MCP server's tool: its results mix the server's text and the user's. */
const serverTool = /^mcp_|__|^(?:use_mcp_tool|access_mcp_resource)$/;

/** Whether the user rejected a use. */
export function wasRefused(use: ToolUse): boolean {
	return use.outcome.status === 'failed' && refusal.test(use.result);
}

/** Tags in which some models enclose their reasoning. */
const reasoning = /<(think|thinking|thought|reasoning)>[^]*?(?:<\/\1>|$)/gi;

/** An assistant's text without its reasoning. */
export function withoutReasoning(text: string): string {
	return text.includes('<') ? text.replace(reasoning, '') : text;
}

/** Maximum characters of a reply to a rejection. */
const rejectionReplyLength = 240;

function replyToRejection(use: ToolUse, log: Log): Pick<LedgerRejection, 'reply'> {
	const next = nextAssistantText(use, log);
	return next === undefined
		? {}
		: { reply: { ...next, text: oneLine(next.text, rejectionReplyLength) } };
}

/** The assistant's next text after a use, if nothing else happened before; without secrets. */
export function nextAssistantText(
	{ resultIndex = 0 }: ToolUse,
	log: Log,
): { readonly index: number; readonly text: string } | undefined {
	let index = resultIndex + 1;
	while (log[index]?.message.role === 'tool') {
		index += 1;
	}
	const next = log[index]?.message;
	return next?.role !== 'assistant' || isBlank(next.content)
		? undefined
		: { index, text: redact(withoutReasoning(plainLineEnds(textOf(next.content))).trim()) };
}

/** The user's comment on a rejected use; may be empty. */
function refusalWords(use: ToolUse): string {
	const [, words = ''] =
		/(?:the user said|with the following (?:reason|feedback)):\s*([^]{1,2000})/.exec(use.result) ??
		[];
	return serverTool.test(use.call.name) ? '' : redact(plainLineEnds(words).trim());
}

function answersOf(use: ToolUse): LedgerAnswer[] {
	const plan = use.arguments?.['plan'];
	if (typeof plan === 'string' && use.outcome.status === 'ok') {
		const question = `plan “${redact(oneLine(plan, planLength))}”`;
		return [{ question, answer: 'approved', source: sourceOf(use) }];
	}
	return answersIn(use).flatMap(({ question, answer }) =>
		answer === undefined
			? []
			: [{ question: redact(question), answer: redact(answer), source: sourceOf(use) }],
	);
}

/** The directories that contain at least this share of the paths, with trailing slashes, outermost first. */
export function commonDirectories(paths: readonly string[], share: number): string[] {
	const counts = new Map<string, number>();
	for (const path of paths) {
		for (const { index } of path.matchAll(/\//g)) {
			const directory = path.slice(0, index + 1);
			counts.set(directory, (counts.get(directory) ?? 0) + 1);
		}
	}
	return [...counts]
		.flatMap(([directory, count]) => (count >= paths.length * share ? [directory] : []))
		.sort((a, b) => a.length - b.length);
}

/** How tools used files, by path. */
class Files {
	/** Indices of the calls that edited files. */
	readonly edits: number[] = [];
	readonly #files = new Map<string, LedgerFile>();
	/** Absolute paths of all calls, for resolving relative ones. */
	readonly #rooted: ReadonlySet<string>;
	/** Directories that relative paths may be relative to: most of those paths are in them. */
	readonly #roots: readonly string[];

	constructor(uses: readonly ToolUse[]) {
		const paths = uses.flatMap(({ arguments: values }) => pathArguments(values));
		this.#rooted = new Set(paths.filter((path) => path.startsWith('/')));
		this.#roots = commonDirectories([...this.#rooted], 0.5);
	}

	/** The absolute path if the log contains exactly one that it can be. */
	#keyOf(path: string): string {
		const slashed = path.replaceAll('\\', '/').replace(/^\.\//, '');
		const [full, other] = this.#roots
			.map((directory) => directory + slashed)
			.filter((each) => this.#rooted.has(each));
		return redact(full === undefined || other !== undefined ? slashed : full);
	}

	all(): LedgerFile[] {
		return [...this.#files.values()];
	}

	/** Whether a file that a use names was edited after it. */
	editedSince(use: ToolUse): boolean {
		return pathArguments(use.arguments).some((path) => {
			const file = this.#files.get(this.#keyOf(path));
			return (
				file !== undefined && file.state !== 'read' && (file.sources.at(-1) ?? 0) > sourceOf(use)
			);
		});
	}

	record(use: ToolUse): void {
		if (use.resultIndex === undefined || use.outcome.status === 'failed') {
			return;
		}
		if (use.family === 'read') {
			pathArguments(use.arguments).forEach((path) => this.#touch(path, 'read', use));
			return;
		}
		// If the outcome is unknown, so is the state of the file.
		if (use.outcome.status === 'ok') {
			this.#apply(fileChanges(use), use);
		}
	}

	/** Records a sub-agent's changes, whether or not the sub-agent succeeded. */
	recordSubAgent(use: ToolUse): void {
		if (use.changed !== undefined) {
			this.#apply(use.changed, use);
		}
	}

	#apply(changes: readonly FileChange[], use: ToolUse): void {
		this.edits.push(use.callIndex);
		for (const { path, change, movedTo } of changes) {
			if (movedTo === undefined) {
				this.#touch(path, change, use);
			} else {
				const key = this.#keyOf(path);
				const sources = [sourceOf(use)];
				this.#set(key, { path: key, state: 'renamed', movedTo: redact(movedTo), sources });
			}
		}
	}

	#touch(path: string, state: FileState, use: ToolUse): void {
		const key = this.#keyOf(path);
		const before = this.#files.get(key);
		if (state === 'read') {
			if (before === undefined || before.state === 'read') {
				this.#set(key, { path: key, state, sources: [sourceOf(use)] });
			}
			return;
		}
		const sources = before === undefined || before.state === 'read' ? [] : before.sources;
		const isNew = before?.state === 'created' || before?.state === 'written';
		// A file whose content was shown existed before a tool wrote it as a whole.
		const existed = before !== undefined && before.state !== 'deleted';
		const next = state === 'deleted' ? state : isNew ? before.state : existed ? 'changed' : state;
		this.#set(key, { path: key, state: next, sources: [...sources, sourceOf(use)] });
	}

	/** Sets a file, and moves it to the end: files are in the order of their last use. */
	#set(key: string, file: LedgerFile): void {
		this.#files.delete(key);
		this.#files.set(key, file);
	}
}

/** Arguments that contain a todo list. */
const listKeys = ['task_progress', 'todos', 'plan', 'todoList', 'items', 'tasks', 'task_list'];

/** The list after a call of a todo tool; undefined if the call wrote none. */
function todoList(use: ToolUse, tasks: Map<string, LedgerTodo>): readonly LedgerTodo[] | undefined {
	for (const key of listKeys) {
		const value = use.arguments?.[key];
		const list = Array.isArray(value)
			? value.flatMap((entry: unknown) => todoEntry(entry))
			: typeof value === 'string'
				? checkboxes(value)
				: [];
		if (list.length > 0) {
			tasks.clear();
			list.forEach((todo, position) => tasks.set(String(position + 1), todo));
			return list;
		}
	}
	return updatedTask(use, tasks) ? [...tasks.values()] : undefined;
}

function todoEntry(entry: unknown): LedgerTodo[] {
	if (typeof entry === 'string') {
		return [{ text: redact(entry), state: 'pending' }];
	}
	const fields = fieldsOf(entry);
	const text = ['content', 'step', 'title', 'description', 'text', 'subject', 'task']
		.map((key) => fields[key])
		.find((value) => typeof value === 'string');
	return typeof text === 'string' ? [{ text: redact(text), state: stateOf(fields['status']) }] : [];
}

function checkboxes(text: string): LedgerTodo[] {
	return [...text.matchAll(/^[ \t]*(?:[-*][ \t]*)?\[([ xX~-])\][ \t]*([^ \t\n].*)$/gm)].map(
		([, box, words = '']) => ({
			text: redact(words),
			state: box === ' ' ? 'pending' : /x/i.test(box ?? '') ? 'done' : 'in-progress',
		}),
	);
}

/** Todo tools that create and update one task at a time. */
function updatedTask(use: ToolUse, tasks: Map<string, LedgerTodo>): boolean {
	const fields = use.arguments ?? {};
	const { subject, status } = fields;
	const id = fields['taskId'] ?? /#(\d+)/.exec(use.result)?.[1];
	if (typeof id !== 'string' && typeof id !== 'number') {
		return false;
	}
	const key = String(id);
	const before = tasks.get(key);
	const text = typeof subject === 'string' ? redact(subject) : before?.text;
	if (status === 'deleted') {
		return tasks.delete(key);
	}
	if (text === undefined || (status === undefined && typeof subject !== 'string')) {
		return false;
	}
	tasks.set(key, {
		text,
		state: status === undefined ? (before?.state ?? 'pending') : stateOf(status),
	});
	return true;
}

function stateOf(status: unknown): LedgerTodo['state'] {
	const plain = typeof status === 'string' ? status.toLowerCase().replace(/[^a-z]/g, '') : '';
	if (['completed', 'done', 'complete', 'cancelled', 'closed'].includes(plain)) {
		return 'done';
	}
	return ['inprogress', 'active', 'started', 'doing'].includes(plain) ? 'in-progress' : 'pending';
}
