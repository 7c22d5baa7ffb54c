import type { Part } from '../../../messages/message.ts';
import { clineWords, introductions } from './envelopes.ts';

/**
 * Results of tools that Cline and its kin send as text in the person's name, with what the client and
 * the person add.
 */

/** A part of such a message, and what stands in it. */
export interface SortedPart {
	/** As it came. */
	readonly part: Part;
	/** What introduces the result of the awaited tool; absent in parts that do not begin with it. */
	readonly header?: string;
	/** What belongs to that result. */
	readonly result: readonly Part[];
	/** What the client and the person say; the client's with its origin where only the place tells that. */
	readonly said: readonly Part[];
}

/** How the texts begin that the client writes itself, whatever else is in them. */
const surroundings = /^<environment_details>/;

/** How a block begins that tells which client writes: its surroundings, and reports of tasks it handed on. */
const ownBlock = /^(?:<environment_details>|\[[a-z][\w-]* completed\] Result:)/;

/** How other texts of the client begin. */
const notes =
	/^(?:<(?:explicit_instructions|hook_context)\b|\[(?:ERROR|TASK RESUMPTION|[a-z][\w-]* completed)\]|# (?:TODO LIST|task_progress))/;

/** How a block begins that holds a person's words: their tag, or what introduces it. */
const wrapped = new RegExp(
	`^(?:${introductions})?<(?:${clineWords.replaceAll(' ', '|')})(?: mode="\\w+")?>`,
);

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
	readonly header: string;
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
	const behind = end + mark.length;
	return end === -1
		? undefined
		: { name, header: text.slice(0, behind), rest: text.slice(behind).trim() };
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

/** Whether a message has a block that only such a client writes, whoever the others are from. */
export function hasClientsBlock(parts: readonly Part[]): boolean {
	return parts.some((part) => part.type === 'text' && ownBlock.test(part.text.trimStart()));
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
	return surroundings.test(text) || (notes.test(text) && !wrapped.test(text));
}

/** Whether a block is what the person says, although it stands where a result does. */
function isReply({ name, isAwaited }: Owner, text: string): boolean {
	return (
		conversational.includes(name) && (wrapped.test(text) || (!isAwaited && answered.test(text)))
	);
}

/**
 * Sorts the parts of a message: the result of a tool as clients wrote it before there were blocks for
 * that, what the client added about its surroundings, and what the person said. Behind a header that
 * stands alone there is exactly one text, the result: tools can begin theirs like anything else.
 * @param awaited The tool whose result is awaited; a result of any other is the client's text.
 */
export function sortedParts(
	parts: readonly Part[],
	awaited: string | undefined,
): readonly SortedPart[] {
	let owner = ownerWithoutHeader(parts, awaited);
	let isAnswered = owner !== undefined;
	return parts.map((part): SortedPart => {
		const text = part.type === 'text' ? part.text.trim() : '';
		const isResult = owner?.isNext === true && !isReply(owner, text);
		const found = isResult ? undefined : answerIn(text);
		if (found !== undefined) {
			const isAwaited = found.name === awaited && !isAnswered;
			owner = { name: found.name, isAwaited, isNext: found.rest === '' };
			if (isAwaited) {
				isAnswered = true;
				return headed(part, found, owner);
			}
		} else if (owner !== undefined && part.type === 'text') {
			const ends = !isResult && (isClients(text) || wrapped.test(text) || isReply(owner, text));
			owner = ends ? undefined : { ...owner, isNext: false };
		}
		if (owner?.isAwaited === true) {
			return { part, result: [part], said: [] };
		}
		return { part, result: [], said: saidIn(part, owner !== undefined || isClients(text)) };
	});
}

/**
 * Some versions write no header for a result with images: its text is the first, whatever that begins
 * with, because these clients put what the person says into tags of theirs.
 */
function ownerWithoutHeader(
	parts: readonly Part[],
	awaited: string | undefined,
): Owner | undefined {
	const hasImage = parts.some(({ type }) => type === 'image');
	if (awaited === undefined || !hasImage || answeredTool(parts) !== undefined) {
		return undefined;
	}
	const first = parts.find((part) => part.type === 'text');
	const isNext = first !== undefined && !surroundings.test(first.text.trimStart());
	return conversational.includes(awaited) ? undefined : { name: awaited, isAwaited: true, isNext };
}

/** The part that begins the awaited result. */
function headed(part: Part, { header, rest }: Answer, owner: Owner): SortedPart {
	const behind: readonly Part[] = rest === '' ? [] : [{ type: 'text', text: rest }];
	return isReply(owner, rest)
		? { part, header, result: [], said: behind }
		: { part, header, result: behind, said: [] };
}

function saidIn(part: Part, isOfClient: boolean): readonly Part[] {
	return isOfClient && part.type === 'text' ? [{ ...part, origin: 'client' }] : [part];
}
