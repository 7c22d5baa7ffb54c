import type { RenderableRecord } from '../compaction/render.ts';
import type { Log } from '../messages/message.ts';
import type { ContextTokens } from '../protocol/session.ts';

/** Tokens of a context by part. */
export interface ContextParts extends ContextTokens {
	/** Reported tokens in excess of our own counts; 0: none. */
	readonly other: number;
}

interface ContextSource {
	readonly log: Log;
	readonly active: RenderableRecord | undefined;
	readonly context: { readonly tokens: number };
}

/**
 * Tokens of the present context by part, the same in the meter and in the session editor.
 * @param end Index after the protected start. @param used Tokens of the context by the best count.
 */
export function contextParts(
	{ log, active, context }: ContextSource,
	end: number,
	used = context.tokens,
): ContextParts {
	const start = active?.layout.headStart ?? 0;
	const edited = new Map(active?.layout.edits.map((edit) => [edit.message, edit.tokens]));
	let head = 0;
	for (let index = 0; index < end; index += 1) {
		const entry = log[index];
		if (entry !== undefined && (index >= start || entry.message.role === 'system')) {
			head += edited.get(index) ?? entry.tokens;
		}
	}
	const summary = active?.tokens.summary ?? 0;
	const tail = Math.max(0, context.tokens - head - summary);
	// A saved session contains neither tools nor the client's own instructions, and counts differ.
	const beyond = used - head - summary - tail;
	return {
		head,
		summary,
		tail: Math.max(0, tail + Math.min(0, beyond)),
		other: Math.max(0, beyond),
	};
}
