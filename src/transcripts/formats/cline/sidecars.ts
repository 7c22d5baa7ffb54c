import * as v from 'valibot';
import type { ProblemList } from '../../problems.ts';
import type { TranscriptSource } from '../../reader.ts';
import { readSidecar } from './readSidecar.ts';

const shown = v.object({
	say: v.nullish(v.string()),
	text: v.nullish(v.string()),
	/** Numbers of the first and the last message that Cline took out of its context, from 0. */
	conversationHistoryDeletedRange: v.fallback(
		v.nullish(v.tuple([v.number(), v.pipe(v.number(), v.integer())])),
		undefined,
	),
});

const environment = v.object({ cline_version: v.optional(v.string()) });

/** What the files beside a task's history tell. */
export interface TaskSidecars {
	/** What the person asked first, as it was shown. */
	readonly task?: string;
	/** Number of the last message, from 0, that is not in the context any more. */
	readonly deletedTo?: number;
	/** What the assistant tells the model in the place of those. */
	readonly notice?: string;
	/** Of the program. */
	readonly version?: string;
}

/** How deep the history of context edits nests its lists, with room for one more. */
const editDepth = 8;

/** The notice among the texts in nested lists, which is all that the history of edits consists of. */
function noticeIn(value: unknown, depth = editDepth): string | undefined {
	if (typeof value === 'string') {
		return value.startsWith('[NOTE]') ? value : undefined;
	}
	const inner = Array.isArray(value) && depth > 0 ? (value as readonly unknown[]) : [];
	return inner.map((item) => noticeIn(item, depth - 1)).find((notice) => notice !== undefined);
}

/** Reads what lies beside a history; what is not there is not told. */
export async function taskSidecars(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<TaskSidecars> {
	const found: { -readonly [Key in keyof TaskSidecars]: TaskSidecars[Key] } = {};
	const options = { problems, signal };
	await readSidecar(source, 'ui_messages.json', {
		...options,
		take(value) {
			const parsed = v.safeParse(shown, value);
			if (parsed.success) {
				const { say, text, conversationHistoryDeletedRange: range } = parsed.output;
				if ((say === 'task' || say === 'text') && text && found.task === undefined) {
					found.task = text;
				}
				if (range) {
					[, found.deletedTo] = range;
				}
			}
		},
	});
	await readSidecar(source, 'context_history.json', {
		...options,
		take(value) {
			// Edits of the first answer, which is where the model is told of what is gone.
			const notice = Array.isArray(value) && value[0] === 1 ? noticeIn(value) : undefined;
			if (notice !== undefined) {
				found.notice = notice;
			}
		},
	});
	await readSidecar(source, 'task_metadata.json', {
		...options,
		listKeys: ['environment_history'],
		take(value) {
			const parsed = v.safeParse(environment, value);
			if (parsed.success && parsed.output.cline_version !== undefined) {
				found.version = parsed.output.cline_version;
			}
		},
	});
	return found;
}
