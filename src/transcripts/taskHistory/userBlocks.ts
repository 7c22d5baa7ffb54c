import { isBlank, type Part } from '../../messages/message.ts';

/** A stretch of a message in the person's name, and whose words it is. */
interface Stretch {
	readonly origin: 'person' | 'client';
	readonly parts: readonly Part[];
}

/** The content of a message in the person's name, sorted by who is behind it. */
export interface UserBlocks {
	/** The result of the tool that was called last; absent when there is none. */
	readonly answer?: readonly Part[];
	readonly stretches: readonly Stretch[];
}

/** How the texts begin that the client writes itself, whatever else is in them. */
const surroundings = /^<environment_details>/;

/** How other texts of the client begin. */
const notes =
	/^(?:<explicit_instructions|\[(?:ERROR|TASK RESUMPTION|[a-z][\w-]* completed)\]|# (?:TODO LIST|task_progress))/;

/** A note that a task goes on can hold what the person said to that. */
const resumption = /^\[TASK RESUMPTION\][\s\S]*<user_message>/;

/** How a person's words begin that stand behind the result of a tool. */
const addressed =
	/^(?:New (?:instructions|message)\b[^\n]*\n\s*<user_message>|<(?:task|feedback|user_message)>)/;

/** How a result quotes what the person said to it. */
const quoted = /<(?:answer|feedback)>/;

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

function isClients(text: string): boolean {
	return surroundings.test(text) || (notes.test(text) && !resumption.test(text));
}

/**
 * Sorts the parts of a message: the result of a tool as clients wrote it before there were blocks for
 * that, what the client added about its surroundings, and what the person said.
 * @param awaited The tool whose result is awaited; a result of any other is the client's text.
 */
export function userBlocks(parts: readonly Part[], awaited: string | undefined): UserBlocks {
	const stretches: { readonly origin: Stretch['origin']; readonly parts: Part[] }[] = [];
	let answer: Part[] | undefined;
	/** Whether blocks belong to a result: the one that is awaited, or another. */
	let within: 'awaited' | 'other' | undefined;
	for (const part of parts) {
		const text = part.type === 'text' ? part.text.trim() : '';
		const found = answerIn(text);
		if (found !== undefined && found.name === awaited && answer === undefined) {
			answer = found.rest === '' ? [] : [{ type: 'text', text: found.rest }];
			within = 'awaited';
			continue;
		}
		if (found !== undefined) {
			within = 'other';
		} else if (isClients(text) || addressed.test(text)) {
			within = undefined;
		}
		if (within === 'awaited') {
			answer?.push(part);
			continue;
		}
		const clients = isClients(text) || (within === 'other' && !quoted.test(text));
		const origin = clients ? 'client' : 'person';
		const last = stretches.at(-1);
		if (last?.origin === origin) {
			last.parts.push(part);
		} else if (!isBlank([part])) {
			stretches.push({ origin, parts: [part] });
		}
	}
	return answer === undefined ? { stretches } : { answer, stretches };
}
