import type { Part, UserMessage } from '../../messages/message.ts';
import { messagesBySpeaker } from '../speakers.ts';
import { spokenParts, wrappedWords } from './spokenWords.ts';

/** The content of a message in the person's name, sorted by who is behind it. */
export interface UserBlocks {
	/** The result of the tool that was called last; absent when there is none. */
	readonly answer?: readonly Part[];
	/** What else stands there, by who said it. */
	readonly messages: readonly UserMessage[];
}

/** How the texts begin that the client writes itself, whatever else is in them. */
const surroundings = /^<environment_details>/;

/** How other texts of the client begin. */
const notes =
	/^(?:<(?:explicit_instructions|hook_context)\b|\[(?:ERROR|TASK RESUMPTION|[a-z][\w-]* completed)\]|# (?:TODO LIST|task_progress))/;

/** Tools whose results are what the person says to them. */
const conversational: readonly string[] = [
	'ask_followup_question',
	'attempt_completion',
	'plan_mode_respond',
];

/** How a result quotes the person's answer to a question. */
const answered = /^<answer>/;

/** The tool that a block answers, and what stands behind that in the same block. */
interface Answer {
	readonly name: string;
	readonly rest: string;
}

/**
 * Reads `[read_file for 'a.ts'] Result:`, alone in its block or with the result behind it.
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

/** The tool that the client says it ran; the first, where there are several. */
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
	/** Whether the next text is its result, whatever that begins with: its header stood alone. */
	readonly isNext: boolean;
}

/** Whether a block of the client begins, which ends the result before it. */
function isClients(text: string): boolean {
	return surroundings.test(text) || (notes.test(text) && wrappedWords(text) === undefined);
}

/** Whether a block is what the person says, although it stands where a result does. */
function isReply({ name, isAwaited }: Owner, text: string): boolean {
	return (
		conversational.includes(name) &&
		(wrappedWords(text) !== undefined || (!isAwaited && answered.test(text)))
	);
}

/**
 * Sorts the parts of a message: the result of a tool as clients wrote it before there were blocks for
 * that, what the client added about its surroundings, and what the person said. Behind a header that
 * stands alone there is exactly one text, the result: tools can begin theirs like anything else.
 * @param awaited The tool whose result is awaited; a result of any other is the client's text.
 */
export function userBlocks(parts: readonly Part[], awaited: string | undefined): UserBlocks {
	const said: Part[] = [];
	let answer: Part[] | undefined;
	let owner: Owner | undefined;
	for (const part of parts) {
		const text = part.type === 'text' ? part.text.trim() : '';
		const isResult = owner?.isNext === true && !isReply(owner, text);
		const found = isResult ? undefined : answerIn(text);
		if (found !== undefined) {
			const isAwaited = found.name === awaited && answer === undefined;
			owner = { name: found.name, isAwaited, isNext: found.rest === '' };
			if (isAwaited) {
				answer = found.rest === '' ? [] : [{ type: 'text', text: found.rest }];
				continue;
			}
		} else if (owner !== undefined && part.type === 'text') {
			const ends =
				!isResult && (isClients(text) || wrappedWords(text) !== undefined || isReply(owner, text));
			owner = ends ? undefined : { ...owner, isNext: false };
		}
		if (owner?.isAwaited === true) {
			answer?.push(part);
		} else if (part.type === 'image') {
			said.push(part);
		} else if (owner !== undefined || isClients(text)) {
			said.push({ ...part, origin: 'client' });
		} else {
			said.push(...spokenParts(part));
		}
	}
	const messages = messagesBySpeaker(said);
	return answer === undefined ? { messages } : { answer, messages };
}
