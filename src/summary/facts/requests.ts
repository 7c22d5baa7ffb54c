import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';
import { toolFamily } from '../../messages/toolFamilies.ts';
import { answerTo } from './answering.ts';
import { anyOf } from './languages/languages.ts';
import { chosenOption } from './options.ts';
import { asksUnmarked, endsAsking, verdict } from './question.ts';
import { isRefused } from './refusals.ts';
import { sentencesOf } from './sentences.ts';
import type { Turn } from './turns.ts';

/**
 * Which of a person's messages ask for something, and which only belong to such a request: a thanks,
 * an answer, a correction, a question in the middle of the work.
 */

/** A request with the messages of the person that came to it later, oldest first. */
export interface Request {
	readonly turn: Turn;
	readonly additions: readonly Turn[];
	/** The request itself is not among the turns: `turn` is the first thing that was added to it. */
	readonly isElsewhere: boolean;
	/** What became of it by the end of the log. */
	readonly state: RequestState;
}

/** `asked-back`: the assistant has replied with a question that nobody has answered. */
type RequestState = 'open' | 'answered' | 'asked-back';

/** Longer messages say something of their own, characters. */
const shortMessage = 160;

/** A shorter reply to a question is its answer, characters. */
const shortAnswer = 80;

/** Asks for nothing: a message of nothing but such words, whatever stands between them. */
const courtesy = new RegExp(`^#*(?:(?:${anyOf('courtesy')})(?:$|[\\s\\p{P}\\p{S}]+))+$`, 'iu');

/** A sentence by which somebody leaves who may come back. */
const parting = new RegExp(`^(?:${anyOf('parts')})`, 'iu');

/** A message that only sends the assistant on. */
const goOn = new RegExp(
	`^(?:(?:${anyOf('softens')})[,.]? ){0,3}(?:${anyOf('goesOn')})(?: (?:${anyOf('softens')}))?[\\s\\p{P}]*$`,
	'iu',
);

/** How a message begins that says more exactly what was asked, in as many words as it takes. */
const precision = new RegExp(`^(?:${anyOf('specifies')})`, 'iu');

/** How a short message begins that puts an earlier one right. */
const correction = new RegExp(`^(?:${anyOf('corrects')})`, 'iu');

/** How a reply begins that asks for work, whatever it replies to. */
const demand = new RegExp(`^(?:${anyOf('demands')})`, 'iu');

/** A command that the client gives the assistant to carry out. */
const command = /^\/[a-z]/;

/** Messages behind a request that are told with it; the others are quoted elsewhere. */
const mostAdditions = 4;

/**
 * The latest request of these turns; undefined where none of them asks for anything.
 * @param all Of the whole log: what replies to a question is seen by what stood before it.
 * @param start Index of the message from which on a request counts.
 */
export function latestRequest(log: Log, all: readonly Turn[], start = 0): Request | undefined {
	const from = all.findIndex(({ request }) => request >= start);
	const turns = from < 0 ? [] : all.slice(from);
	// From the end: what lies before the latest request is of no interest.
	const kinds: MessageKind[] = [];
	for (let at = turns.length - 1; at >= 0 && kinds[0] !== 'request'; at -= 1) {
		kinds.unshift(kindOf(log, all, from + at));
	}
	const isElsewhere = kinds[0] !== 'request';
	// Corrections and answers without a request: what they belong to is not in the log.
	const first = isElsewhere ? kinds.indexOf('addition') : 0;
	const since = first < 0 ? [] : turns.slice(turns.length - kinds.length + first);
	const [turn, ...others] = since;
	if (turn === undefined) {
		return undefined;
	}
	const kindsSince = kinds.slice(first);
	const additions = others.filter((_, position) => kindsSince[position + 1] === 'addition');
	return {
		turn,
		additions: additions.slice(-mostAdditions),
		isElsewhere,
		state: stateOf(log, since, kindsSince),
	};
}

/** Requests in front of the latest one that are told with it; more is a document's. */
const mostOpen = 2;

/**
 * The requests in front of one that no turn of the assistant finished in between: they are open with it.
 * What the person stopped is not, the new request replaces it; what the assistant did not begin is pending.
 */
export function openBefore(log: Log, all: readonly Turn[], { turn }: Request): Turn[] {
	const open: Turn[] = [];
	let at = all.findIndex(({ request }) => request === turn.request) - 1;
	for (; at >= 0 && open.length < mostOpen; at -= 1) {
		const before = all[at];
		if (before === undefined || before.answer !== undefined) {
			break;
		}
		if (!before.stopped && before.started && isOpen(log, all, at)) {
			open.unshift(before);
		}
	}
	return open;
}

/** Whether a turn that was not finished asks for more than a question that was answered on the way. */
function isOpen(log: Log, all: readonly Turn[], at: number): boolean {
	const turn = all[at];
	const kind = kindOf(log, all, at);
	return (
		turn !== undefined &&
		(kind === 'request' || kind === 'addition') &&
		!(endsAsking.test(turn.text) && answerTo(log, turn, turn.text, false) !== undefined)
	);
}

