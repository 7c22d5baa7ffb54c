/** Events as OpenHands writes them, with as little as a test needs. */

/** An action of the agent, with the reply of the model that asked for it where calls are given. */
export function action(id: number, name: string, args: object, asked?: object): object {
	const base = { id, source: 'agent', message: '', action: name, args };
	return asked === undefined ? base : { ...base, tool_call_metadata: asked };
}

/** What the model replied, as it stands with each action it asked for. */
export function reply(callId: string, replyId: string, callIds: readonly string[]): object {
	const calls = callIds.map((id) => ({
		id,
		type: 'function',
		function: { name: 'execute_bash', arguments: '{"command": "ls"}' },
	}));
	const message = { role: 'assistant', content: 'I look.', tool_calls: calls };
	return {
		function_name: 'execute_bash',
		tool_call_id: callId,
		model_response: { id: replyId, choices: [{ message }] },
		total_calls_in_response: callIds.length,
	};
}

/** What came of an action. */
export function observation(id: number, name: string, content: string, more: object = {}): object {
	return { id, source: 'agent', message: '', observation: name, content, extras: {}, ...more };
}

/** A message of a person, or of whoever is told. */
export function said(id: number, content: string, source = 'user'): object {
	return { id, source, message: content, action: 'message', args: { content } };
}
