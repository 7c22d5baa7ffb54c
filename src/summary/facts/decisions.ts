import { textOf, type Log } from '../../messages/message.ts';
import type { SummaryItem } from '../sections.ts';
import { anyOf } from './languages/languages.ts';
import { isMadeChoice, isReasoned, isUndecided } from './madeChoices.ts';
import { declinedWords } from './rejections.ts';
import { sentencesOf } from './sentences.ts';
import { codeNames, takesBack } from './takingBack.ts';
import { contentWords } from './contentWords.ts';
import { tellsStop, type Turn } from './turns.ts';

/** A shorter sentence names no choice, characters. */
const shortestDecision = 25;

/** A step or an advantage in a list: without a reason it names no choice. */
const listed =
	/^(?:(?:take|use|replace|remove|move|rename|update|change|make|switch)\b|\*\*(?!decision|choice|chosen|approach)[^*\n]{1,60}(?:\*\*:|:\*\*))/i;

/** Sentences of the assistant that name a choice; those that give a reason come first in value. */
export interface Decision extends SummaryItem {
	readonly reasoned: boolean;
}

/** What was found out the hard way, and what follows from it. */
const lesson =
	/\b(?:doesn'?t|does not|do not|don'?t|can'?t|cannot) (?:support|allow|accept|work|handle|exist)\b.{0,160}\b(?:I(?:['’]ll| will| need to| have to)|we(?:['’]ll| will| need to)|let me)\b|\b(?:needs?|requires?|isn'?t|is not|aren'?t) (?:\w+ ){0,4}(?:configured|available|installed|enabled|set up|running|supported)\b.{0,160}\b(?:I(?:['’]ll| will| need to| have to)|we(?:['’]ll| will| need to)|let me)\b/i;

/** How the assistant takes a choice back itself; that sentence tells what holds now. */
const yielding =
	/^(?:you(?:'re| are) (?:absolutely |completely |quite )?right\b|good (?:point|catch|call)\b|fair (?:point|enough)\b|my mistake\b|(?:ok(?:ay)?|got it|understood|alright|sure)[,.:—-]{0,2} ?(?:so )?\(?(?:[a-h]|[1-9])\)|(?:let me|I'?ll|I will) (?:revert|undo|back (?:that|this) out))/i;

/** What is done instead. */
const resolving =
	/\b(?:I['’]?ll|I will|let me (?:revert|undo|switch|use|go with|drop|remove|replace|keep)\b|let['’]?s|we['’]?ll|going (?:with|to)|revert(?:ing)?|switch(?:ing)?)\b|^(?:ok(?:ay)?|got it|understood|alright|sure)[,.:—-]{0,2} ?(?:so )?\(?(?:[a-h]|[1-9])\)/i;

/** Sentences at the start of a message in which a concession names what it is about. */
const conceding = 3;

/** Messages before a turn-about whose choices it takes back: a reply looks further than a refusal. */
const takenBack = { reply: 12, refusal: 4 };

/** Choices the assistant stated before `end`, verbatim, in order, each once; not those taken back. */
export function decisionsOf(log: Log, turns: readonly Turn[], end: number): Decision[] {
	const found = new Map<string, Decision>();
	const stated: Decision[] = [];
	const counters = new Map(
		turns.flatMap((turn, position) =>
			takesBack(turn.text) ? [[turn.request, countered(log, turns, position)] as const] : [],
		),
	);
	const requests = new Set(turns.map(({ request }) => request));
	const begun: number[] = [];
	// A choice of an earlier turn was accepted by going on.
	const takeBack = (
		index: number,
		reach: number,
		turn: number | undefined,
		isMeant: (decision: Decision) => boolean = () => true,
	): void => {
		const start = Math.max(index - reach, turn ?? -1);
		const spared: Decision[] = [];
		const first = stated.findLastIndex(({ sources: [number = 0] }) => number <= start) + 1;
		for (const last of stated.splice(first)) {
			if (!isMeant(last)) {
				spared.push(last);
			} else if (found.get(keyOf(last)) === last) {
				found.delete(keyOf(last));
			}
		}
		stated.push(...spared);
	};
	const state = (text: string, index: number, reasoned: boolean): void => {
		const decision = { text, sources: [index + 1], reasoned };
		found.set(keyOf(decision), decision);
		stated.push(decision);
	};
	for (let index = 0; index < end; index += 1) {
		const message = log[index]?.message;
		if (message !== undefined && isTurnAbout(log, index, counters.has(index))) {
			takeBack(
				index,
				message.role === 'tool' ? takenBack.refusal : takenBack.reply,
				begun.at(-1),
				counters.get(index),
			);
		}
		if (requests.has(index)) {
			begun.push(index);
		}
		if (message?.role !== 'assistant') {
			continue;
		}
		const sentences = sentencesOf(textOf(message.content));
		if (yielding.test(sentences[0] ?? '')) {
			takeBack(index, takenBack.reply, begun.at(-2));
			const text = sentences
				.slice(0, conceding)
				.find((sentence) => resolving.test(sentence) && !isUndecided(sentence));
			forgetNamed(found, sentences.slice(0, conceding).join(' '));
			if (text !== undefined) {
				state(text, index, true);
			}
			continue;
		}
		for (const sentence of sentences) {
			if (lesson.test(sentence) && !isUndecided(sentence)) {
				state(sentence, index, true);
			} else if (
				sentence.length >= shortestDecision &&
				isMadeChoice(sentence) &&
				(isReasoned(sentence) || !listed.test(sentence))
			) {
				state(sentence, index, isReasoned(sentence));
			}
		}
	}
	return [...found.values()];
}

/**
 * Tells the choices that a turn-about means. A "no" to a question of the assistant means what the
 * question offered: choices that share a word with the reply, or that the question itself stated where
 * the reply names nothing.
 */
function countered(
	log: Log,
	turns: readonly Turn[],
	position: number,
): (decision: Decision) => boolean {
	const asking = turns[position - 1]?.answer;
	const message = asking === undefined ? undefined : log[asking]?.message;
	const closing = message === undefined ? [] : sentencesOf(textOf(message.content)).slice(-3);
	const [first = ''] = sentencesOf(turns[position]?.text ?? '');
	if (
		asking === undefined ||
		!declines.test(first) ||
		!closing.some((each) => /[?？]/u.test(each))
	) {
		return () => true;
	}
	const words = contentWords(first);
	return words.size === 0
		? ({ sources }) => sources[0] === asking + 1
		: ({ text }) => [...contentWords(text)].some((word) => words.has(word));
}

/** Forgets the choices about what a concession names, however long ago they were stated. */
function forgetNamed(found: Map<string, Decision>, concession: string): void {
	const names = codeNames(concession);
	for (const [key, { text }] of names.size === 0 ? [] : found) {
		if ([...codeNames(text)].some((name) => names.has(name))) {
			found.delete(key);
		}
	}
}

/** Says no to something that was offered. */
const declines = new RegExp(`^(?:${anyOf('declines')})`, 'iu');

function keyOf({ text }: Decision): string {
	return text.toLowerCase();
}

/** Whether a message takes back what the assistant chose just before. */
function isTurnAbout(log: Log, index: number, isCounter: boolean): boolean {
	const message = log[index]?.message;
	return (
		declinedWords(log, index) !== undefined ||
		(message !== undefined && message.role !== 'tool' && (isCounter || tellsStop(message)))
	);
}
