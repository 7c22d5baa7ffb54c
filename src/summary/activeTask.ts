import { redact } from '../redaction/redact.ts';
import { toolUses } from '../messages/toolUse.ts';
import { languageOf, wordsOf, type Wording } from './extractive/wording.ts';
import { cutToTokens } from './extractive/quotes.ts';
import { latestTodos, type Todo } from './facts/todos.ts';
import { turnsOf, type Turn } from './facts/turns.ts';
import type { SummaryItem } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';

/** Share of the budget the latest request may take; a longer one is cut in its middle. */
const taskShare = 0.25;

/** What tells how the latest request stood. All of it can be read off the log. */
export interface TaskFacts {
	readonly words: Wording;
	/** Turns that begin before the end of the range. */
	readonly turns: readonly Turn[];
	/** Turns of the whole log, to see what became of the last one. */
	readonly allTurns: readonly Turn[];
	/** The latest todo list of the range. */
	readonly todos: readonly Todo[];
}

/**
 * The person's latest request at or before the end of the range, verbatim but for secrets and a cut,
 * and what became of it. Read off the log, never taken from a model. Empty where no person wrote
 * anything.
 */
export function activeTask(
	request: SummaryRequest,
	facts: TaskFacts = taskFacts(request),
): SummaryItem[] {
	const turn = facts.turns.at(-1);
	if (turn === undefined) {
		return [];
	}
	const number = turn.request + 1;
	const text = cutToTokens(
		// Before the cut: half a secret is no longer known for one.
		redact(turn.text),
		request.budget * taskShare,
		request.counter,
		request.recallHandle === undefined ? undefined : number,
	);
	const status = statusOf(turn, facts);
	return [{ text: status === '' ? text : `${text}\n(${status})`, sources: [number] }];
}

function taskFacts({ log, pairs, range }: SummaryRequest): TaskFacts {
	const turns = turnsOf(log, range.end);
	return {
		words: wordsOf(languageOf(turns.map((turn) => turn.text))),
		turns,
		allTurns: turnsOf(log, log.length),
		todos: latestTodos(toolUses(log, pairs, 0, range.end)),
	};
}

function statusOf(turn: Turn, facts: TaskFacts): string {
	const { words, turns, allTurns } = facts;
	const later = allTurns.at(-1);
	if (later !== undefined && later.request > turn.request) {
		return `${words.supersededBy} m${later.request + 1}, ${words.afterThis}`;
	}
	const answer = allTurns[turns.length - 1]?.answer;
	return answer === undefined || hasOpenTodos(turn, facts.todos)
		? ''
		: `${words.answeredIn} m${answer + 1}`;
}

/** Whether the todo list of this turn still holds something to do: then its last word is none. */
function hasOpenTodos(turn: Turn, todos: readonly Todo[]): boolean {
	return todos.some((todo) => todo.state !== 'done' && todo.source > turn.request);
}
