/** Requests of VS Code's chat sessions, written as short as the reader's rules allow. */

/** A request with what Copilot keeps of it. */
export function request(text: string, metadata?: object, fields: object = {}): object {
	const result = metadata === undefined ? {} : { result: { metadata } };
	return { requestId: `request_${text}`, message: { text, parts: [] }, ...result, ...fields };
}

/** A round: a reply of the model with the ids of its calls. */
export function round(id: string, response: string, calls: readonly string[] = []): object {
	const toolCalls = calls.map((call) => ({ id: call, name: 'read_file', arguments: '{"x": 1}' }));
	return { id, response, toolCalls, toolInputRetry: 0 };
}

/** A tool's result that is plain text. */
export function result(...values: readonly unknown[]): object {
	return { $mid: 20, content: values.map((value) => ({ $mid: 21, value })) };
}

/** What an exported chat holds. */
export function exported(...requests: readonly unknown[]): string {
	return JSON.stringify({
		responderUsername: 'GitHub Copilot',
		initialLocation: 'panel',
		requests,
	});
}

/** The state of a stored session. */
export function session(requests: readonly unknown[], fields: object = {}): object {
	return { version: 3, creationDate: 1, responderUsername: 'GitHub Copilot', requests, ...fields };
}
