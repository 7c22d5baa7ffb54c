import { plainLineEnds } from '../messages/lineEnds.ts';
import { cutBefore, formatCount, oneLine } from '../messages/marks.ts';
import {
	isBlank,
	textOf,
	toolCallsOf,
	type Log,
	type LogRange,
	type Message,
} from '../messages/message.ts';
import { parseArguments } from '../messages/toolFamilies.ts';
import { describeOutcome } from '../messages/toolOutcome.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrames } from './frameMarks.ts';
import {
	changingPart,
	commandText,
	errorsOf,
	isAction,
	ledgerOf,
	nextAssistantText,
	shownCommand,
	sourceOf,
	describeUse,
	withoutReasoning,
	type Ledger,
	type LedgerCommit,
} from './ledger.ts';
import { programOf, shortPath, withoutRoot } from './ledgerItems.ts';
import { onlyEchoes, pathsIn } from './lines.ts';
import { commonLength, personMessages } from './personWords.ts';
import { leads, type SummaryItem } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';

/**
 * The course of a conversation: each message of the user with its outcome, in order. A claim of the assistant is always
 * followed by the user's answer to it, which is the next message.
 */

/** A message of the user and everything up to the next one. Indices into the log. */
export interface Turn {
	/** Index of the user's message; -1 for what came before the first. */
	readonly request: number;
	/** Index after its last message. */
	readonly end: number;
	/** The assistant's final text; absent if the turn ends with calls, or without text. */
	readonly closing?: Passage;
	/** Its texts that ended work before a message from the client continued it, oldest first. */
	readonly replies: readonly Passage[];
	/** Its longer texts between calls and its agents' reports, oldest first. */
	readonly findings: readonly Passage[];
	/** Calls that may have changed something, in order. */
	readonly actions: readonly ToolUse[];
	/** Whether the assistant called any tool. */
	readonly worked: boolean;
	/** Index of the first call that asked the user a question; the user agreed to later actions. */
	readonly questionIndex?: number;
}

/** Text of the assistant, without secrets. */
interface Passage {
	readonly index: number;
	readonly text: string;
}

/** Minimum length of a text between calls that is a finding, characters. */
const findingLength = 70;

/** Whether a user's message ends with a question: the assistant's first text may answer it. */
function endsWithQuestion(log: Log, request: number): boolean {
	const [message] = personMessages(log, { start: Math.max(0, request), end: request + 1 });
	return /[?？]\s*$/.test(message?.text ?? '');
}

/** Minimum length of a text that ended work before the client continued it: shorter ones only wait. Characters. */
const replyLength = 160;

/** Whether a use has the report of an agent. */
function isReport({ family, outcome, result }: ToolUse): boolean {
	return family === 'sub-agent' && outcome.status !== 'failed' && result.trim() !== '';
}

/** An agent's report, marked as that agent's claim. */
function reportOf(use: ToolUse, index: number): Passage {
	const report = compact(withoutFrames(redact(plainLineEnds(use.result))));
	return { index, text: `agent “${agentName(use)}” reported: ${report}` };
}

function agentName({ target }: ToolUse): string {
	return redact(oneLine(target, shown.target));
}

/** The turns of a whole log. */
export function turnsOf(log: Log, ledger: Ledger): Turn[] {
	const starts = log.flatMap(({ message }, index) => (isFromPerson(message) ? [index] : []));
	const actions = ledger.uses.filter(
		(use) =>
			isAction(use) &&
			!onlyEchoes(use) &&
			!submitsWork({ role: 'assistant', content: '', toolCalls: [use.call] }),
	);
	let current = -1;
	const turnAt = log.map(
		({ message }, index) => (current = isFromPerson(message) ? index : current),
	);
	const turnOf = ({ callIndex }: ToolUse): number => turnAt[callIndex] ?? -1;
	const byTurn = Map.groupBy(actions, turnOf);
	const questions = Map.groupBy(
		ledger.uses.filter(({ family }) => family === 'question'),
		turnOf,
	);
	const reports = Map.groupBy(ledger.uses.filter(isReport), sourceOf);
	return [...(starts[0] === 0 ? [] : [-1]), ...starts].map((request, position, all): Turn => {
		const end = all[position + 1] ?? log.length;
		const closing = closingOf(log, request + 1, end);
		const question = questions.get(request)?.[0];
		const findings: Passage[] = [];
		const replies: Passage[] = [];
		const asks = endsWithQuestion(log, request);
		let worked = false;
		for (let index = request + 1; index < end; index += 1) {
			const message = log[index]?.message;
			findings.push(...(reports.get(index + 1) ?? []).map((use) => reportOf(use, index)));
			if (message?.role !== 'assistant') {
				continue;
			}
			const text = index === closing?.index ? '' : assistantText(message);
			const finding = withoutAnnouncement(text);
			const hasCalls = toolCallsOf(message).length > 0;
			if (!hasCalls && text.length >= replyLength && log[index + 1]?.message.role === 'user') {
				replies.push({ index, text: compact(text) });
			} else if (finding.length >= (worked || asks ? findingLength : explanationLength)) {
				findings.push({ index, text: finding });
			}
			worked ||= hasCalls;
		}
		return {
			request,
			end,
			...(closing === undefined ? {} : { closing }),
			replies,
			findings,
			actions: byTurn.get(request) ?? [],
			worked,
			...(question === undefined ? {} : { questionIndex: question.callIndex }),
		};
	});
}

