import { withoutBlocks } from '../messages/consoleDeeds.ts';
import { endsWork } from '../messages/endOfWork.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { cutBefore, formatCount, oneLine } from '../messages/marks.ts';
import { isBlank, textOf, toolCallsOf, type Log, type Message } from '../messages/message.ts';
import { patchText, patchedPaths } from '../messages/patches.ts';
import { parseArguments, pathArguments } from '../messages/toolFamilies.ts';
import { describeOutcome } from '../messages/toolOutcome.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { redact } from '../redaction/redact.ts';
import { commandText, isDeed, sourceOf, whatOf, type Ledger } from './ledger.ts';
import { shortPath } from './ledgerItems.ts';

/**
 * The course of a conversation: a message of the person, and what came of it, in order. A claim of the
 * assistant never stands without what answered it, because the next message of the person follows.
 */

/** A message of the person and all that follows until the next one. Indices into the log. */
export interface Turn {
	/** Of the person's message; -1 for what was done before the first. */
	readonly request: number;
	/** Behind its last message. */
	readonly end: number;
	/** What the assistant said at its end; absent where calls came last, or nothing. */
	readonly closing?: Passage;
	/** What the assistant said at length on the way, oldest first. */
	readonly findings: readonly Passage[];
	/** What was done, in order. */
	readonly deeds: readonly ToolUse[];
	/** Whether the assistant called any tool. */
	readonly worked: boolean;
	/** Index of the first call by which the person was asked; what was done behind it was agreed on. */
	readonly asked?: number;
}

/** Words of the assistant, without secrets. */
export interface Passage {
	readonly index: number;
	readonly text: string;
}

/** Characters from which on words between calls say something. */
const findingLength = 60;

/** The turns of a whole log. */
export function turnsOf(log: Log, ledger: Ledger): Turn[] {
	const starts = log.flatMap(({ message }, index) =>
		message.role === 'user' && isFromPerson(message) ? [index] : [],
	);
	const deeds = ledger.uses.filter(isDeed);
	return [...(starts[0] === 0 ? [] : [-1]), ...starts].map((request, position, all): Turn => {
		const end = all[position + 1] ?? log.length;
		const closing = closingOf(log, request + 1, end);
		const asked = ledger.uses.find(
			({ family, callIndex }) => family === 'question' && callIndex > request && callIndex < end,
		);
		const findings: Passage[] = [];
		let worked = false;
		for (let index = request + 1; index < end; index += 1) {
			const message = log[index]?.message;
			if (message?.role !== 'assistant') {
				continue;
			}
			worked ||= toolCallsOf(message).length > 0;
			const text = index === closing?.index ? '' : withoutAnnouncement(spoken(message));
			if (text.length >= findingLength) {
				findings.push({ index, text });
			}
		}
		return {
			request,
			end,
			...(closing === undefined ? {} : { closing }),
			findings,
			deeds: deeds.filter(({ callIndex }) => callIndex > request && callIndex < end),
			worked,
			...(asked === undefined ? {} : { asked: asked.callIndex }),
		};
	});
}

