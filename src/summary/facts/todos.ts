import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import type { SummaryItem } from '../sections.ts';
import { sentencesOf } from './sentences.ts';
import { commandsOf } from './shellWords.ts';

type TodoState = 'done' | 'in-progress' | 'pending';

/** One entry of the latest todo list. */
export interface Todo {
	readonly text: string;
	readonly state: TodoState;
	/** Number of the message that wrote it last. */
	readonly source: number;
}

/** The latest todo list of these calls, empty when none was kept. */
export function latestTodos(uses: readonly ToolUse[]): Todo[] {
	const tasks = new Map<string, Todo>();
	for (const use of uses) {
		if (use.family !== 'todo' || use.outcome.status === 'failed') {
			continue;
		}
		const list = wholeList(use);
		if (list.length > 0) {
			tasks.clear();
			list.forEach((todo, position) => tasks.set(String(position + 1), todo));
		} else {
			updateTask(tasks, use);
		}
	}
	return [...tasks.values()].map((todo) =>
		wasCarriedOut(todo, uses) ? { ...todo, state: 'done' } : todo,
	);
}

/** Steps of which git tells that they were taken, whatever the list says. */
const gitSteps =
	/^(?:git )?(commit)?(?: and )?(push)?(?: (?:(?:the |all |my )?(?:changes|work|commits|branch)|to (?:remote|origin|github)))?[.!]?$/i;

function wasCarriedOut({ text, state, source }: Todo, uses: readonly ToolUse[]): boolean {
	const [, commit, push] = gitSteps.exec(text) ?? [];
	const wanted = [
		...(commit === undefined ? [] : [/^git commit\b/]),
		...(push === undefined ? [] : [/^git push\b/]),
	];
	if (state === 'done' || wanted.length === 0) {
		return false;
	}
	const since = uses.filter(
		({ callIndex, outcome }) => callIndex >= source && outcome.status === 'ok',
	);
	return wanted.every((command) =>
		since.some((use) => commandsOf(use).some(({ words }) => command.test(words.join(' ')))),
	);
}

/** Todo tools that write the whole list at once. */
function wholeList(use: ToolUse): Todo[] {
	const source = use.callIndex + 1;
	for (const key of ['todos', 'plan', 'todoList', 'items', 'tasks', 'task_list']) {
		const value = use.arguments?.[key];
		if (Array.isArray(value)) {
			return value.flatMap((entry: unknown) => listEntry(entry, source));
		}
		if (typeof value === 'string') {
			return checkboxes(value, source);
		}
	}
	return [];
}

function listEntry(entry: unknown, source: number): Todo[] {
	if (typeof entry !== 'object' || entry === null) {
		return typeof entry === 'string' ? [{ text: entry, state: 'pending', source }] : [];
	}
	const fields = entry as Readonly<Record<string, unknown>>;
	const text = ['content', 'step', 'title', 'description', 'text', 'subject', 'task']
		.map((key) => fields[key])
		.find((value) => typeof value === 'string');
	return typeof text === 'string' ? [{ text, state: stateOf(fields['status']), source }] : [];
}

function checkboxes(text: string, source: number): Todo[] {
	return [...text.matchAll(/^[ \t]*(?:[-*][ \t]*)?\[([ xX~-])\][ \t]*([^ \t\n].*)$/gm)].map(
		(match) => ({
			text: match[2] ?? '',
			state: match[1] === ' ' ? 'pending' : /x/i.test(match[1] ?? '') ? 'done' : 'in-progress',
			source,
		}),
	);
}

/** Todo tools that create and update one task at a time. */
function updateTask(tasks: Map<string, Todo>, use: ToolUse): void {
	const fields = use.arguments ?? {};
	const subject = fields['subject'];
	const id = fields['taskId'] ?? /#(\d+)/.exec(use.result)?.[1];
	const key = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
	if (key === undefined) {
		return;
	}
	const before = tasks.get(key);
	const text = typeof subject === 'string' ? subject : before?.text;
	if (fields['status'] === 'deleted') {
		tasks.delete(key);
	} else if (text !== undefined) {
		const state =
			fields['status'] === undefined ? (before?.state ?? 'pending') : stateOf(fields['status']);
		tasks.set(key, { text, state, source: use.callIndex + 1 });
	}
}

function stateOf(status: unknown): TodoState {
	if (typeof status !== 'string') {
		return 'pending';
	}
	const plain = status.toLowerCase().replace(/[^a-z]/g, '');
	if (['completed', 'done', 'complete', 'cancelled', 'closed'].includes(plain)) {
		return 'done';
	}
	return ['inprogress', 'active', 'started', 'doing'].includes(plain) ? 'in-progress' : 'pending';
}

/** A sentence that names a step still to be taken. */
const nextStep =
	/^(?:next(?: steps?| up| I| we|,|:)|remaining(?: work| steps?| tasks?| items?|:)|to-?do\b|then I(?:'ll| will)|after that|now (?:I'll|I need to|let me)|let me now|I(?:'ll| will) (?:now|next|then)|als nächstes|nächste[rn]? Schritte?|danach|ensuite|prochaine étape|il reste|siguiente paso|a continuación|falta|próximo passo|a seguir|prossimo passo|rimane|далее|осталось|следующ)(?!\p{L})|(?<!\p{L})(?:still (?:needs?|have|has) to|still (?:to do|missing|open)|left to do|not yet (?:done|implemented|written|tested)|noch (?:offen|zu tun))(?!\p{L})|接下来|下一步|还需要|剩下的|次に|残りの|다음으로|남은 작업/iu;

/** A step announced in this way was taken by the calls of the same message. */
const atOnce =
	/^(?:now|let me now|I(?:['’]ll| will) now|next,? (?:I['’]m|I am|we['’]re|we are))(?!\p{L})|[:：]$/iu;

/** Sentences of a message that name steps, at most. */
const mostSteps = 3;

/** A reply without calls of so few characters, "Good." for example, goes on from nothing. */
const bareReply = 12;

/**
 * Steps that the assistant named when it last said anything before `end`, verbatim. What it named before
 * that it has gone on from: whether it was done nobody can tell.
 */
export function statedNextSteps(log: Log, start: number, end: number): SummaryItem[] {
	for (let index = end - 1; index >= start; index -= 1) {
		const message = log[index]?.message;
		const text = message?.role === 'assistant' ? textOf(message.content).trim() : '';
		const underway = message !== undefined && toolCallsOf(message).length > 0;
		if (underway ? text !== '' : text.length > bareReply) {
			return sentencesOf(text)
				.filter((sentence) => nextStep.test(sentence) && !(underway && atOnce.test(sentence)))
				.slice(-mostSteps)
				.map((step) => ({ text: step, sources: [index + 1] }));
		}
	}
	return [];
}
