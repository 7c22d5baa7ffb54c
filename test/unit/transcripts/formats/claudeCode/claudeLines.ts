/** Lines of Claude Code sessions, written as short as the reader's rules allow. */

let counter = 0;

/** What a line may say beside its message. */
export interface Envelope {
	readonly uuid?: string;
	readonly parentUuid?: string | null;
	readonly [field: string]: unknown;
}

function envelope(type: string, fields: Envelope): object {
	counter += 1;
	return { type, uuid: `uuid-${counter}`, sessionId: 's', isSidechain: false, ...fields };
}

/** A line of the user's side. */
export function user(content: unknown, fields: Envelope = {}): object {
	return { ...envelope('user', fields), message: { role: 'user', content } };
}

/** One block of the assistant message `id`. */
export function assistant(
	id: string,
	block: unknown,
	fields: Envelope = {},
): object & { readonly message: object } {
	const content = typeof block === 'string' ? [{ type: 'text', text: block }] : [block];
	const message = { id, type: 'message', role: 'assistant', model: 'claude', content };
	return { ...envelope('assistant', fields), message };
}

/** A `tool_use` block. */
export function call(id: string, input: unknown = {}): object {
	return { type: 'tool_use', id, name: 'Bash', input };
}

/** A `tool_result` block. */
export function result(id: string, content: unknown, fields: object = {}): object {
	return { type: 'tool_result', tool_use_id: id, content, ...fields };
}

/** A line without a message. */
export function other(type: string, fields: Envelope = {}): object {
	return envelope(type, fields);
}

/** The lines of a compaction: where the context was cut, and the summary that stands for it. */
export function compaction(
	summary: string,
	metadata: object = {},
	fields: Envelope = {},
): object[] {
	const boundary = envelope('system', { parentUuid: null, ...fields });
	return [
		{ ...boundary, subtype: 'compact_boundary', compactMetadata: metadata },
		user(summary, { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
	];
}

/** The lines of a compaction by a plugin, in the order in which Claude Code writes the plugin's messages. */
export function pluginCompaction(...messages: readonly object[]): object[] {
	return [
		...compaction('').slice(0, 1),
		...messages.map((line) =>
			'type' in line && line.type === 'user' ? { ...line, rowSource: 'hook' } : synthetic(line),
		),
	];
}

function synthetic(line: object): object {
	const message = 'message' in line && typeof line.message === 'object' ? line.message : {};
	return { ...line, message: { ...message, model: '<synthetic>' } };
}

/** A line about the queue of messages typed while the assistant was busy. */
export function queue(operation: string, content?: string): object {
	return { type: 'queue-operation', operation, sessionId: 's', ...(content && { content }) };
}
