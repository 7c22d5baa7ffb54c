import { fieldsOf, hasFields, walkableJson } from './json.ts';
import { isMarked } from './marks.ts';
import type { ToolUse } from './toolUse.ts';

/** A tool's question to the user, and the user's answer. */
export interface AnsweredQuestion {
	readonly question: string;
	/** The user's own words, or the option they chose; undefined if there is no answer. */
	readonly answer?: string;
}

/**
 * Tools that ask the user. Other tools of this family end or present something, and an MCP server's tools do not return
 * the user's words.
 */
const askingTools = /^(?!mcp_).*(?:ask|question|clarify|user_?input)/i;

/** Tools whose result is exactly what the user typed. */
const verbatimTools: readonly string[] = ['ask_question', 'ask_followup_question'];

/** Phrases for a missing answer. */
const unanswered =
	/^\W{0,3}(?:(?:the )?(?:user|person) .{0,60}\b(?:skip|cancel|dismiss|declin|reject|not|no response)|cancel|skipped|dismissed|timed? ?out|no (?:answer|response|user)|error\b)/i;

/** A question with the names under which a result may answer it. */
interface Question {
	readonly text: string;
	readonly names: readonly string[];
}

/**
 * The questions of a tool use with the user's answers. An answer is found by the structure of the tool's result, or is
 * the whole result of certain tools. A result of another shape, an error, a time-out and a skipped question count as no
 * answer.
 */
export function answersIn({
	family,
	call,
	result,
	outcome,
	...use
}: ToolUse): readonly AnsweredQuestion[] {
	// A result that begins with a mark of Precis is not the user's answer.
	if (family !== 'question' || !askingTools.test(call.name) || isMarked(result)) {
		return [];
	}
	const questions = questionsIn(use.arguments ?? {});
	const answer =
		outcome.status === 'failed' ? () => undefined : answersOf(result.trim(), call.name, questions);
	return questions.map((question, position) => {
		const given = answer(question, position)?.trim() ?? '';
		return { question: question.text, ...(given === '' ? {} : { answer: given }) };
	});
}

function questionsIn(values: Readonly<Record<string, unknown>>): readonly Question[] {
	const list = Array.isArray(values['questions']) ? values['questions'] : [values];
	return list.flatMap((each: unknown): Question[] => {
		const { id, header, question } = fieldsOf(each);
		const [text] = textsIn(question);
		return text === undefined ? [] : [{ text, names: [id, header, question].flatMap(textsIn) }];
	});
}

type Reader = (question: Question, position: number) => string | undefined;

function answersOf(text: string, tool: string, questions: readonly Question[]): Reader {
	const json = text.startsWith('{') ? walkableJson(text) : undefined;
	if (hasFields(json)) {
		return fromJson(json);
	}
	if (/^(?:Your questions have been answered|User has answered your questions?): /.test(text)) {
		return (question, position) => quoted(text, question, questions[position + 1]);
	}
	const [, quotedAnswer, tagged] =
		/^(?:User (?:responded|selected|answered): ([^]+)|<answer>([^]*)<\/answer>)$/.exec(text) ?? [];
	const all = verbatimTools.includes(tool) && !unanswered.test(text) ? text : undefined;
	const only = quotedAnswer ?? tagged ?? all;
	return (_, position) => (position === 0 && questions.length === 1 ? only : undefined);
}

/** Text that can follow a quoted answer. */
const answerEnds = ['". You can now', '" selected preview:', '" user notes:', '" notes:'];

/** The text of `"question"="answer"`: the questions are known, so no answer can be mistaken for one. */
function quoted(text: string, question: Question, next: Question | undefined): string | undefined {
	const lead = `"${question.text}"="`;
	const at = text.indexOf(lead);
	if (at === -1) {
		return undefined;
	}
	const start = at + lead.length;
	const ends = [...answerEnds, ...(next === undefined ? [] : [`", "${next.text}"="`])]
		.map((mark) => text.indexOf(mark, start))
		.filter((end) => end !== -1);
	const end = ends.length === 0 ? text.lastIndexOf('"') : Math.min(...ends);
	const answer = end < start ? '' : text.slice(start, end);
	return answer === 'Unanswered' ? undefined : answer;
}

/** One reply, or answers by the names or numbers of the questions. */
function fromJson(result: Readonly<Record<string, unknown>>): Reader {
	const [only] = textsIn(result['user_response']);
	const answers = fieldsOf(result['answers']);
	return ({ names }, position) => {
		const name = [...names, String(position)].find((each) => Object.hasOwn(answers, each));
		return name === undefined ? (position === 0 ? only : undefined) : valueOf(answers[name]);
	};
}

function valueOf(value: unknown): string | undefined {
	const { skipped, selected, freeText, answers } = fieldsOf(value);
	const texts = skipped === true ? [] : [value, selected, answers, freeText].flatMap(textsIn);
	return texts.length === 0 ? undefined : texts.join('\n');
}

/** Texts in a value: the value itself, or the items of its list. */
function textsIn(value: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	return list.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
}
