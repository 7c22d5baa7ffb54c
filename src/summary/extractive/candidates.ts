import { cutMiddle } from '../../messages/marks.ts';
import type { Log } from '../../messages/message.ts';
import { redact } from '../../redaction/redact.ts';
import { activeTask } from '../activeTask.ts';
import { redactedLine } from '../redactedLine.ts';
import type { SectionTitle, SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import { actionCandidates } from './actions.ts';
import { fixed, newestFirst, numbered, telling, type Candidate } from './candidate.ts';
import { onlyRules } from '../facts/constraints.ts';
import { laterChoice } from '../facts/laterChoice.ts';
import { requestsAmong } from '../facts/requests.ts';
import { asks, asksUnmarked } from '../facts/question.ts';
import { isRefused, stillRefused } from '../facts/refusals.ts';
import type { Turn } from '../facts/turns.ts';
import type { Facts } from './collect.ts';
import { deadEndCandidates } from './deadEnds.ts';
import { withEarlier } from './earlierCandidates.ts';
import { fileCandidates } from './fileCandidates.ts';
import {
	errorCandidates,
	lastEdit,
	rejectionCandidates,
	stateCandidates,
} from './stateCandidates.ts';

/** All candidates of a summary but the quotes, without secrets. What begins behind the range stands there itself. */
export function candidatesOf(request: SummaryRequest, facts: Facts): Candidate[] {
	const known = [
		...goalCandidates(request.log, facts),
		...constraintCandidates(facts),
		...fileCandidates(facts),
		...stateCandidates(facts),
		...errorCandidates(facts),
		...rejectionCandidates(facts),
		...planCandidates(facts),
		...questionCandidates(request, facts),
		...decisionCandidates(facts),
		...contextCandidates(facts),
		...deadEndCandidates(request, facts),
		...actionCandidates(request, facts),
	];
	return withinRange(request, facts, known);
}

/** Those of the sections whose candidates tell key facts; what else there is would be found for nothing. */
export function keyCandidatesOf(request: SummaryRequest, facts: Facts): Candidate[] {
	return withinRange(request, facts, keyCandidates(request, facts));
}

/** Those that tell key facts, and the decisions. */
export function essentialCandidatesOf(request: SummaryRequest, facts: Facts): Candidate[] {
	return withinRange(request, facts, [
		...keyCandidates(request, facts),
		...decisionCandidates(facts),
	]);
}

function keyCandidates(request: SummaryRequest, facts: Facts): Candidate[] {
	return [
		...constraintCandidates(facts),
		...fileCandidates(facts),
		...stateCandidates(facts),
		...errorCandidates(facts),
		...planCandidates(facts),
		...questionCandidates(request, facts),
	];
}

function withinRange(
	request: SummaryRequest,
	facts: Facts,
	known: readonly Candidate[],
): Candidate[] {
	const told = known.filter(({ item }) => (item.sources[0] ?? 0) <= request.range.end);
	const all = facts.earlier.length === 0 ? told : withEarlier(request.log, facts, told);
	return all.map(withoutSecrets);
}

function withoutSecrets(candidate: Candidate): Candidate {
	const { item, fuller } = candidate;
	return {
		...candidate,
		item: { ...item, text: redact(item.text) },
		...(fuller === undefined ? {} : { fuller: { ...fuller, text: redact(fuller.text) } }),
	};
}

function constraintCandidates(facts: Facts): Candidate[] {
	return numbered('Constraints & Preferences', 'constraints', constraintItems(facts)).map(
		(candidate) => telling(candidate, { kind: 'constraint' }),
	);
}

/** The rules the work began with, then the newest: the others may have been for one task only. */
function constraintItems(facts: Facts): SummaryItem[] {
	const first = (facts.turns[0]?.request ?? 0) + 1;
	const constraints = facts.constraints.map((item) => withLaterChoice(facts, item));
	const initial = constraints.filter((item) => item.sources[0] === first);
	const later = constraints.filter((item) => item.sources[0] !== first);
	return [...initial, ...newestFirst(later)];
}

/** Characters of a later choice that stand beside a constraint. */
const choiceLength = 160;

/** A choice with what the person chose about the same later: nobody can tell whether that replaces it. */
function withLaterChoice({ allTurns, words }: Facts, item: SummaryItem): SummaryItem {
	const later = laterChoice(item.text, (item.sources.at(-1) ?? 0) - 1, allTurns);
	return later === undefined
		? item
		: {
				text: `${item.text} (${words.saidLater}: “${redactedLine(later.text, choiceLength)}”)`,
				sources: [...item.sources, later.request + 1],
			};
}

/** Characters of a request that say what it is about. */
const goalLength = 600;

/** A command of the client: where the assistant did nothing about it, it asked for nothing. */
const command = /^\/\S*$/;

/** The first request of the conversation; the latest is the Active Task. Rules alone are no goal. */
function goalCandidates(log: Log, facts: Facts): Candidate[] {
	const all = requestsAmong(log, facts.turns).filter(
		(turn) =>
			(turn.started || !command.test(turn.text)) && !onlyRules(turn) && !isRefused(log, turn),
	);
	const from = all.findIndex(({ text }) => saysWhatFor(text));
	const turns = all.slice(Math.max(0, from));
	const [first] = turns;
	if (first === undefined) {
		return [];
	}
	const length = turns.length === 1 ? goalLength / 3 : goalLength;
	const goal = (text: string, sources: readonly number[], order: number): Candidate =>
		fixed('Goal', 'task', cutMiddle(text, length, 0), sources, order);
	const hasEarlier = facts.earlier.some(({ summary }) => summary.Goal.length > 0);
	const main = mainTurn(turns) ?? first;
	const done = main === first || first.answer === undefined ? '' : `\n(${facts.words.wasAnswered})`;
	return [
		...(hasEarlier && main !== first ? [] : [goal(`${first.text}${done}`, [first.request + 1], 1)]),
		...(main === first ? [] : [goal(main.text, [main.request + 1], 2)]),
	];
}

/** Share of the log that the first request's work must fall below to be no longer the goal. */
const passing = 0.2;

/** A shorter request only answers something, in the width of Latin letters. */
const shortestGoal = 30;

/** A shorter first message answers something that stands in no message, or asks how that stands. */
const shortestFirst = { request: 10, question: 16 } as const;

/** Whether a message says what the work is for: a short question asks how it stands. */
function saysWhatFor(text: string): boolean {
	const isQuestion = asks.test(text.trim()) || asksUnmarked.test(text.trim());
	return (
		text.startsWith('/') || widthOf(text) >= shortestFirst[isQuestion ? 'question' : 'request']
	);
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Letters of which one says as much as a syllable count as three. */
function widthOf(text: string): number {
	return text.length + 2 * (text.match(wide)?.length ?? 0);
}

/** Share of the log that makes another request the goal. */
const leading = 0.3;

/** The turn with the most messages behind it, where the first one was soon finished. */
function mainTurn(turns: readonly Turn[]): Turn | undefined {
	const [first] = turns;
	const size = (turn: Turn): number => turn.end - turn.request;
	const all = turns.reduce((sum, turn) => sum + size(turn), 0);
	if (first === undefined || size(first) > all * passing || turns.length < 3) {
		return first;
	}
	// The last one is the Active Task.
	const telling = turns.slice(0, -1).filter(({ text }) => widthOf(text) >= shortestGoal);
	const most = telling.reduce((best, turn) => (size(turn) > size(best) ? turn : best), first);
	return size(most) >= all * leading ? most : first;
}

const lastWordsLength = 200;
const fullerLastWords = 600;

function planCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	// Behind an edit nobody saw whether a step is open still: the list says when it was.
	const edited = lastEdit(facts);
	const todo = (state: string, section: SectionTitle): Candidate[] =>
		facts.todos
			.filter((entry) => entry.state === state)
			.map(({ text, source }, order) => {
				const when = source <= edited ? ` (${words.beforeEdits})` : '';
				return openEnd(fixed(section, 'plan', `${text}${when}`, [source], order), text);
			});
	const last = facts.lastWords;
	return [
		...todo('in-progress', 'In Progress'),
		...todo('pending', 'Remaining Work'),
		...(last === undefined ? [] : [lastWordsCandidate(words.lastWords, last)]),
		...facts.nextSteps.map((step, order) =>
			fixed('Remaining Work', 'plan', step.text, step.sources, 1_000 + order),
		),
	];
}

function lastWordsCandidate(label: string, { text, sources }: SummaryItem): Candidate {
	const told = (length: number): string => `${label}: ${redactedLine(text, length)}`;
	const short = fixed('In Progress', 'plan', told(lastWordsLength), sources, 1_000);
	return text.length <= lastWordsLength
		? short
		: { ...short, fuller: { text: told(fullerLastWords), sources } };
}

function questionCandidates(request: SummaryRequest, facts: Facts): Candidate[] {
	const { words } = facts;
	const answered = facts.questions.filter(
		({ answer, sources }) => answer !== undefined && (sources.at(-1) ?? 0) <= request.range.end,
	);
	const open = facts.questions.filter((question) => question.answer === undefined);
	// What the assistant did after several messages in a row answers all of them.
	const started = facts.allTurns.findLastIndex((turn) => turn.started);
	// What came behind the Active Task belongs to it.
	const [task] = activeTask(request);
	const latest = task?.sources[0] ?? 0;
	const unanswered = facts.turns.slice(started + 1).filter((turn) => turn.request + 1 < latest);
	const refused = stillRefused(request.log, facts.allTurns).filter(
		(turn) => turn.request + 1 < latest,
	);
	return [
		...numbered(
			'Resolved Questions',
			'rest',
			newestFirst(
				answered.map(({ question, answer, sources }) => ({
					text: `${question} — ${answer ?? ''}`,
					sources,
				})),
			),
		),
		...open.map(({ question, sources }) => {
			const text = `${words.openQuestion}: ${question}`;
			return openEnd(fixed('Pending User Asks', 'plan', text, sources, sources[0] ?? 0), question);
		}),
		...refused.map((turn) => leftAsk(words.refused, turn)),
		...unanswered.map((turn) => leftAsk(words.unanswered, turn)),
	];
}

/** What the person asked for and nothing came of, behind a word that says why. */
function leftAsk(label: string, { request, text }: Turn): Candidate {
	const asked = redactedLine(text, goalLength);
	const told = `${label}: ${asked}`;
	return openEnd(fixed('Pending User Asks', 'plan', told, [request + 1], request), asked);
}

function openEnd(candidate: Candidate, text: string): Candidate {
	return telling(candidate, { kind: 'open-end', text });
}

function decisionCandidates(facts: Facts): Candidate[] {
	return numbered('Key Decisions', 'rest', decisionItems(facts));
}

/** The assistant's choices, as such: those that it gave a reason for come first. */
function decisionItems({ decisions, words }: Facts): SummaryItem[] {
	const ranked = [
		...newestFirst(decisions.filter((decision) => decision.reasoned)),
		...newestFirst(decisions.filter((decision) => !decision.reasoned)),
	];
	return ranked.map(({ text, sources }) => ({ text: `${words.said}: ${text}`, sources }));
}

/** Values of one kind that are told on one line. */
const valuesPerLine = 12;

function contextCandidates(facts: Facts): Candidate[] {
	const byLabel = Map.groupBy(facts.values.toReversed(), (value) => value.label);
	const values = [...byLabel].map(([label, list]): Candidate => {
		const chosen = list.sort((a, b) => b.mentions - a.mentions).slice(0, valuesPerLine);
		const sources = [...new Set(chosen.flatMap((value) => value.sources))].sort((a, b) => a - b);
		return fixed(
			'Critical Context',
			'rest',
			`${label}: ${chosen.map((value) => value.text).join(', ')}`,
			sources,
			2,
		);
	});
	return values;
}
