import type { Part } from '../../../messages/message.ts';
import { clineWords, introductions } from './envelopes.ts';

/** Tool results that Cline and its forks send as text in the user's name, with additions by the client and the user. */

/** The content of such a message. */
interface SortedParts {
	/** The result of the awaited tool; absent if it is not among them. */
	readonly result?: readonly Part[];
	/** The client's and the user's text; the client's with its origin if only the position reveals that. */
	readonly said: readonly Part[];
}

/** The beginning of texts that the client writes itself, whatever else they contain. */
const surroundings = /^<environment_details>/;

/** The beginnings of other texts of the client. */
const notes =
	/^(?:<(?:explicit_instructions|hook_context)\b|\[(?:ERROR|TASK RESUMPTION|[a-z][\w-]* completed)\]|# (?:TODO LIST|task_progress))/;

/** The beginning of a block with the user's words: their tag, or its introduction. */
const wrapped = new RegExp(
	`^(?:${introductions})?<(?:${clineWords.replaceAll(' ', '|')})(?: mode="\\w+")?>`,
);

/** Tools whose results are the user's replies. */
const conversational: readonly string[] = [
	'ask_followup_question',
	'attempt_completion',
	'plan_mode_respond',
];

/** How a result quotes the user's answer to a question. */
const answered = /^<answer>/;

/** Tools that give a task to another agent, whose report is the result. */
const delegating: readonly string[] = ['new_task'];

/** A report has a title, unlike what a user writes instead of waiting for it. */
const titled = /^#{1,6} /;

/** The tool that a block answers, and the rest of the same block. */
interface Answer {
	readonly name: string;
	readonly rest: string;
}

/**
 * Reads `[read_file for 'a.ts'] Result:`, alone in its block or followed by the result.
 * @param text Without white space around it.
 */
function answerIn(text: string): Answer | undefined {
	const name = /^\[([a-z][\w-]*)(?=[\s\]])/.exec(text)?.[1];
	if (name === undefined) {
		return undefined;
	}
	const mark = '] Result:';
	let end = text.indexOf(mark);
	while (end !== -1 && !['', '\n', '\r'].includes(text.charAt(end + mark.length))) {
		end = text.indexOf(mark, end + 1);
	}
	return end === -1 ? undefined : { name, rest: text.slice(end + mark.length).trim() };
}

/** The tool that the client reports as run; the first, if there are several. */
export function answeredTool(parts: readonly Part[]): string | undefined {
	for (const part of parts) {
		const answer = part.type === 'text' ? answerIn(part.text.trim()) : undefined;
		if (answer !== undefined) {
			return answer.name;
		}
	}
	return undefined;
}

/** The tool whose result blocks belong to. */
interface Owner {
	readonly name: string;
	readonly isAwaited: boolean;
	/** Whether the next text is its result, whatever that begins with: its header was alone. */
	readonly isNext: boolean;
}

/** Whether this block begins a text of the client, which ends the previous result. */
function isClients(text: string): boolean {
	return surroundings.test(text) || (notes.test(text) && !wrapped.test(text));
}

/** Whether a block is the user's reply, although it is in the position of a result. */
function isReply({ name, isAwaited }: Owner, text: string): boolean {
	return (
		conversational.includes(name) && (wrapped.test(text) || (!isAwaited && answered.test(text)))
	);
}

/** The part with an agent's report that the user handed on because the client had lost the agent, and its text. */
function reportIn(
	parts: readonly Part[],
): { readonly part: Part; readonly report: string } | undefined {
	for (const part of parts) {
		const text = part.type === 'text' ? part.text.trim() : '';
		const opening = wrapped.exec(text)?.[0];
		const report = text.slice(opening?.length, text.lastIndexOf('</')).trim();
		if (opening !== undefined && titled.test(report)) {
			return { part, report };
		}
	}
	return undefined;
}

/**
 * Sorts the parts of a message: the result of a tool in the form used before there were blocks for that, the client's
 * environment details, and the user's words. A header on its own is followed by exactly one text, the result: tools can
 * begin theirs with anything.
 * @param awaited The tool whose result is awaited; a result of any other is the client's text.
 */
export function sortedParts(parts: readonly Part[], awaited: string | undefined): SortedParts {
	const handedOn = delegating.includes(awaited ?? '') ? reportIn(parts) : undefined;
	if (handedOn !== undefined) {
		return {
			result: [{ type: 'text', text: handedOn.report }],
			said: parts.filter((part) => part !== handedOn.part),
		};
	}
	const result: Part[] = [];
	const said: Part[] = [];
	let owner: Owner | undefined;
	let isAnswered = false;
	for (const part of parts) {
		const text = part.type === 'text' ? part.text.trim() : '';
		const isResult = owner?.isNext === true && !isReply(owner, text);
		const found = isResult ? undefined : answerIn(text);
		if (found !== undefined) {
			const { name, rest } = found;
			owner = { name, isAwaited: name === awaited && !isAnswered, isNext: rest === '' };
			if (owner.isAwaited) {
				isAnswered = true;
				if (rest !== '') {
					(isReply(owner, rest) ? said : result).push({ type: 'text', text: rest });
				}
				continue;
			}
		} else if (owner !== undefined && part.type === 'text') {
			const ends = !isResult && (isClients(text) || wrapped.test(text) || isReply(owner, text));
			owner = ends ? undefined : { ...owner, isNext: false };
		}
		if (owner?.isAwaited === true) {
			result.push(part);
		} else {
			const isOfClient = part.type === 'text' && (owner !== undefined || isClients(text));
			said.push(isOfClient ? { ...part, origin: 'client' } : part);
		}
	}
	return isAnswered ? { result, said } : { said };
}
