/** Copilot's events, written as short as the reader's rules allow. */

let counter = 0;

/** An event; its parent is the one before, as in every file. */
export function event(type: string, data: object = {}, fields: object = {}): object {
	counter += 1;
	return { type, data, id: `event-${counter}`, timestamp: '2026-01-01', parentId: null, ...fields };
}

/** The first event of a session. */
export function start(fields: object = {}): object {
	const data = { sessionId: 's', version: 1, producer: 'copilot-agent', copilotVersion: '1.0.72' };
	return event('session.start', { ...data, ...fields });
}

/** What a person said, and what was made of it. */
export function user(content: string, transformedContent?: string, fields: object = {}): object {
	return event('user.message', { content, transformedContent, ...fields });
}

/** What the model said, with calls by their ids. */
export function assistant(
	content: string,
	calls: readonly string[] = [],
	fields: object = {},
): object {
	const toolRequests = calls.map((toolCallId) => ({
		toolCallId,
		name: 'bash',
		arguments: { command: 'ls' },
		type: 'function',
	}));
	return event('assistant.message', { messageId: 'm', content, toolRequests, ...fields });
}

/** The end of a tool's run. */
export function done(toolCallId: string, content: string, fields: object = {}): object {
	const data = { toolCallId, success: true, result: { content }, ...fields };
	return event('tool.execution_complete', data);
}

/** The end of a compaction. */
export function compacted(summaryContent: string | undefined, fields: object = {}): object {
	return event('session.compaction_complete', { success: true, summaryContent, ...fields });
}
