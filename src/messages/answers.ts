import { fieldsOf, hasFields, walkableJson } from './json.ts';
import { isMarked } from './marks.ts';
import type { ToolUse } from './toolUse.ts';

/** A question that a tool put to the person, and what they answered. */
export interface Answered {
	readonly question: string;
	/** The person's own words, or the option they chose; undefined where they gave none. */
	readonly answer?: string;
}

/** Tools that ask; others of their family end or present something, and a server's speaks for nobody. */
const asks = /^(?!mcp_).*(?:ask|question|clarify|user_?input)/i;

/** Whether a tool of this name asks the person. */
export function isAsking(name: string): boolean {
	return asks.test(name);
}

/** How clients say that nobody answered. */
const unanswered =
	/^\W{0,3}(?:(?:the )?(?:user|person) .{0,60}\b(?:skip|cancel|dismiss|declin|reject|not available|unavailable|did(?:n't| not)|no response)|cancel|skipped|dismissed|timed? ?out|no (?:answer|response|user)|error\b|.{0,60}timed out\W*$)/i;

/** The call of a tool as its answers are read from it. */
type AskingUse = Pick<ToolUse, 'family' | 'call' | 'arguments' | 'result' | 'outcome'>;

/** A question with the names under which a result may answer it. */
interface Question {
	readonly text: string;
	readonly names: readonly string[];
}

/**
 * The questions of a tool use with the person's answers. An answer is found by the structure that the
 * tool's result has, or is all of it for tools known for that; a result of another shape, an error, a time-out and a skipped question are none.
 */
export function answersIn(use: AskingUse): readonly Answered[] {
	// Behind a mark of ours is a stand-in, or what somebody else was asked.
	if (use.family !== 'question' || !isAsking(use.call.name) || isMarked(use.result)) {
		return [];
	}
	const questions = questionsIn(use.arguments ?? {});
	const failed = use.outcome.status === 'failed';
	const answer = failed ? clarified(use.result) : answersOf(use, questions);
	return questions.map((question, position) => {
		const given = answer(question, position)?.trim() ?? '';
		return { question: question.text, ...(given === '' ? {} : { answer: given }) };
	});
}

/** All that the person said to a tool's questions, a line for each; empty where that is nothing. */
export function answerText(use: AskingUse): string {
	return answersIn(use)
		.flatMap(({ answer }) => answer ?? [])
		.join('\n');
}

function questionsIn(values: Readonly<Record<string, unknown>>): readonly Question[] {
	const list = Array.isArray(values['questions']) ? values['questions'] : [values];
	return list.flatMap((each: unknown): Question[] => {
		const fields = fieldsOf(each);
		const text = fields['question'];
		const names = ['id', 'header', 'question'].flatMap((key) => textIn(fields[key]));
		return typeof text === 'string' && text.trim() !== '' ? [{ text, names }] : [];
	});
}

type Reader = (question: Question, position: number) => string | undefined;

/** Tools whose result is what the person typed and nothing else: Cline's, and its kin's. */
const plain: readonly string[] = ['ask_question', 'ask_followup_question'];

function answersOf({ call, result }: AskingUse, questions: readonly Question[]): Reader {
	const text = result.trim();
	const json = text.startsWith('{') ? walkableJson(text) : undefined;
	if (hasFields(json)) {
		return fromJson(json);
	}
	if (quotedAnswers.test(text)) {
		return (question, position) => quoted(text, question, questions[position + 1]);
	}
	const [, alone] = /^User (?:responded|selected|answered): ([^]+)$/.exec(text) ?? [];
	const tagged = /^<answer>([^]*)<\/answer>$/.exec(text)?.[1];
	const isPlain = plain.includes(call.name) && !unanswered.test(text);
	const only = alone ?? tagged ?? (isPlain ? text : undefined);
	return (_, position) => (position === 0 && questions.length === 1 ? only : undefined);
}

/** How Claude Code tells of a person who answered some questions and would talk about the others. */
const clarifies = /the user said:\s{0,9}The user wants to clarify these questions\./;

/** The answers that stand in such a refusal, each in the line below its question. */
function clarified(result: string): Reader {
	const start = clarifies.exec(result)?.index;
	return ({ text }) => {
		const asked = `- "${text}"\n  Answer: `;
		const at = start === undefined ? -1 : result.indexOf(asked, start);
		return at < 0 ? undefined : result.slice(at + asked.length).split('\n', 1)[0];
	};
}

/** Claude Code's, OpenCode's and Kilo's results. */
const quotedAnswers = /^(?:Your questions have been answered|User has answered your questions?): /;

/** What follows an answer between quotes that is none. */
const behindAnswers = ['". You can now', '" selected preview:', '" user notes:', '" notes:'];

/** The text of `"question"="answer"`: the questions are known, so no answer can look like one. */
function quoted(text: string, question: Question, next: Question | undefined): string | undefined {
	const lead = `"${question.text}"="`;
	const at = text.indexOf(lead);
	if (at === -1) {
		return undefined;
	}
	const start = at + lead.length;
	const ends = [...behindAnswers, ...(next === undefined ? [] : [`", "${next.text}"="`])]
		.map((mark) => text.indexOf(mark, start))
		.filter((end) => end !== -1);
	const end = ends.length === 0 ? text.lastIndexOf('"') : Math.min(...ends);
	const answer = end < start ? '' : text.slice(start, end);
	return answer === 'Unanswered' ? undefined : answer;
}

/** Copilot Chat's, Codex', Gemini CLI's and Hermes' results. */
function fromJson(result: Readonly<Record<string, unknown>>): Reader {
	if ('user_response' in result) {
		const [only] = textIn(result['user_response']);
		return (_, position) => (position === 0 ? only : undefined);
	}
	const answers = fieldsOf(result['answers']);
	return ({ names }, position) => {
		const name = [...names, String(position)].find((each) => Object.hasOwn(answers, each));
		return name === undefined ? undefined : valueOf(answers[name]);
	};
}

function valueOf(value: unknown): string | undefined {
	const { skipped, selected, freeText, answers } = fieldsOf(value);
	if (skipped === true) {
		return undefined;
	}
	const said = [value, selected, answers, freeText].flatMap(textIn);
	return said.length === 0 ? undefined : said.join('\n');
}

/** Texts in a value: itself, or what its list holds. */
function textIn(value: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	return list.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
}
