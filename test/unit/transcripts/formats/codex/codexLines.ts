/** Lines of Codex sessions, written as short as the reader's rules allow. */

/** A line in its envelope. */
export function line(type: string, payload: object): object {
	return { timestamp: '2026-04-08T12:55:32.856Z', type, payload };
}

/** One item of the model's history. */
export function item(type: string, fields: object = {}): object {
	return line('response_item', { type, ...fields });
}

/** What the user interface was told. */
export function event(type: string, fields: object = {}): object {
	return line('event_msg', { type, ...fields });
}

/** The start of a session. */
export function meta(fields: object = {}): object {
	return line('session_meta', { id: 's', cwd: '/work', ...fields });
}

/** What a message holds, without its envelope. */
export function message(role: string, text: string): object {
	const type = role === 'assistant' ? 'output_text' : 'input_text';
	return { type: 'message', role, content: [{ type, text }] };
}

/** A message of any role. */
export function says(role: string, text: string): object {
	return line('response_item', message(role, text));
}

/** A message a person typed, and what the user interface was told of it. */
export function typed(text: string): readonly object[] {
	return [says('user', text), event('user_message', { message: text })];
}

/** A call of a function. */
export function call(id: string, name = 'exec_command', text = '{"cmd":"ls"}'): object {
	return item('function_call', { call_id: id, name, arguments: text });
}

/** What a function gave. */
export function output(id: string, given: unknown): object {
	return item('function_call_output', { call_id: id, output: given });
}

/** A compaction. */
export function compacted(text: string, ...history: readonly object[]): object {
	return line('compacted', { message: text, replacement_history: history });
}
