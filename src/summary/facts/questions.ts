import { redactedLine } from '../redactedLine.ts';
import { textOf, type Log } from '../../messages/message.ts';
import { answersIn } from '../../messages/answers.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { anyOf } from './languages/languages.ts';
import { chosenLabel, chosenOption } from './options.ts';
import { contentWords } from './contentWords.ts';
import { sentencesOf } from './sentences.ts';
import type { SummaryItem } from '../sections.ts';
import type { Turn } from './turns.ts';

/** A question and what came of it. */
export interface QuestionFact {
	readonly by: 'person' | 'assistant';
	readonly question: string;
	/** Undefined while it is open. */
	readonly answer?: string;
	readonly sources: readonly number[];
}

const asks = /[?？]["'”’)]?\s*$/u;
const answerLength = 240;

/** Asks for work, not for an answer. */
const favour =
	/^(?:(?:and|also|actually|ok(?:ay)?|please|then|so|now)[,]? )*(?:(?:can|could|would|will) (?:you|u)\b|how about you\b)/i;

/** Sentences that lead over to something else do not answer. */
const announcement = /[:：]$|^(?:let me|now|next|checking|looking|I'?ll|first)\b/i;

/** How messages begin that add something instead of answering. */
const addition = new RegExp(`^(?:${anyOf('addition')})`, 'iu');

/** How near the end of a message a question addresses the person, sentences. */
const closingSentences = 5;

/** How answers to a question of fact begin. */
const verdict = new RegExp(`^(?:${anyOf('verdict')})`, 'iu');

/** A question shorter than this means nothing without the sentence before it, characters. */
const bareQuestion = 30;

/** Questions of both sides in the turns that begin in the range, in order. */
export function questionsOf(
	log: Log,
	turns: readonly Turn[],
	uses: readonly ToolUse[],
): QuestionFact[] {
	const asked = turns.flatMap((turn, position) => [
		...askedByPerson(log, turn),
		...askedByAssistant(log, turns, position),
	]);
	return [...asked, ...uses.flatMap(askedByTool)].sort(
		(a, b) => (a.sources[0] ?? 0) - (b.sources[0] ?? 0),
	);
}

function askedByPerson(log: Log, turn: Turn): QuestionFact[] {
	const sentences = sentencesOf(turn.text);
	const at = sentences.findIndex((sentence) => asks.test(sentence) && !favour.test(sentence));
	const question = inContext(sentences, at);
	const answer = question === undefined ? undefined : answerTo(question, log, turn);
	return question === undefined || answer === undefined
		? []
		: [
				{
					by: 'person',
					question,
					answer: answer.text,
					sources: [turn.request + 1, ...answer.sources],
				},
			];
}

/** Only the last word of a turn asks the person; questions in between are rhetorical. */
function askedByAssistant(log: Log, turns: readonly Turn[], position: number): QuestionFact[] {
	const turn = turns[position];
	const next = turns[position + 1];
	const message = turn?.answer === undefined ? undefined : log[turn.answer]?.message;
	if (message === undefined || turn?.answer === undefined) {
		return [];
	}
	const text = textOf(message.content);
	const question = closingQuestion(text);
	if (question === undefined) {
		return [];
	}
	const reply = next === undefined || addition.test(next.text) ? undefined : next;
	const option = reply === undefined ? undefined : chosenOption(log, turns, position + 1);
	if (reply !== undefined && option === undefined && !answers(reply.text, question, text)) {
		return [];
	}
	const answer = reply === undefined ? undefined : redactedLine(reply.text, answerLength);
	return [
		{
			by: 'assistant',
			question,
			...(answer === undefined
				? {}
				: { answer: option === undefined ? answer : `${answer} (${option})` }),
			sources: [turn.answer + 1, ...(reply === undefined ? [] : [reply.request + 1])],
		},
	];
}

/** A longer reply that shares no subject with a question speaks of something else, characters. */
const bareReply = 80;

/** How questions begin that people write without their mark. */
const asksUnmarked =
	/^(?:how (?:do|does|did|can|should|would|about|come|many|much)|why (?:do|does|did|is|are|not)|what (?:do|does|did|is|are|about)|where (?:do|does|did|is|are|were))\b|^(?:是否|怎么|为什么|如何|什么时候)/i;

/** How questions begin, or end, that ask for yes or no. */
const asksAssent =
	/^(?:should (?:I|we)|shall (?:I|we)|do you want|would you like|want (?:me )?to|ready to)\b|吗[?？]$/i;

/** How people begin who say yes or no in other words. */
const assent =
	/^(?:(?:ok(?:ay)?|sure|well|alright)[,.!]? )?(?:yep|yeah|ye|y|n|好|可以|行|执行|要|nope|nah|sure|go|do|don'?t|please|proceed|continue|start|run|both|all|neither|none|not|later|first|just|only|lgtm|fine|good|great|perfect|agreed?|looks|sounds|this looks|let'?s|leave|keep|skip|wait|stop|ok(?:ay)?[.!]?$|\d)(?!\p{L})/iu;

/** So short a reply can only be meant for the question, characters. */
const word = 12;

/**
 * Whether a reply answers a question of a message: it is no question itself, and it shares a subject,
 * says yes or no, or is a short word to the only question there is.
 */
function answers(reply: string, question: string, message: string): boolean {
	const sentences = sentencesOf(reply);
	if (sentences.every((sentence) => asks.test(sentence)) || asksUnmarked.test(reply)) {
		return false;
	}
	const asked = contentWords(question);
	const shared = [...contentWords(reply)].filter((each) => asked.has(each)).length;
	// One word in common is chance where a long reply says neither yes nor no.
	if (shared > 1 || (shared === 1 && (reply.length <= bareReply || !wantsAssent(question)))) {
		return true;
	}
	const several = sentencesOf(message).filter((sentence) => asks.test(sentence)).length > 1;
	return (
		!several &&
		chosenLabel(reply) === undefined &&
		(verdict.test(reply) || (reply.length <= bareReply && fits(reply, question)))
	);
}

/** Whether a short reply that shares no subject with a question may be meant for it. */
function fits(reply: string, question: string): boolean {
	return reply.length <= word || assent.test(reply) || !wantsAssent(question);
}

function wantsAssent(question: string): boolean {
	return sentencesOf(question).some((sentence) => asksAssent.test(sentence));
}

/** The last sentences are asked for: `Agree?` means nothing without the sentence before it. */
function closingQuestion(text: string): string | undefined {
	const sentences = ['', ...sentencesOf(text)].slice(-closingSentences - 1);
	const at = sentences.findIndex((sentence, position) => position > 0 && asks.test(sentence));
	return inContext(sentences, at);
}

/** The question at a position, with the sentence before it where it is too short to stand alone. */
function inContext(sentences: readonly string[], at: number): string | undefined {
	const question = sentences[at];
	return question !== undefined && question.length < bareQuestion
		? `${sentences[at - 1] ?? ''} ${question}`.trim()
		: question;
}

function askedByTool(use: ToolUse): QuestionFact[] {
	return answersIn(use).map(({ question, answer }) => ({
		by: 'assistant',
		question: redactedLine(question, answerLength),
		...(answer === undefined ? {} : { answer: redactedLine(answer, answerLength) }),
		sources: [use.callIndex + 1, ...(use.resultIndex === undefined ? [] : [use.resultIndex + 1])],
	}));
}

/**
 * What the assistant said to a question of the person: in its turn the sentence that has most words
 * in common with it, and the next; without any, the first words of the last message.
 */
function answerTo(question: string, log: Log, turn: Turn): SummaryItem | undefined {
	const asked = contentWords(question);
	let best = 0;
	let answer: SummaryItem | undefined;
	for (let index = turn.request + 1; index < turn.end; index += 1) {
		const message = log[index]?.message;
		const sentences = message?.role === 'assistant' ? sentencesOf(textOf(message.content)) : [];
		sentences.forEach((sentence, position) => {
			const shared = [...contentWords(sentence)].filter((word) => asked.has(word)).length;
			// The last message concludes; what came before it may only have been on the way.
			const concludes = index === turn.answer || verdict.test(sentence);
			const score = concludes && shared > 0 ? shared + 1 : shared;
			if (
				!asks.test(sentence) &&
				!announcement.test(sentence) &&
				(score > best || (index === turn.answer && answer === undefined))
			) {
				best = score;
				const words = sentences
					.slice(position, position + 2)
					.filter((words, at) => at === 0 || !asks.test(words))
					.join(' ');
				answer = { text: redactedLine(words, answerLength), sources: [index + 1] };
			}
		});
	}
	return turn.answer === undefined && best < 2 ? undefined : answer;
}