/** Tools with which an assistant submits its work, without case and separators. */
const submittingTools = new Set(['attemptcompletion', 'taskcomplete', 'completetask']);

/** Whether an assistant submits its work with a message. */
function submitsWork(message: Message): boolean {
	return toolCallsOf(message).some(({ name }) =>
		submittingTools.has(name.toLowerCase().replace(/[^a-z]/g, '')),
	);
}

/** The end of a sentence, and the start of a list entry. */
const sentenceEnd = /(?<=[.!?]["”)*_`]{0,3})[ \t]+|(?<=[。！？])/gu;
const listEntry = /^\s*(?:[-*•|#>]|\d{1,3}[.)])/;

/** Minimum length of a text between calls that explains rather than reports a step. Characters. */
export const explanationLength = 180;

/**
 * A text without its last sentence, which announces the next call: the rest is a finding. If too little is left of a long
 * text, that sentence explains what will be done, and the text stays whole.
 */
function withoutAnnouncement(text: string): string {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const last = lines.at(-1) ?? '';
	if (!listEntry.test(last)) {
		const end = [...last.matchAll(sentenceEnd)].at(-1)?.index ?? 0;
		lines.splice(-1, 1, ...(end > 0 ? [last.slice(0, end)] : []));
	}
	const finding = lines.join('\n').trim();
	return finding.length < findingLength && text.length >= explanationLength ? text : finding;
}

/** The text of an assistant's message without reasoning and secrets. */
function assistantText(message: Message): string {
	const text = withoutReasoning(plainLineEnds(textOf(message.content)));
	return withoutFrames(redact(text.trim()));
}

/** Horizontal rules between paragraphs. */
const rules = /^[ \t]{0,8}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm;

/** A text without blank lines and rules. */
function compact(text: string): string {
	return text
		.replace(rules, '')
		.replace(/\n\s*\n/g, '\n')
		.trim();
}

/** A tag on a separate line: some clients have their model put such tags around its text. */
const loneTag = /^\s{0,20}<\/?[a-z][\w-]{0,40}>\s{0,20}$/gm;

/** The last text of a turn, if no call follows it. */
function closingOf(log: Log, start: number, end: number): Passage | undefined {
	for (let index = end - 1; index >= start; index -= 1) {
		const message = log[index]?.message;
		if (message?.role === 'tool') {
			const caller = log
				.slice(start, index)
				.findLast(({ message: each }) => each.role === 'assistant');
			if (caller === undefined || !submitsWork(caller.message)) {
				return undefined;
			}
		}
		if (message?.role !== 'assistant') {
			continue;
		}
		if (toolCallsOf(message).length > 0) {
			return submitsWork(message) ? { index, text: submittedText(message) } : undefined;
		}
		if (!isBlank(message.content)) {
			const whole = assistantText(message);
			const text = compact(whole.startsWith('<') ? whole.replace(loneTag, '') : whole);
			return text === '' ? undefined : { index, text };
		}
	}
	return undefined;
}

/** The assistant's text in the call that submits its work. */
function submittedText(message: Message): string {
	const results = toolCallsOf(message).flatMap((call) => {
		const result = parseArguments(call.arguments)?.['result'];
		return typeof result === 'string' ? [result] : [];
	});
	return [assistantText(message), ...results.map((text) => redact(plainLineEnds(text).trim()))]
		.filter((text) => text !== '')
		.join('\n');
}

/** Share of the room for outcomes that actions may take; the assistant's text gets the rest. */
const actionShare = 0.45;

/** Weights of the newest turns when room is divided; older ones have 1. */
const recencyWeights = [4, 3, 2, 1.5];

/**
 * Maximum tokens of a reply that reports work, of such a reply that many turns followed, and of all replies but the
 * newest that only answer or propose. Longer ones mostly contained text that was out of date or is also elsewhere.
 */
const longest = { report: 1_000, oldReport: 100, answers: 1_200 };

/** Number of the newest turns whose reports are not old. */
const recentTurns = 10;

/** Weight of turns that concern the focus. */
const focusWeight = 4;

/** A message shorter than this means little without the reply before it. Characters. */
export const shortMessage = 40;

/** A shorter beginning says nothing without the rest ("Yes."). Characters. */
const minOpening = 24;

/** A reply shorter than this, without any tool call, is a courtesy. Characters. */
const courtesyLength = 60;

/** Characters per token of prose, for a first estimate. */
export const charactersPerToken = 3.6;

/** Maximum characters of an error or a target in a list of actions. */
const shown = { error: 160, cause: 200, target: 80 };

/** Maximum files named in one turn; if there are more, only their number is given, and the list of files has them. */
const namedFiles = 4;

/** Maximum findings of a turn: the newest, because older ones were often corrected since. */
const maxFindings = 4;

/** The subcommand whose effect is in the next commit. */
const staging = 'git add';

/** Number of the newest turns in which actions of each kind are listed. */
const listedTurns = { state: Number.POSITIVE_INFINITY, command: recentTurns, recovered: 3 };

/** Key for all edits of a turn. */
const allFiles = 'files';

/** An action in the list of a turn. */
interface ListedAction extends ActionText {
	/** What the actions that it represents have in common: a subcommand, or their key. */
	readonly subcommand: string;
	/** The program that failed; empty if it did not, or if its tests did. */
	readonly failed: string;
	/** Number of the turn's edits before it. */
	readonly edits: number;
	readonly use: ToolUse;
}

/** An action as text. */
interface ActionText {
	readonly text: string;
	/** Number of the message that shows its outcome. */
	readonly source: number;
	/**
	 * A state that the next turns start from (edits, commits, tests, an agent's work), another command, or a failure after
	 * which the same program succeeded in the same turn.
	 */
	readonly kind: 'state' | 'command' | 'recovered';
	/** Keys of the actions that it represents, in order; the key of a command is its text. */
	readonly keys: readonly string[];
	/** Hashes of commits, if it only made them. */
	readonly hashes: readonly string[];
}

/** Message numbers of results that the summary shows elsewhere, with their command. */
interface ShownElsewhere {
	/** It quotes them. */
	readonly quoted: ReadonlySet<number>;
	/** It states how they ended. */
	readonly stated: ReadonlySet<number>;
}

/**
 * The actions of a turn: each command, and each subcommand without an outcome, once, in the order of the last runs;
 * edited files together, at the place of the last edit. An action that a later turn repeated is listed only there.
 * @param later Keys of later turns' actions; those of this turn are added.
 */
function actionTexts(
	log: Log,
	actions: readonly ToolUse[],
	commits: ReadonlyMap<number, readonly LedgerCommit[]>,
	root: string,
	{ quoted, stated }: ShownElsewhere,
	later: Set<string>,
): ActionText[] {
	const listed = new Map<string, ListedAction>();
	const files = new Set<string>();
	const passed = new Set<string>();
	let edits = 0;
	/**
	 * Notes a success on earlier failures of the same program; the success itself is not listed. A failure that was
	 * resolved by only repeating the command is dropped.
	 */
	const noteRecovery = (use: ToolUse): boolean => {
		const programs = use.outcome.status === 'ok' ? subcommandsOf(use) : [];
		const failures = [...listed].filter(([, { failed }]) => programs.includes(failed));
		let isNoted = false;
		for (const [key, failure] of failures) {
			if (failure.edits === edits && commandText(failure.use) === commandText(use)) {
				listed.delete(key);
				continue;
			}
			isNoted = true;
			const text = `${failure.text} (a later \`${failure.failed}\` succeeded)${causeOf(failure.use, log)}`;
			listed.set(key, { ...failure, text, failed: '', kind: 'recovered' });
		}
		return isNoted;
	};
	const list = (key: string, text: string, use: ToolUse): void => {
		const { status, tests } = use.outcome;
		const made = commits.get(sourceOf(use)) ?? [];
		const isFailure = status === 'failed' && tests === undefined;
		const programs = subcommandsOf(use);
		const isBare = !isFailure && programs.length === 1 && key === commandText(use);
		const [subcommand = key] = isBare ? programs : [];
		const before = listed.get(subcommand);
		listed.delete(subcommand);
		listed.set(subcommand, {
			text,
			subcommand,
			keys: [...(before?.keys ?? []), key],
			// Of several commands only the last one has certainly not succeeded before.
			failed: isFailure ? (programs.at(-1) ?? '') : '',
			edits,
			use,
			source: sourceOf(use),
			kind:
				use.family !== 'terminal' || made.length > 0 || tests !== undefined ? 'state' : 'command',
			hashes: text === `commit ${key}` ? made.map(({ hash }) => hash) : [],
		});
	};
	for (const use of actions) {
		const failed = use.outcome.status === 'failed';
		const paths =
			use.family === 'write' || use.family === 'edit'
				? pathsIn(use).map((path) => shortPath(redact(path.replaceAll('\\', '/')), root))
				: [];
		for (const path of paths) {
			if (failed) {
				list(`file ${path}`, `edit of ${path}${failureText(use)}`, use);
			} else {
				files.add(path);
				listed.delete(`file ${path}`);
			}
		}
		if (paths.length === 0) {
			const made = commits.get(sourceOf(use)) ?? [];
			const { key, text } = made.length > 0 ? commitText(use, made) : actionText(use, root);
			if (made.length > 0 && listed.get(staging)?.failed === '') {
				listed.delete(staging);
			}
			if (testsOf(use) !== undefined) {
				const command = commandText(use);
				passed.add(command);
				// A run of all tests includes those that failed.
				const covered = [...listed.keys()].filter((each) => `${each} `.startsWith(`${command} `));
				covered.forEach((each) => listed.delete(each));
			}
			const isNews =
				made.length > 0 ||
				failed ||
				use.family === 'sub-agent' ||
				use.outcome.tests !== undefined ||
				!quoted.has(sourceOf(use));
			if (!noteRecovery(use) || use.outcome.tests !== undefined ? isNews : made.length > 0) {
				list(key, text, use);
			}
		} else if (!failed) {
			edits += 1;
			listed.delete(allFiles);
			list(allFiles, editedText(files), use);
		}
	}
	const remaining = [...listed.values()].filter(({ keys }) =>
		keys.some((key) => key === allFiles || !later.has(key)),
	);
	remaining.forEach(({ keys }) => keys.forEach((key) => later.add(key)));
	passed.forEach((command) => later.add(command));
	files.forEach((path) => later.add(`file ${path}`));
	const shownHere = remaining.filter(({ source }) => !stated.has(source));
	return shownHere.map((action) => ({
		source: action.source,
		kind: action.kind,
		keys: action.keys,
		hashes: action.hashes,
		text: `${action.text}${timesOf(action)}`,
	}));
}

/** The note on an action that was done more than once; failed runs are listed separately. */
function timesOf({ keys, subcommand }: ListedAction): string {
	const isSame = keys.every((key) => key === keys[0]);
	const kind = isSame ? ' runs' : ` \`${subcommand}\``;
	return keys.length > 1 && subcommand !== allFiles ? ` (the last of several${kind})` : '';
}

/** The programs and subcommands that a use ran, without programs that may do anything. */
function subcommandsOf(use: ToolUse): readonly string[] {
	return use.family !== 'terminal'
		? []
		: commandText(use)
				.split(/; | && /)
				.map(programOf)
				.filter((program) => program.includes(' '));
}

function editedText(files: ReadonlySet<string>): string {
	return files.size <= namedFiles
		? `edited ${[...files].join(', ')}`
		: `edited ${formatCount(files.size)} files`;
}

function actionText(use: ToolUse, root: string): { readonly key: string; readonly text: string } {
	switch (use.family) {
		case 'terminal': {
			const command = withoutRoot(shownCommand(use), root);
			// Success needs no words.
			const { status, tests } = use.outcome;
			const outcome = status === 'ok' && tests === undefined ? '' : describeOutcome(use.outcome);
			return {
				key: testsOf(use) ?? commandText(use),
				text: `\`${command}\`${outcome === '' ? '' : ` → ${outcome}`}${errorOf(use)}`,
			};
		}
		case 'sub-agent': {
			const name = agentName(use);
			// Its report is a claim; the assistant's text says what followed from it.
			return { key: `agent ${name}`, text: `agent “${name}”${failureText(use)}` };
		}
		default: {
			const what = describeUse(use);
			return { key: what, text: `${what}${failureText(use)}` };
		}
	}
}

/** Key of runs whose tests passed: a newer run of the program takes the place of an older one. */
function testsOf(use: ToolUse): string | undefined {
	const { status, tests } = use.outcome;
	const program =
		tests === undefined || status === 'failed' ? undefined : subcommandsOf(use).at(-1);
	return program === undefined ? undefined : `tests ${program}`;
}

/** The message of a commit, in quotes or in a here-document. */
const commitMessage =
	/(\bcommit\b[^"'\n]{0,200})(?:"\$\([^]{0,4000}?\n[ \t]{0,20}\)"|"(?:[^"\\]|\\[^])*"|'[^']*')/g;

/** The same as the command's input. */
const commitInput =
	/(\bcommit\b[^\n<]{0,200})<<-?[ \t]?(['"]?)(\w{1,20})\2\n[^]{0,4000}?\n[ \t]{0,20}\3(?=\n|$)/g;

/** The rest of a command, and the operator after it. */
const toNextCommand = /^(?:>&|[^;&|\n]){0,400}(?:[;&|\n]+[ \t]*|$)/;

/** Commits as git reports them, and what their command did afterwards. */
function commitText(
	use: ToolUse,
	commits: readonly LedgerCommit[],
): { readonly key: string; readonly text: string } {
	const made = commits.map(({ hash, title }) => `${hash} ${title}`).join(', ');
	const line = use.target.replace(commitInput, '$1').replace(commitMessage, '$1');
	const then = changingPart(line.slice(line.lastIndexOf('commit')).replace(toNextCommand, ''));
	const outcome = use.outcome.status === 'failed' ? ` → ${describeOutcome(use.outcome)}` : '';
	const after = then === undefined ? '' : `, then \`${oneLine(redact(then), shown.target)}\``;
	return { key: made, text: `commit ${made}${after}${outcome}${errorOf(use)}` };
}

/** The assistant's texts at the end of its work. */
function replyText({ replies, closing }: Turn): string {
	return [...replies, ...(closing === undefined ? [] : [closing])]
		.map(({ text }, place) => (place === 0 ? text : `${leads.replyToClient} ${text}`))
		.join('\n');
}

/** Replaces links whose label is the end of their target by the label. */
function withPlainLinks(text: string): string {
	return text.replace(
		/\[(`?)([^\]\n`]{1,200})\1\]\((?:file:\/\/)?([^)\s]{1,400})\)/g,
		(whole, _quote: string, label: string, target: string) =>
			target.replace(/(?:#L?|:)\d[\dL:-]*$/, '').endsWith(label.replace(/(?:#L?|:)\d[\dL:-]*$/, ''))
				? `\`${label}\``
				: whole,
	);
}

/** The note on a use that failed, with the cause. */
function failureText(use: ToolUse): string {
	return use.outcome.status === 'failed' ? ` → failed${errorOf(use)}` : '';
}

/** The assistant's text about a failure from which it recovered. */
function causeOf(use: ToolUse, log: Log): string {
	const text = withoutAnnouncement(withoutFrames(nextAssistantText(use, log)?.text ?? ''));
	return text === '' ? '' : `: “${oneLine(text, shown.cause)}”`;
}

/** The cause of a failure, quoted from the output. */
function errorOf(use: ToolUse): string {
	const [line] = use.outcome.status === 'failed' ? errorsOf(use) : [];
	if (line === undefined) {
		return '';
	}
	// Some clients begin with the command in quotes, which is listed with the error.
	const command = redact(plainLineEnds(use.target)).trim();
	const end = line.indexOf(command) + command.length;
	const [frame] = /^["'`]{1,3}: (?=\S)/.exec(line.slice(end)) ?? [];
	const isRepeated = frame !== undefined && line.includes(command);
	return `: ${oneLine(isRepeated ? line.slice(end + frame.length) : line, shown.error)}`;
}

/** The user's messages that Active Task mentions. */
export interface TaskMessages {
	/** Indices of the quoted messages, in its order. */
	readonly quoted: ReadonlySet<number>;
	/** Index of the latest request, if it follows the handoff. */
	readonly below?: number;
	/** Index of the first request, if the handoff refers to it as the goal. */
	readonly first?: number;
}

/** The course as items. */
export interface Course {
	readonly items: readonly { readonly item: SummaryItem; readonly tokens: number }[];
	/** Indices of the messages that it quotes. */
	readonly requests: ReadonlySet<number>;
	/** Actions left out. */
	readonly omitted: number;
}

/** A turn while its text is being composed. */
interface TurnText {
	readonly turn: Turn;
	readonly weight: number;
	readonly actions: readonly ActionText[];
	/** The whole closing. */
	readonly reply: string;
	closing: string;
	kept: ActionText[];
	findings: Passage[];
}

/**
 * Writes turns in order within a limit, the newest in most detail: actions, findings, and the closing.
 * @param words The user's messages that have room, by index.
 * @param room Tokens, besides those messages.
 */
export function writeCourse(
	{ log, pairs, counter, focus, range }: SummaryRequest,
	turns: readonly Turn[],
	words: ReadonlyMap<number, SummaryItem>,
	task: TaskMessages,
	root: string,
	room: number,
	shownElsewhere: ShownElsewhere,
): Course {
	const topic = focus === undefined ? [] : [...topicWords(focus)];
	const ledger = ledgerOf(log, pairs);
	const commitsBySource = Map.groupBy(ledger.commits, ({ source }) => source);
	const later = new Set(
		ledger.uses
			.filter(({ callIndex }) => callIndex >= range.end)
			.flatMap((use) => testsOf(use) ?? []),
	);
	// A repeated command may be needed again.
	const repeated = new Set(
		ledger.runs.flatMap(({ command, isRepeated }) => (isRepeated ? [command] : [])),
	);
	let omitted = 0;
	const texts = [...turns].reverse().map((turn, age): TurnText => {
		const all = actionTexts(log, turn.actions, commitsBySource, root, shownElsewhere, later);
		const actions = all.filter(
			({ kind, keys }) =>
				age < listedTurns[kind] || (kind === 'command' && keys.some((key) => repeated.has(key))),
		);
		omitted += all.filter(({ kind }) => kind === 'command').length;
		omitted -= actions.filter(({ kind }) => kind === 'command').length;
		const isOnTopic =
			topic.length > 0 && concerns(turn, words.get(turn.request)?.text ?? '', topic);
		return {
			turn,
			weight: (recencyWeights[age] ?? 1) * (isOnTopic ? focusWeight : 1),
			actions,
			reply: withoutRoot(withPlainLinks(replyText(turn)), root),
			closing: '',
			kept: [],
			findings: [],
		};
	});
	const count = (text: string): number => counter.count(text);
	// Actions: the newest of each turn first, within a share for each turn.
	const actionRoom = share(texts, room * actionShare, ({ actions }) =>
		actions.reduce((sum, { text }) => sum + count(text) + 2, 0),
	);
	let left = room;
	for (const text of texts) {
		let free = actionRoom(text);
		for (const action of [...text.actions].reverse()) {
			const size = count(action.text) + 2;
			if (size > free) {
				break;
			}
			free -= size;
			left -= size;
			text.kept.unshift(action);
		}
		omitted += text.actions.length - text.kept.length;
	}
	const closingRoom = share(texts, left, ({ reply }) => count(reply) + 4);
	// The user has not replied to the newest yet.
	const answers = texts.slice(1).filter(({ turn }) => turn.actions.length === 0);
	const answerRoom = share(answers, longest.answers, ({ reply }) => count(reply));
	for (const [age, text] of texts.entries()) {
		const whole = text.reply;
		const isOld = age >= recentTurns;
		const longestReply = answers.includes(text)
			? answerRoom(text)
			: isOld
				? longest.oldReport
				: longest.report;
		const limit = Math.min(closingRoom(text) - 4, longestReply);
		if (whole !== '' && (limit > 12 || count(whole) <= limit)) {
			const isOver = isOld || answers.includes(text);
			const cut = isOver && endsWithAnsweredQuestion(log, text) ? startWithin : endsWithin;
			text.closing = cut(whole, limit, count);
			left -= count(text.closing) + 4;
		}
	}
	// Findings, if there is room: the newest of the heaviest turns first.
	for (const text of [...texts].sort((a, b) => b.weight - a.weight)) {
		for (const finding of text.turn.findings.slice(-maxFindings).reverse()) {
			const limit = Math.min(left - 8, 220);
			if (limit < 60) {
				break;
			}
			const shown = endsWithin(finding.text, limit, count);
			left -= count(shown) + 6;
			text.findings.unshift({ index: finding.index, text: shown });
		}
	}
	const requests = new Set<number>();
	const items = texts.reverse().flatMap((text) => {
		const { turn, closing, findings } = text;
		const kept = text.kept.filter(
			({ hashes }) => hashes.length === 0 || !hashes.every((hash) => closing.includes(hash)),
		);
		const message = words.get(turn.request);
		const hasNoWork = kept.length === 0 && findings.length === 0;
		const isEmpty =
			hasNoWork && (closing === '' || (!turn.worked && closing.length < courtesyLength));
		// A quoted message is quoted in its place: the messages after it may lift a restriction in it.
		if (message === undefined && isEmpty) {
			return [];
		}
		if (message !== undefined) {
			requests.add(turn.request);
		}
		const earlier = text.actions.length - text.kept.length;
		const lines = [
			leadOf(turn, message, task, log, range),
			...(kept.length === 0
				? []
				: [
						`${leads.did} ${earlier > 0 ? `(${formatCount(earlier)} earlier actions left out) … ` : ''}${kept.map((each) => each.text).join('; ')}`,
					]),
			...(findings.length === 0
				? []
				: [
						`${leads.findings}${findings.map(({ text: each }) => `\n- ${each.replaceAll('\n', '\n  ')}`).join('')}`,
					]),
			...(closing === '' ? [] : [`${leads.reply} ${closing}`]),
			...(turn.closing === undefined && turn.end > range.end ? [leads.continues] : []),
		];
		const sources = new Set([
			...(turn.request >= 0 ? [turn.request + 1] : []),
			...kept.map(({ source }) => source),
			...findings.map(({ index }) => index + 1),
			...(turn.closing === undefined || closing === '' ? [] : [turn.closing.index + 1]),
		]);
		return [{ body: lines.join('\n'), sources: [...sources].sort((a, b) => a - b), message }];
	});
	return {
		requests,
		omitted,
		items: items.map(({ body, sources, message }, position) => {
			const text = `${position + 1}. ${body}`;
			return {
				item: { text, sources: sources.slice(0, maxSources) },
				tokens: count(text) - (message === undefined ? 0 : count(message.text)),
			};
		}),
	};
}

/** Maximum source messages of a turn. */
const maxSources = 12;

/** Characters of a message that identify it where it is not quoted. */
export const identifyingLength = 70;

/** The user's message, or a reference to it. */
function leadOf(
	{ request }: Turn,
	quote: SummaryItem | undefined,
	task: TaskMessages,
	log: Log,
	range: LogRange,
): string {
	if (quote !== undefined) {
		return `“${quote.text}”`;
	}
	if (request < 0) {
		return leads.start;
	}
	if (request === task.below) {
		return leads.latestRequest;
	}
	if (request === task.first) {
		return leads.firstRequest;
	}
	if (task.quoted.has(request)) {
		const [first] = task.quoted;
		return request === first ? leads.taskRequest : leads.earlierRequest;
	}
	const [message] = personMessages(log, { start: request, end: request + 1 });
	const words = `“${oneLine(message?.text ?? '', identifyingLength)}”`;
	return request >= range.start ? words : `${leads.aboveRequest} ${words}`;
}

/** Room of each text, by weight: what a small one does not need goes to the others. */
function share(
	texts: readonly TurnText[],
	room: number,
	sizeOf: (text: TurnText) => number,
): (text: TurnText) => number {
	const sizes = new Map(texts.map((text) => [text, sizeOf(text)]));
	const level = commonLength(
		[...sizes].flatMap(([{ weight }, size]) =>
			Array.from({ length: Math.round(weight * 2) }, () => size / (weight * 2)),
		),
		room,
	);
	return (text) => Math.min(sizes.get(text) ?? 0, level * Math.round(text.weight * 2));
}

/** Sentences and lines with the space after them; long ones are split into words. */
const units =
	/[^\n]{0,240}?(?:(?<![\d./])[.!?]["”)*_`]{0,3}(?=\s)|[。！？]|\n|$)\s*|[^\n]{1,240}(?:\s+|$)|[^\n]{1,240}/gu;

/** Share of a cut text that is taken from its start. */
const startShare = 0.6;

/**
 * Whether a reply ends with a question that the user's next message makes superfluous. If that message is short, like
 * "yes", the question is needed.
 */
function endsWithAnsweredQuestion(log: Log, { reply, turn: { end } }: TurnText): boolean {
	const [next] = personMessages(log, { start: end, end: end + 1 });
	return /[?？]\W{0,3}$/u.test(reply) && (next?.text.length ?? 0) >= shortMessage;
}

/** A text within a token limit: as much of its start as says something; may be empty. */
function startWithin(text: string, tokens: number, count: (text: string) => number): string {
	return cutWithin(text, tokens, count, (parts, room) => {
		const opening = openingOf(parts, room);
		const saysNothing = opening.length < minOpening || /[:：][*_]{0,3}$/u.test(opening);
		return saysNothing ? '' : `${opening} …`;
	});
}

/** A text within a token limit: its start and its end, where replies conclude. */
function endsWithin(text: string, tokens: number, count: (text: string) => number): string {
	return cutWithin(text, tokens, count, (parts, room) => {
		const opening = openingOf(parts, room * startShare);
		let left = room - opening.length;
		const end = parts.findLastIndex((part) => (left -= part.length) < 0) + 1;
		return `${opening} …\n${fromWholeLine(parts, end)}`.trim();
	});
}

/** @param cutTo Cuts a text that is given in parts to a number of characters. */
function cutWithin(
	text: string,
	tokens: number,
	count: (text: string) => number,
	cutTo: (parts: readonly string[], room: number) => string,
): string {
	if (count(text) <= tokens) {
		return text;
	}
	const parts = text.match(units) ?? [];
	const isLong = count(parts[0] ?? '') + 1 > tokens;
	for (let room = tokens * charactersPerToken * 1.2; room > 16; room *= 0.85) {
		const cut = isLong ? `${text.slice(0, cutBefore(text, room))} …` : cutTo(parts, room);
		if (count(cut) <= tokens) {
			return cut;
		}
	}
	return `${text.slice(0, cutBefore(text, 16))} …`;
}

/** The first part, and as many more as have room. @param room Characters. */
function openingOf(parts: readonly string[], room: number): string {
	let left = room;
	const end = parts.findIndex((part) => (left -= part.length) < 0);
	const opening = beforeOpenFence(parts.slice(0, end < 0 ? undefined : Math.max(1, end)));
	return withoutIntroduction(opening).join('').trimEnd();
}

/** The beginning of a text without a line at its end that introduces what is cut off. */
function withoutIntroduction(parts: readonly string[]): readonly string[] {
	const end = parts.findLastIndex((part) => !/[:：][*_]{0,3}\s*$/u.test(part)) + 1;
	return end === 0 ? parts : parts.slice(0, end);
}

const fence = /^\s*(?:`{3,}|~{3,})/;

/** An entry of a list or a row of a table, which means little without what it belongs to. */
const entry = /^\s*(?:[-*•]\s|[|>]|\d{1,3}[.)]\s)/;

/** The beginning of a text without a code block that is not closed in it. */
function beforeOpenFence(parts: readonly string[]): readonly string[] {
	const fences = parts.flatMap((part, index) => (fence.test(part) ? [index] : []));
	return fences.length % 2 === 0 ? parts : parts.slice(0, fences.at(-1));
}

/**
 * The end of a text, from a whole line on: later sentences refer to earlier ones in their line. Without a code block, list
 * or table at its start, because its introduction is cut off.
 */
function fromWholeLine(all: readonly string[], start: number): string {
	const line = all.findIndex((_, at) => at >= start && all[at - 1]?.endsWith('\n') === true);
	const parts = line < 0 ? [] : all.slice(line);
	const fences = parts.flatMap((part, index) => (fence.test(part) ? [index] : []));
	const [first = -1, second = -1] = fences;
	const closing = fences.length % 2 === 1 ? first : first === 0 ? second : -1;
	const rest = parts.slice(closing + 1);
	const whole = rest.findIndex((part) => !entry.test(part));
	return rest.slice(Math.max(0, whole)).join('');
}

function topicWords(focus: string): Set<string> {
	return new Set(
		(focus.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).map((word) => word.slice(0, 12)),
	);
}

function concerns({ closing, actions }: Turn, request: string, topic: readonly string[]): boolean {
	const text =
		`${request}\n${closing?.text ?? ''}\n${actions.map(({ target }) => target).join('\n')}`.toLowerCase();
	return topic.some((word) => text.includes(word));
}
