import * as v from 'valibot';

/** Keys under which a conversation's messages are saved. */
export const listKeys = ['messages', 'traj'] as const;

const label = v.nullish(v.union([v.string(), v.number()]));

const run = v.object({
	messages: v.optional(v.unknown()),
	traj: v.optional(v.unknown()),
	title: v.optional(v.unknown()),
	task_id: v.fallback(label, undefined),
	instance_id: v.fallback(label, undefined),
	session_id: v.fallback(label, undefined),
	id: v.fallback(label, undefined),
});

/** An object that holds a whole conversation. */
export interface SavedRun {
	readonly messages: readonly unknown[];
	/** What it is called in its file; empty when nothing names it. */
	readonly name: string;
	/** The title it was given; empty when it has none. */
	readonly title: string;
}

/** The conversation an object holds, or `undefined` when it holds no list of messages. */
export function savedRun(value: unknown): SavedRun | undefined {
	const parsed = v.safeParse(run, value);
	if (!parsed.success) {
		return undefined;
	}
	const { messages, traj, title, task_id: task, instance_id: instance } = parsed.output;
	const list = [messages, traj].find((candidate) => Array.isArray(candidate));
	if (list === undefined) {
		return undefined;
	}
	const { session_id: session, id } = parsed.output;
	const given = typeof title === 'string' ? title : '';
	const named = given === '' ? (instance ?? session ?? id) : given;
	const name = typeof task === 'number' ? `Task ${task}` : (task ?? named ?? '');
	return { messages: list as readonly unknown[], name: String(name), title: given };
}
