import type { Part } from '../../../messages/message.ts';
import { clineWords, introductions } from './envelopes.ts';

/** Tool results that Cline and its forks send as text in the user's name, with additions by the client and the user. */

/** The sorted parts of such a message. */
interface SortedParts {
	/** The result of the awaited tool; absent if the message does not contain it. */
	readonly result?: readonly Part[];
	/** The text of the client and the user; the client's has its origin if only its position shows that. */
	readonly others: readonly Part[];
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

/** The beginning of a result that quotes the user's answer to a question. */
const answered = /^<answer>/;

/** Tools that give a task to another agent; the result is its report. */
const delegating: readonly string[] = ['new_task'];

/** A report has a title, unlike a message that the user writes instead of waiting for the report. */
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

/** The name of the first tool that the client reports as run. */
export function answeredTool(parts: readonly Part[]): string | undefined {
	for (const part of parts) {
		const answer = part.type === 'text' ? answerIn(part.text.trim()) : undefined;
		if (answer !== undefined) {
			return answer.name;
		}
	}
	return undefined;
}

/** The tool to whose result the current block belongs. */
interface Owner {
	readonly name: string;
	readonly isAwaited: boolean;
	/** The header had no result in its block, so the next text is the result, whatever it begins with. */
	readonly isNext: boolean;
}

/** Whether a text of the client begins with this block; it ends a result. */
function isClients(text: string): boolean {
	return surroundings.test(text) || (notes.test(text) && !wrapped.test(text));
}

/** Whether a block is the user's reply, in place of a result. */
function isReply({ name, isAwaited }: Owner, text: string): boolean {
	return (
		conversational.includes(name) && (wrapped.test(text) || (!isAwaited && answered.test(text)))
	);
}

/** An agent's report that the user passed on because the client had lost the agent: its part, and its text. */
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
 * Sorts the parts of a message into the result of a tool, the client's text and the user's words. A header alone in its
 * block is followed by exactly one text, the result, which may begin with anything.
 * @param awaited Name of the tool whose result is awaited; results of other tools are the client's text.
 */
export function sortedParts(parts: readonly Part[], awaited: string | undefined): SortedParts {
	const passedOn = delegating.includes(awaited ?? '') ? reportIn(parts) : undefined;
	if (passedOn !== undefined) {
		return {
			result: [{ type: 'text', text: passedOn.report }],
			others: parts.filter((part) => part !== passedOn.part),
		};
	}
	const result: Part[] = [];
	const others: Part[] = [];
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
					(isReply(owner, rest) ? others : result).push({ type: 'text', text: rest });
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
			others.push(isOfClient ? { ...part, origin: 'client' } : part);
		}
	}
	return isAnswered ? { result, others } : { others };
}
