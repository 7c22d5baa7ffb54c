import { redact } from '../../redaction/redact.ts';
import { endsWork } from '../../messages/endOfWork.ts';
import { plainLineEnds } from '../../messages/lineEnds.ts';
import { isBlank, textOf, toolCallsOf, type Log, type Message } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { mayChange } from './changingCalls.ts';
import { anyOf } from './languages/languages.ts';
import { declinedWords } from './rejections.ts';

/**
 * A message of the person and all that follows until the next one. What the person said when
 * declining a tool use is such a message too. Indices into the log.
 */
export interface Turn {
	readonly request: number;
	/** Text of the request. */
	readonly text: string;
	/** Last message of the turn, exclusive. */
	readonly end: number;
	/**
	 * The assistant's last word of the turn, or the message it handed its work in with; undefined when it
	 * said nothing, or when calls came after it, which means that the turn broke off in the middle of the work.
	 */
	readonly answer?: number;
	/** Whether the assistant did or said anything at all. */
	readonly started: boolean;
	/** Whether the person stopped it. */
	readonly stopped: boolean;
}

/** How a client tells of a stop. */
const stop = /^\s*(?:\[Request interrupted by user|<turn_aborted>)/;

/** Whether a client tells by this message that the person stopped what was going on. */
export function tellsStop(message: Message): boolean {
	return message.role === 'user' && stop.test(textOf(message.content));
}

/** How a message begins that takes the one before it back: it was meant for somebody else. */
const recalls = new RegExp(`^(?:${anyOf('recalls')})`, 'iu');

/** The turns of the log up to `end`, without messages that the next one takes back before anything was done. */
export function turnsOf(log: Log, end: number): Turn[] {
	const starts: number[] = [];
	for (let index = 0; index < end; index += 1) {
		if (wordsOf(log, index) !== '') {
			starts.push(index);
		}
	}
	const turns = starts.map((request, position): Turn => {
		const next = starts[position + 1] ?? end;
		const answer = answerIn(log, request + 1, next);
		const behind = log.slice(request + 1, next);
		return {
			request,
			text: wordsOf(log, request),
			end: next,
			...(answer === undefined ? {} : { answer }),
			started: behind.some((entry) => entry.message.role === 'assistant'),
			stopped: behind.some((entry) => tellsStop(entry.message)),
		};
	});
	return turns.filter(
		(turn, position) => !recalls.test(turns[position + 1]?.text ?? '') || isWorkedOn(log, turn),
	);
}

function isWorkedOn(log: Log, { request, end }: Turn): boolean {
	return log
		.slice(request + 1, end)
		.some(({ message }) => message.role === 'assistant' && toolCallsOf(message).some(mayChange));
}

/** What the person says in a message; empty when it is somebody else's. */
function wordsOf(log: Log, index: number): string {
	const message = log[index]?.message;
	if (message?.role === 'tool') {
		return redact(declinedWords(log, index) ?? '');
	}
	return message === undefined ? '' : plainLineEnds(personText(message)).trim();
}

function answerIn(log: Log, start: number, end: number): number | undefined {
	for (let index = end - 1; index >= start; index -= 1) {
		const message = log[index]?.message;
		if (message?.role === 'assistant' && endsWork(message)) {
			return index;
		}
		if (message?.role === 'assistant' && toolCallsOf(message).length > 0) {
			return undefined;
		}
		if (message?.role === 'assistant' && !isBlank(message.content)) {
			return log.slice(index + 1, end).some((entry) => entry.message.role === 'tool')
				? undefined
				: index;
		}
	}
	return undefined;
}
