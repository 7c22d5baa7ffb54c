import { redact } from '../redaction/redact.ts';
import { toolUses } from '../messages/toolUse.ts';
import { languageOf, saysInAnyLanguage, wordsOf, type Wording } from './extractive/wording.ts';
import { cutToTokens } from './extractive/quotes.ts';
import { withChosenOptions } from './facts/options.ts';
import { latestRequest, openBefore, type Request } from './facts/requests.ts';
import { latestTodos } from './facts/todos.ts';
import { turnsOf, type Turn } from './facts/turns.ts';
import { summariesIn } from './foreign/found.ts';
import type { SummaryItem } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';

/**
 * Share of the budget the latest request may take, of a small one and of what exceeds that; a longer
 * request is cut in its middle. The context holds it whole: in its head, or behind the summary.
 */
const taskShare = { small: 0.25, beyond: 0.05 } as const;

/** Tokens of a small budget. */
const smallBudget = 1_600;

/** A cut of a shorter text would take more room than it gives, tokens. */
const shortestCut = 40;

/** Share of the budget of each message that corrects or completes it. */
const additionShare = 0.05;

/** What the Active Task is made of. */
interface Task {
	readonly words: Wording;
	/** The request: its message's index, and its words. */
	readonly index: number;
	readonly text: string;
	readonly additions: readonly Turn[];
	/** What became of it; absent where nobody can tell. */
	readonly latest?: Request;
}

/**
 * The person's latest request of the whole log, verbatim but for secrets and a cut, with what the
 * person added to it, and whether it was answered. One that stands behind the range is only pointed
 * to: the reader has it. One that only an earlier summary tells of is marked as from it. Read off the
 * log, never taken from a model; where a client's summary stands in its place, off the log before that.
 * Empty where nobody asked for anything.
 */
export function activeTask(request: SummaryRequest): SummaryItem[] {
	const task = taskOf(request);
	if (task === undefined) {
		return [];
	}
	const { words, index, text, additions, latest } = task;
	if (index >= request.range.end) {
		return [{ text: words.followsBelow, sources: [index + 1] }];
	}
	const quoted = (message: number, said: string, tokens: number): string =>
		cutToTokens(
			// Before the cut: half a secret is no longer known for one.
			redact(said),
			Math.max(shortestCut, tokens),
			request.counter,
			request.recallHandle === undefined ? undefined : message + 1,
		);
	const lines = [
		quoted(index, text, tokensForTask(request.budget)),
		...additions.map(
			(each) =>
				`${words.saidLater}: ${quoted(each.request, each.text, additionShare * request.budget)}`,
		),
		...(latest === undefined ? [] : statusOf(latest, request, words)),
	];
	const numbers = [index, ...additions.map((each) => each.request)].map((each) => each + 1);
	return [{ text: lines.join('\n'), sources: [...new Set(numbers)] }];
}

function tokensForTask(budget: number): number {
	const small = Math.min(budget, smallBudget);
	return taskShare.small * small + taskShare.beyond * (budget - small);
}

/** Indices of the messages that the Active Task quotes. */
export function toldByTask(request: SummaryRequest): ReadonlySet<number> {
	const task = taskOf(request);
	return new Set(
		task === undefined || task.index >= request.range.end
			? []
			: [task.index, ...task.additions.map((turn) => turn.request)],
	);
}

/** Several parts of a handoff ask what it is about; the log is read for it once. */
const tasks = new WeakMap<SummaryRequest, { readonly task: Task | undefined }>();

function taskOf(request: SummaryRequest): Task | undefined {
	const known = tasks.get(request) ?? { task: readTask(request) };
	tasks.set(request, known);
	return known.task;
}

function readTask({ log, range, asked }: SummaryRequest): Task | undefined {
	const spoken = turnsOf(log, log.length);
	const said = spoken.map((turn) => turn.text);
	const words = wordsOf(languageOf(asked === undefined ? said : [asked, ...said]));
	const turns = withChosenOptions(log, spoken, words.option);
	const earlier = summariesIn(log, range.end).at(-1);
	if (asked !== undefined && spoken.length === 0) {
		return { words, index: earlier?.index ?? 0, text: asked, additions: [] };
	}
	const told = (earlier?.summary['Active Task'] ?? [])
		.map((item) => item.text)
		.filter((text) => !saysInAnyLanguage('followsBelow', text))
		.join('\n');
	const since = earlier === undefined ? undefined : latestRequest(log, turns, earlier.index);
	if (earlier !== undefined && told !== '' && since?.isElsewhere !== false) {
		const additions = since === undefined ? [] : [since.turn, ...since.additions];
		return {
			words,
			index: earlier.index,
			text: markedEarlier(told, words),
			additions,
			...(since === undefined ? {} : { latest: since }),
		};
	}
	const latest = since?.isElsewhere === false ? since : latestRequest(log, turns);
	if (latest === undefined) {
		return undefined;
	}
	const { turn } = latest;
	const isBelow = turn.request >= range.end;
	const open = isBelow || latest.isElsewhere ? [] : openBefore(log, turns, latest);
	const [first, ...others] = [...open, turn];
	const additions = [...others, ...latest.additions];
	return { words, index: first.request, text: first.text, additions, latest };
}

/** What an earlier summary says, marked as from it, once. */
export function markedEarlier(text: string, words: Wording): string {
	const [, own] = /\(([^()\n]{1,80})\)$/.exec(text) ?? [];
	return own !== undefined && saysInAnyLanguage('fromEarlier', own)
		? text
		: `${text} (${words.fromEarlier})`;
}

/** What became of it, in words; nothing where it is open, also by a todo list that is. */
function statusOf(latest: Request, { log, pairs }: SummaryRequest, words: Wording): string[] {
	const hasOpenTodos = latestTodos(toolUses(log, pairs, 0, log.length)).some(
		(todo) => todo.state !== 'done' && todo.source > latest.turn.request,
	);
	switch (latest.state) {
		case 'answered':
			return hasOpenTodos ? [] : [`(${words.answered})`];
		case 'asked-back':
			return [`(${words.askedBack})`];
		case 'open':
			return [];
	}
}
