import { redact } from '../redaction/redact.ts';
import { toolUses } from '../messages/toolUse.ts';
import { languageOf, wordsOf, type Wording } from './extractive/wording.ts';
import { cutToTokens } from './extractive/quotes.ts';
import { withChosenOptions } from './facts/options.ts';
import { latestRequest, type Request } from './facts/requests.ts';
import { latestTodos } from './facts/todos.ts';
import { turnsOf } from './facts/turns.ts';
import type { SummaryItem } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';

/** Share of the budget the latest request may take; a longer one is cut in its middle. */
const taskShare = 0.25;

/** A cut of a shorter text would take more room than it gives, tokens. */
const shortestCut = 40;

/** Share of the budget of each message that corrects or completes it. */
const additionShare = 0.05;

/**
 * The person's latest request of the whole log, verbatim but for secrets and a cut, with what the
 * person added to it, and whether it was answered. One that stands behind the range is only pointed
 * to: the reader has it. Read off the log, never taken from a model. Empty where nobody asked for
 * anything.
 */
export function activeTask(request: SummaryRequest): SummaryItem[] {
	const { words, latest } = readLatest(request);
	if (latest === undefined) {
		return [];
	}
	if (latest.turn.request >= request.range.end) {
		return [{ text: words.followsBelow, sources: [latest.turn.request + 1] }];
	}
	const quoted = (index: number, text: string, share: number): string =>
		cutToTokens(
			// Before the cut: half a secret is no longer known for one.
			redact(text),
			Math.max(shortestCut, request.budget * share),
			request.counter,
			request.recallHandle === undefined ? undefined : index + 1,
		);
	const { turn, additions } = latest;
	const lines = [
		quoted(turn.request, turn.text, taskShare),
		...additions.map(
			(each) => `${words.personAdded}: ${quoted(each.request, each.text, additionShare)}`,
		),
		...statusOf(latest, request, words),
	];
	const numbers = [turn, ...additions].map((each) => each.request + 1);
	return [{ text: lines.join('\n'), sources: numbers }];
}

/** Indices of the messages that the Active Task quotes. */
export function toldByTask(request: SummaryRequest): ReadonlySet<number> {
	const { latest } = readLatest(request);
	return new Set(
		latest === undefined || latest.turn.request >= request.range.end
			? []
			: [latest.turn, ...latest.additions].map((turn) => turn.request),
	);
}

function readLatest({ log }: SummaryRequest): {
	readonly words: Wording;
	readonly latest: Request | undefined;
} {
	const spoken = turnsOf(log, log.length);
	const words = wordsOf(languageOf(spoken.map((turn) => turn.text)));
	const turns = withChosenOptions(log, spoken, words.option);
	return { words, latest: latestRequest(log, turns) };
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
