import { redactedLine } from '../redactedLine.ts';
import { textOf, type Log } from '../../messages/message.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { answerTo } from './answering.ts';
import { anyOf } from './languages/languages.ts';
import { chosenOption } from './options.ts';
import { answers } from './replies.ts';
import { laterChoice } from './laterChoice.ts';
import { overtakenBy } from './overtaken.ts';
import { withoutPastes } from './pasted.ts';
import { asks, type QuestionFact } from './question.ts';
import { sentencesOf } from './sentences.ts';
import { codeNames, reconsidersItself, takesBack } from './takingBack.ts';
import { askedByTools } from './toolQuestions.ts';
import type { Turn } from './turns.ts';

const answerLength = 240;

/** Asks for work, not for an answer. */
const favour =
	/^(?:(?:and|also|actually|ok(?:ay)?|please|then|so|now)[,]? )*(?:(?:can|could|would|will) (?:you|u)\b|how about you\b)/i;

/** How messages begin that add something instead of answering. */
const addition = new RegExp(`^(?:${anyOf('addition')})`, 'iu');

/** How near the end of a message a question addresses the person, sentences. */
const closingSentences = 5;

/** A question shorter than this means nothing without the sentence before it, characters. */
const bareQuestion = 30;

/** Asks about what stands in another message: "can we add that?" */
const pointing =
	/^(?:(?:and|but|so|then|also|ok(?:ay)?),? )*(?:can|could|should|shall) (?:we|you|I)\b.*\b(?:that|this|those|these|it|them)\b\W*$/iu;

function pointsElsewhere(question: string): boolean {
	return question.length < bareQuestion && pointing.test(question);
}

