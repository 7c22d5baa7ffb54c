import * as v from 'valibot';
import { historyEvent } from './events.ts';

const label = v.fallback(v.nullish(v.union([v.string(), v.number()])), undefined);

const task = v.object({
	instance_id: label,
	/** What the program that resolves issues on GitHub has instead of an instance. */
	issue: v.fallback(v.nullish(v.object({ number: label, title: label })), undefined),
	history: v.array(v.unknown()),
});

/** A task of a benchmark, with all that happened. */
export interface SavedTask {
	/** Empty where nothing names it. */
	readonly name: string;
	readonly history: readonly unknown[];
}

/** The task, or `undefined` when it is none or has no history. */
export function savedTask(value: unknown): SavedTask | undefined {
	const parsed = v.safeParse(task, value);
	if (!parsed.success) {
		return undefined;
	}
	const { instance_id: instance, issue, history } = parsed.output;
	const number = issue?.number === undefined || issue.number === null ? '' : `#${issue.number}`;
	const named = [number, issue?.title].filter(Boolean).join(' ');
	return { name: String(instance ?? named), history };
}

/** Whether an object is, or begins like, a task: its history may come after a large patch. */
export function isTask(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) {
		return false;
	}
	const [first] = savedTask(value)?.history ?? [];
	if (first !== undefined) {
		const event: unknown = Array.isArray(first) ? first[0] : first;
		return historyEvent(event) !== undefined;
	}
	return (
		('instance_id' in value && ('test_result' in value || 'instruction' in value)) ||
		('issue' in value && 'instruction' in value)
	);
}
