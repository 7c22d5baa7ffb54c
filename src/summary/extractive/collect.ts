import { joinContinuedRuns } from '../../messages/continuedRuns.ts';
import { withReports } from '../../messages/delegatedTasks.ts';
import { withToldEnds } from '../../messages/toldEnds.ts';
import { textOf, toolCallsOf, type Log, type LogRange } from '../../messages/message.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';
import { toolUses, type ToolUse } from '../../messages/toolUse.ts';
import { commandRuns, type CommandRun } from '../facts/commands.ts';
import { aboutWhatIs, constraintsOf } from '../facts/constraints.ts';
import { decisionsOf, type Decision } from '../facts/decisions.ts';
import { errorFacts, type ErrorFact } from '../facts/errors.ts';
import type { FileFact } from '../facts/fileLedger.ts';
import { fileFacts } from '../facts/files.ts';
import { withChosenOptions } from '../facts/options.ts';
import { ownWords } from '../facts/ownWords.ts';
import type { QuestionFact } from '../facts/question.ts';
import { questionsOf } from '../facts/questions.ts';
import { rejectionsOf, type Rejection } from '../facts/rejections.ts';
import { latestTodos, statedNextSteps, type Todo } from '../facts/todos.ts';
import { latestRequest } from '../facts/requests.ts';
import { turnsOf, type Turn } from '../facts/turns.ts';
import { rewrittenHashes } from '../facts/rewrites.ts';
import { commitsOf, valuesOf, type ValueFact } from '../facts/values.ts';
import { safeLog, safeUse } from '../facts/withoutSecrets.ts';
import { summariesIn, type FoundSummary } from '../foreign/found.ts';
import type { SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import { projectRoot } from './paths.ts';
import { languageOf, wordsOf, type Wording } from './wording.ts';

/**
 * Everything the built-in summariser knows before it chooses. All of it stands in the log. How things
 * stand is read off the whole log, what stays behind the range included: a check that fails in the
 * range and passes later is none that fails. What is told of it begins in the range.
 */
export interface Facts {
	readonly words: Wording;
	/** Directory that most paths share, with a closing slash; empty when there is none. */
	readonly root: string;
	/** Turns that begin before the end of the range. */
	readonly turns: readonly Turn[];
	/** Turns of the whole log, to see what became of the last one. */
	readonly allTurns: readonly Turn[];
	/**
	 * Every call up to the end of the range; its position is its number less one. Calls that only ask
	 * how a running command is doing count with the one that started it.
	 */
	readonly uses: readonly ToolUse[];
	/** Number of the last message of the range. */
	readonly last: number;
	/** The same calls as the log has them, secrets and all. */
	readonly calls: readonly ToolUse[];
	/** Those of the whole log. */
	readonly atEnd: {
		readonly uses: readonly ToolUse[];
		readonly runs: readonly CommandRun[];
		readonly files: readonly FileFact[];
		readonly commits: readonly SummaryItem[];
	};
	/** Hashes of commits that have other names by now. */
	readonly rewritten: ReadonlySet<string>;
	readonly constraints: readonly SummaryItem[];
	/** Files first touched in the range, as they are in the end. */
	readonly files: readonly FileFact[];
	readonly errors: readonly ErrorFact[];
	readonly rejections: readonly Rejection[];
	readonly decisions: readonly Decision[];
	readonly questions: readonly QuestionFact[];
	readonly todos: readonly Todo[];
	readonly nextSteps: readonly SummaryItem[];
	/** What the assistant said last. */
	readonly lastWords?: SummaryItem;
	readonly values: readonly ValueFact[];
	/** Summaries of earlier compactions among the messages, oldest first. No secret is in them. */
	readonly earlier: readonly FoundSummary[];
}

/** The facts that were read last from a log, by the pairs of its plan. */
const collected = new WeakMap<ToolPairs, { readonly range: LogRange; readonly facts: Facts }>();

/** Reads the facts off the originals; once for a plan, whoever writes and checks its summary. */
export function collectFacts(request: SummaryRequest): Facts {
	const { pairs, range } = request;
	const known = collected.get(pairs);
	if (known?.range.start === range.start && known.range.end === range.end) {
		return known.facts;
	}
	const facts = readFacts(request);
	collected.set(pairs, { range, facts });
	return facts;
}

function readFacts(request: SummaryRequest): Facts {
	const { pairs, range } = request;
	const { length } = request.log;
	const whole = safeLog(request.log, length);
	const log = whole.slice(0, range.end);
	const calls = toolUses(request.log, pairs, 0, length);
	const safe = new Map(calls.map((call) => [call, safeUse(call)]));
	const ended = withToldEnds(request.log, joinContinuedRuns(calls));
	const joined = withReports(request.log, ended);
	const all = joined.map((use) => safe.get(use) ?? safeUse(use));
	const uses = all.filter(({ callIndex }) => callIndex < range.end);
	const spoken = turnsOf(log, range.end);
	const allTurns = turnsOf(whole, length);
	const words = wordsOf(languageOf(spoken.map((turn) => turn.text)));
	const allFiles = fileFacts(
		all,
		allTurns.map(({ request }) => request),
	);
	const files = allFiles.filter(({ sources }) => (sources[0] ?? 0) <= range.end);
	const commits = commitsOf(all);
	const rewritten = rewrittenHashes(commits, all);
	const isCurrent = ({ label, text }: ValueFact): boolean =>
		label !== 'commit' || ![...rewritten].some((hash) => isSameHash(hash, text));
	const lastWords = lastWordsOf(whole, range.start, allTurns, all);
	return {
		words,
		root: projectRoot(files.flatMap(lastingPath)),
		turns: withChosenOptions(log, spoken, words.option),
		allTurns,
		uses,
		last: range.end,
		calls: joined.filter(({ callIndex }) => callIndex < range.end),
		atEnd: {
			uses: all,
			runs: all.flatMap(commandRuns),
			files: allFiles,
			commits,
		},
		rewritten,
		constraints: aboutWhatIs(constraintsOf(ownWords(whole, allTurns, all)), allFiles),
		files,
		errors: errorFacts(all),
		rejections: rejectionsOf(all),
		decisions: decisionsOf(whole, allTurns, length),
		questions: questionsOf(whole, allTurns, all),
		todos: latestTodos(all),
		nextSteps: statedNextSteps(whole, range.start, length),
		...(lastWords === undefined ? {} : { lastWords }),
		values: valuesOf(log, 0, range.end, commitsOf(uses)).filter(isCurrent),
		earlier: summariesIn(log, range.end),
	};
}

/** A path whose directories are there in the end: that of a file, or of the worktree that was removed with it. */
function lastingPath({ path, state, removedWith }: FileFact): string[] {
	const isThere = state !== 'deleted' && state !== 'renamed';
	return removedWith === undefined ? (isThere ? [path] : []) : [removedWith];
}

/** Whether one hash is the other one, abbreviated. */
function isSameHash(one: string, other: string): boolean {
	return one.startsWith(other) || other.startsWith(one);
}

/**
 * Undefined where the request is answered, or where anything came of a call since, those of the same
 * message included: what was announced may be done.
 */
function lastWordsOf(
	log: Log,
	start: number,
	turns: readonly Turn[],
	uses: readonly ToolUse[],
): SummaryItem | undefined {
	const request = latestRequest(log, turns);
	// What asks the person is told as a question.
	if (
		request?.state === 'asked-back' ||
		(request?.state === 'answered' && !leavesSteps(request.turn, uses))
	) {
		return undefined;
	}
	const latest = turns.at(-1);
	const from = latest?.started === true ? Math.max(start, latest.request) : start;
	const index = log.findLastIndex(
		({ message }) => message.role === 'assistant' && textOf(message.content).trim() !== '',
	);
	const said = log[index]?.message;
	const isOver = uses.some(
		({ callIndex, resultIndex }) => callIndex >= index && resultIndex !== undefined,
	);
	// Where no person asked, a last message without calls is the report that was asked for.
	const isReport = request === undefined && said !== undefined && toolCallsOf(said).length === 0;
	return said === undefined || index < from || isOver || isReport
		? undefined
		: { text: textOf(said.content).trim(), sources: [index + 1] };
}

/** Whether a todo list was left open behind a request. */
function leavesSteps({ request }: Turn, uses: readonly ToolUse[]): boolean {
	return latestTodos(uses).some(({ state, source }) => state !== 'done' && source > request);
}
