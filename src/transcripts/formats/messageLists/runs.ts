import * as v from 'valibot';

const label = v.nullish(v.union([v.string(), v.number()]));

const run = v.object({
	messages: v.optional(v.unknown()),
	title: v.optional(v.unknown()),
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
	const { messages, title, session_id: session, id } = parsed.output;
	if (!Array.isArray(messages)) {
		return undefined;
	}
	const given = typeof title === 'string' ? title : '';
	const name = given === '' ? String(session ?? id ?? '') : given;
	return { messages: messages as readonly unknown[], name, title: given };
}