/** The turns that ask for something, each with what was added to it, answered or asked on the way. */
export function requestsAmong(log: Log, turns: readonly Turn[]): Turn[] {
	const requests: Turn[] = [];
	for (const [position, turn] of turns.entries()) {
		const kind = kindOf(log, turns, position);
		const before = requests.at(-1);
		if (kind === 'request') {
			requests.push(turn);
		} else if (before !== undefined && kind !== 'courtesy') {
			requests.splice(-1, 1, { ...before, ...turn, request: before.request, text: before.text });
		}
	}
	return requests;
}

/** Whether a message asks for nothing: a greeting, a thanks. */
function isCourtesy(text: string): boolean {
	const said = text.trim();
	if (said.length > shortMessage) {
		return false;
	}
	const [first = '', ...others] = sentencesOf(said);
	const parts = courtesy.test(first) && others.every((each) => isPolite(each));
	return parts || courtesy.test(said);
}

function isPolite(sentence: string): boolean {
	return courtesy.test(sentence) || parting.test(sentence);
}

type MessageKind = 'request' | 'addition' | 'going-on' | 'courtesy';

/** What the assistant said last; a reply to a mere courtesy counts where the work was in its hands. */
function stateOf(log: Log, turns: readonly Turn[], kinds: readonly MessageKind[]): RequestState {
	for (const [position, turn] of [...turns.entries()].reverse()) {
		const isCourtesy = kinds[position] === 'courtesy';
		if (turn.answer === undefined && (turn.started || !isCourtesy)) {
			return 'open';
		}
		const asksBack = endsInQuestion(log, turn);
		if (turn.answer !== undefined && !(isCourtesy && asksBack)) {
			return asksBack ? 'asked-back' : settledState(log, turn);
		}
	}
	return 'open';
}

function settledState(log: Log, turn: Turn): RequestState {
	return isRefused(log, turn) ? 'open' : 'answered';
}

function kindOf(log: Log, turns: readonly Turn[], position: number): MessageKind {
	const text = turns[position]?.text.trim() ?? '';
	const isShort = text.length <= shortMessage;
	if (isCourtesy(text)) {
		return 'courtesy';
	}
	const before = turns[position - 1];
	if (isShort && goOn.test(text)) {
		return 'going-on';
	}
	if (bringsReport(log, turns[position])) {
		return 'going-on';
	}
	if (precision.test(text)) {
		return 'addition';
	}
	// Asked in the middle of the work, which goes on behind it.
	const isQuestion =
		endsAsking.test(text) || (isShort && (/[?？]/.test(text) || asksUnmarked.test(text)));
	const isBetween =
		isQuestion && before?.started === true && before.answer === undefined && !before.stopped;
	return isBetween || (isShort && correction.test(text)) || isAnswer(log, turns, position)
		? 'addition'
		: 'request';
}

/** A shorter message behind a delegated task is no report, characters. */
const shortestReport = 400;

/**
 * Whether a message brings the report of a task that was delegated, as Roo Code hands it to the person to
 * pass on: a document with a heading, right behind the call.
 */
function bringsReport(log: Log, turn: Turn | undefined): boolean {
	if (turn === undefined || turn.text.length < shortestReport || !/^#{1,3} \S/.test(turn.text)) {
		return false;
	}
	const before = log.findLast(({ message }, at) => at < turn.request && message.role !== 'user');
	return (
		before !== undefined &&
		toolCallsOf(before.message).some(({ name }) => toolFamily(name) === 'sub-agent')
	);
}

/** Whether a turn's message only answers what the assistant asked last. */
function isAnswer(log: Log, turns: readonly Turn[], position: number): boolean {
	const text = turns[position]?.text.trim() ?? '';
	const before = turns[position - 1];
	if (chosenOption(log, turns, position) !== undefined) {
		return true;
	}
	const isOther = endsAsking.test(text) || asksUnmarked.test(text) || command.test(text);
	if (before?.answer === undefined || text.length > shortAnswer || isOther) {
		return false;
	}
	return verdict.test(text) || (endsInQuestion(log, before) && !demand.test(text));
}

/** How the assistant asks for something it needs without a question mark. */
const invitation = new RegExp(`^(?:${anyOf('invites')})`, 'iu');

/** Sentences at the end of a message among which a question waits for an answer. */
const closing = 2;

/** Whether the assistant's last word of a turn asks the person. */
function endsInQuestion(log: Log, { answer }: Turn): boolean {
	const message = answer === undefined ? undefined : log[answer]?.message;
	return (
		message !== undefined &&
		sentencesOf(textOf(message.content))
			.slice(-closing)
			.some((sentence) => endsAsking.test(sentence) || invitation.test(sentence))
	);
}
