import { oneLine } from '../../messages/marks.ts';
import { textOf, type Log } from '../../messages/message.ts';
import { argumentText } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { sentencesOf } from './sentences.ts';
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

/** Questions of both sides in the turns that begin in the range, in order. */
export function questionsOf(
	log: Log,
	turns: readonly Turn[],
	uses: readonly ToolUse[],
): QuestionFact[] {
	const asked = turns.flatMap((turn, position) => [
		...askedByPerson(log, turn),
		...askedByAssistant(log, turn, turns[position + 1]),
	]);
	return [...asked, ...uses.flatMap(askedByTool)].sort(
		(a, b) => (a.sources[0] ?? 0) - (b.sources[0] ?? 0),
	);
}

function askedByPerson(log: Log, turn: Turn): QuestionFact[] {
	const question = sentencesOf(turn.text).find((sentence) => asks.test(sentence));
	if (question === undefined || turn.answer === undefined) {
		return [];
	}
	const answer = openingWords(log, turn.answer);
	return answer === ''
		? []
		: [
				{
					by: 'person',
					question,
					answer,
					sources: [turn.request + 1, turn.answer + 1],
				},
			];
}

/** Only the last word of a turn asks the person; questions in between are rhetorical. */
function askedByAssistant(log: Log, turn: Turn, next: Turn | undefined): QuestionFact[] {
	const message = turn.answer === undefined ? undefined : log[turn.answer]?.message;
	if (message === undefined || turn.answer === undefined) {
		return [];
	}
	const question = sentencesOf(textOf(message.content))
		.slice(-3)
		.find((sentence) => asks.test(sentence));
	if (question === undefined) {
		return [];
	}
	return [
		{
			by: 'assistant',
			question,
			...(next === undefined ? {} : { answer: oneLine(next.text, answerLength) }),
			sources: [turn.answer + 1, ...(next === undefined ? [] : [next.request + 1])],
		},
	];
}

function askedByTool(use: ToolUse): QuestionFact[] {
	if (use.family !== 'question' || !/ask|question|clarify/i.test(use.call.name)) {
		return [];
	}
	const question = argumentText(use.arguments, ['question']) ?? firstQuestion(use);
	return question === undefined
		? []
		: [
				{
					by: 'assistant',
					question: oneLine(question, answerLength),
					...(use.result === '' ? {} : { answer: oneLine(use.result, answerLength) }),
					sources: [
						use.callIndex + 1,
						...(use.resultIndex === undefined ? [] : [use.resultIndex + 1]),
					],
				},
			];
}

function firstQuestion(use: ToolUse): string | undefined {
	const list = use.arguments?.['questions'];
	const first: unknown = Array.isArray(list) ? list[0] : undefined;
	return typeof first === 'object' && first !== null && 'question' in first
		? String(first.question)
		: undefined;
}

/** The first sentences of a message, up to the length of an answer. */
function openingWords(log: Log, index: number): string {
	const message = log[index]?.message;
	const sentences = message === undefined ? [] : sentencesOf(textOf(message.content));
	let words = '';
	for (const sentence of sentences) {
		if (words !== '' && words.length + sentence.length > answerLength) {
			break;
		}
		words = words === '' ? sentence : `${words} ${sentence}`;
	}
	return oneLine(words, answerLength);
}
