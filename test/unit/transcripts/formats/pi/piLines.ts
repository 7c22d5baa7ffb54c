/** The first line of a session. */
export function header(more: object = {}): object {
	return { type: 'session', version: 3, id: 'session', cwd: '/p', ...more };
}

/** An entry that continues another one. */
export function entry(type: string, id: string, parentId: string | null, more: object): object {
	return { type, id, parentId, timestamp: '2026-01-01T00:00:00Z', ...more };
}

/** An entry with a message. */
export function message(
	id: string,
	parentId: string | null,
	role: string,
	content: unknown,
	more: object = {},
): object {
	return entry('message', id, parentId, { message: { role, content, ...more } });
}

export function toolCall(id: string, name = 'bash'): object {
	return { type: 'toolCall', id, name, arguments: { command: id } };
}