/** Where a sentence ends and another one begins. */
const sentenceEnd = /(?<=[.!?:]["”)*_`]{0,3})\s+|(?<=[。！？：])/u;

/** The last sentence in front of a call announces the call; what stands before it was found out. */
function withoutAnnouncement(text: string): string {
	const end = [...text.matchAll(new RegExp(sentenceEnd, 'gu'))].at(-1)?.index ?? 0;
	return text
		.slice(0, end)
		.replace(/\n\s*\n/g, '\n')
		.trim();
}

function spoken(message: Message): string {
	const text = withoutReasoning(plainLineEnds(textOf(message.content)));
	return redact(withoutBlocks(text).trim());
}

/** How some models fence what they think in what they say; it is no account of anything. */
const reasoning = /<(think|thinking|thought|reasoning)>[^]*?(?:<\/\1>|$)/gi;

function withoutReasoning(text: string): string {
	return text.includes('<') ? text.replace(reasoning, '') : text;
}

/** Entries that only name a file or a command: what was done to which is told beside the words. */
const bareEntry = /^\s*[-*+•]\s+`[^`\n]+`[ \t]*\n/gm;

/** The last words of a turn, where no call comes behind them. */
function closingOf(log: Log, start: number, end: number): Passage | undefined {
	for (let index = end - 1; index >= start; index -= 1) {
		const message = log[index]?.message;
		if (message?.role === 'tool') {
			const caller = log
				.slice(start, index)
				.findLast(({ message: each }) => each.role === 'assistant');
			if (caller === undefined || !endsWork(caller.message)) {
				return undefined;
			}
		}
		if (message?.role !== 'assistant') {
			continue;
		}
		if (toolCallsOf(message).length > 0) {
			return endsWork(message) ? { index, text: handedIn(message) } : undefined;
		}
		if (!isBlank(message.content)) {
			const text = `${spoken(message)}\n`
				.replace(bareEntry, '')
				.replace(/\n\s*\n/g, '\n')
				.trim();
			return text === '' ? undefined : { index, text };
		}
	}
	return undefined;
}

/** What an assistant says in the call by which it hands its work in. */
function handedIn(message: Message): string {
	const said = toolCallsOf(message).flatMap((call) => {
		const result = parseArguments(call.arguments)?.['result'];
		return typeof result === 'string' ? [result] : [];
	});
	return [spoken(message), ...said.map((text) => redact(plainLineEnds(text).trim()))]
		.filter((text) => text !== '')
		.join('\n');
}

/** Characters of an error, a report or a target in a list of deeds. */
const shown = { error: 160, report: 300, target: 80 };

/** Files that are named in one turn; of more only the number is told, and the list of files has them. */
const namedFiles = 4;

/** A deed as it is told. */
export interface DeedText {
	readonly text: string;
	/** Number of the message that tells how it ended. */
	readonly source: number;
}

/**
 * What was done in a turn, each command once, with how it ended last, in the order of the last; the files
 * that were edited together, where the last of them was.
 */
export function deedTexts(deeds: readonly ToolUse[], root: string): DeedText[] {
	const told = new Map<string, DeedText & { readonly times: number }>();
	const files = new Set<string>();
	const tell = (key: string, text: string, use: ToolUse): void => {
		const times = (told.get(key)?.times ?? 0) + 1;
		told.delete(key);
		told.set(key, { text, times, source: sourceOf(use) });
	};
	for (const use of deeds) {
		const failed = use.outcome.status === 'failed';
		const paths = use.family === 'write' || use.family === 'edit' ? pathsOf(use, root) : [];
		for (const path of paths) {
			if (failed) {
				tell(`file ${path}`, `edit of ${path} → failed${errorOf(use)}`, use);
			} else {
				files.add(path);
				told.delete(`file ${path}`);
			}
		}
		if (paths.length === 0) {
			const { key, text } = deedText(use, root);
			tell(key, text, use);
		} else if (!failed) {
			told.delete('files');
			told.set('files', { text: editedText(files), times: 1, source: sourceOf(use) });
		}
	}
	return [...told.values()].map(({ text, source, times }) => ({
		source,
		text: times > 1 ? `${text} (${formatCount(times)} times)` : text,
	}));
}

function pathsOf(use: ToolUse, root: string): string[] {
	const paths = pathArguments(use.arguments);
	const patch = paths.length > 0 ? undefined : patchText(use.arguments, use.call.arguments);
	return (patch === undefined ? paths : patchedPaths(patch)).map((path) =>
		shortPath(redact(path.replaceAll('\\', '/')), root),
	);
}

function editedText(files: ReadonlySet<string>): string {
	return files.size <= namedFiles
		? `edited ${[...files].join(', ')}`
		: `edited ${formatCount(files.size)} files`;
}

function deedText(use: ToolUse, root: string): { readonly key: string; readonly text: string } {
	switch (use.family) {
		case 'terminal': {
			const command = withoutRoot(commandText(use), root);
			const outcome = describeOutcome(use.outcome);
			return {
				key: command,
				text: `\`${command}\`${outcome === '' ? '' : ` → ${outcome}`}${errorOf(use)}`,
			};
		}
		case 'sub-agent': {
			const report = use.resultIndex === undefined ? '' : oneLine(redact(use.result), shown.report);
			const name = redact(oneLine(use.target, shown.target));
			return {
				key: `agent ${use.callIndex} ${name}`,
				text: `agent “${name}”${report === '' ? '' : ` → ${report}`}`,
			};
		}
		default: {
			const what = whatOf(use);
			return {
				key: what,
				text: use.outcome.status === 'failed' ? `${what} → failed${errorOf(use)}` : what,
			};
		}
	}
}

/** A text without the directory that paths are told from. */
export function withoutRoot(text: string, root: string): string {
	return root === '' ? text : text.replaceAll(root, '');
}

/** Why it failed, in the output's own words. */
function errorOf({ outcome }: ToolUse): string {
	const [line] = outcome.status === 'failed' ? outcome.errorLines : [];
	return line === undefined ? '' : `: ${oneLine(redact(line), shown.error)}`;
}

/** The beginning of a text, up to a number of characters: whole lines, or a cut between words. */
export function opening(text: string, characters: number): string {
	if (text.length <= characters) {
		return text;
	}
	const line = text.lastIndexOf('\n', characters);
	const sentence = text.slice(0, characters).search(/[.!?。！？][^.!?。！？]*$/);
	const end = Math.max(line, sentence < 0 ? 0 : sentence + 1);
	const cut = end > characters * 0.5 ? end : cutBefore(text, characters);
	return `${text.slice(0, cut).trimEnd()} …`;
}