/** Asks how things stand, which is over with the next step. */
const asksForState =
	/\b(?:where (?:were|are) we|what(?:['’]s| is) (?:next|left|the (?:state|status))|are we (?:all )?(?:done|ready|good|com+it+ed)|(?:did|have) (?:you|we) (?:already )?(?:push|commit)(?:ed)?|is (?:it|the \w+) still|still (?:doing|running)|what did (?:i|we) just)\b/iu;

/** Offers help as such. */
const courtesy =
	/\b(?:how (?:can|may) I (?:help|assist)|anything (?:else|you(?:['’]d| would) like)|explain any (?:specific )?part)\b/iu;

/** Questions of both sides in the turns that begin in the range, in order; none that was overtaken. */
export function questionsOf(
	log: Log,
	turns: readonly Turn[],
	uses: readonly ToolUse[],
): QuestionFact[] {
	const isOvertaken = overtakenBy(uses);
	const changes = uses.flatMap(({ family, outcome, callIndex }) =>
		(family === 'edit' || family === 'write') && outcome.status !== 'failed' ? [callIndex] : [],
	);
	const asked = turns.flatMap((_, position) => [
		...askedByPerson(log, turns, position, changes).filter(
			({ answer = '', sources }) => !isOvertaken(answer, (sources.at(-1) ?? 0) - 1),
		),
		...askedByAssistant(log, turns, position),
	]);
	return [...asked, ...askedByTools(turns, uses)].sort(
		(a, b) => (a.sources[0] ?? 0) - (b.sources[0] ?? 0),
	);
}

/**
 * A reply answers one question: where several were asked nobody can tell which.
 * @param changes Messages in which the assistant changed something.
 */
function askedByPerson(
	log: Log,
	turns: readonly Turn[],
	position: number,
	changes: readonly number[],
): QuestionFact[] {
	const turn = turns[position];
	const next = turns[position + 1];
	if (turn === undefined || (next !== undefined && takesBack(next.text))) {
		return [];
	}
	const spoken = withoutPastes(turn.text);
	const sentences = sentencesOf(spoken);
	const asking = sentences.flatMap((sentence, at) =>
		asks.test(sentence) && !favour.test(sentence) ? [at] : [],
	);
	const [at = -1] = asking;
	// A bullet of the assistant's that the person pasted is no part of their question.
	const before = turns[position - 1]?.answer;
	const said = before === undefined ? undefined : log[before]?.message;
	const isTheirs = (sentence: string): boolean =>
		said === undefined || !textOf(said.content).includes(sentence);
	const own = sentences.map((sentence) => (isTheirs(sentence) ? sentence : ''));
	const question = asking.length === 1 ? inContext(own, at, spoken) : undefined;
	if (
		question === undefined ||
		pointsElsewhere(question) ||
		(next !== undefined && asksForState.test(question))
	) {
		return [];
	}
	const works = changes.some((index) => index > turn.request && index < turn.end);
	const answer = answerTo(log, turn, question, works);
	return answer === undefined
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
	if (question === undefined || courtesy.test(question)) {
		return [];
	}
	const reply = next === undefined || addition.test(next.text) ? undefined : next;
	const option = reply === undefined ? undefined : chosenOption(log, turns, position + 1);
	const spoken = reply === undefined ? '' : withoutPastes(reply.text).trim();
	if (reply !== undefined && option === undefined && !answers(spoken, question, text)) {
		return [];
	}
	if (reply !== undefined && isRevised(log, turns, position + 1, `${question} ${reply.text}`)) {
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

/** Names of code that an answer and its revision have in common at least. */
const sharedNames = 2;

/** Messages of the person after an answer in which its revision is looked for. */
const revisedWithin = 12;

/**
 * Whether the person thought better of an answer: right afterwards, where no question of the assistant
 * came between, or later by choosing an option about the same names.
 */
function isRevised(log: Log, turns: readonly Turn[], reply: number, both: string): boolean {
	const next = turns[reply + 1];
	const answer = turns[reply]?.answer;
	const message = answer === undefined ? undefined : log[answer]?.message;
	const asksAgain = message !== undefined && closingQuestion(textOf(message.content)) !== undefined;
	const said = turns[reply];
	if (
		(next !== undefined && (asksAgain ? reconsidersItself : takesBack)(next.text)) ||
		(said !== undefined && laterChoice(said.text, said.request, turns) !== undefined)
	) {
		return true;
	}
	const names = codeNames(both);
	return turns.slice(reply + 1, reply + 1 + revisedWithin).some(({ text }, offset) => {
		const option = takesBack(text) ? chosenOption(log, turns, reply + 1 + offset) : undefined;
		const meant = [...codeNames(option ?? '')].filter((name) => names.has(name));
		return meant.length >= sharedNames;
	});
}

/** The last sentences are asked for: `Agree?` means nothing without the sentence before it. */
function closingQuestion(text: string): string | undefined {
	const sentences = ['', ...sentencesOf(text)].slice(-closingSentences - 1);
	const at = sentences.findIndex((sentence, position) => position > 0 && asks.test(sentence));
	return inContext(sentences, at, text);
}

/**
 * The question at a position, where it is too short to stand alone with the sentence before it, or with
 * what follows where it begins its paragraph. One that is a paragraph of its own asks about what stands before.
 */
function inContext(sentences: readonly string[], at: number, text: string): string | undefined {
	const question = sentences[at];
	if (question === undefined || question.length >= bareQuestion) {
		return question;
	}
	const before = sentences[at - 1] ?? '';
	if (before !== '' && areTogether(before, question, text)) {
		return `${before} ${question}`;
	}
	const after = sentences[at + 1] ?? '';
	if (after !== '' && areTogether(question, after, text)) {
		return `${question} ${after}`;
	}
	return before === '' ? question : `${before} ${question}`;
}

/** Whether two sentences stand in one paragraph, one behind the other. */
function areTogether(one: string, other: string, text: string): boolean {
	const end = text.lastIndexOf(other);
	const start = text.lastIndexOf(one, end);
	return start >= 0 && end >= 0 && !/\n\s*\n/.test(text.slice(start + one.length, end));
}
