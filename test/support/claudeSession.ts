/** A turn of a Claude Code session: a request, a call with its result, a reply. Four lines. */
function turn(index: number, resultLength: number): string {
	const line = (type: string, id: string, parent: string | null, message: object): string =>
		JSON.stringify({
			type,
			uuid: id,
			parentUuid: parent,
			isSidechain: false,
			sessionId: 's',
			message,
		});
	const [asked, called, answered, replied] = ['q', 'a', 'r', 'e'].map((kind) => `${kind}${index}`);
	const call = { type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: 'ls -l' } };
	const text = 'drwxr-xr-x 2 user users 4096 a-file.ts\n'.repeat(Math.ceil(resultLength / 39));
	const result = { type: 'tool_result', tool_use_id: `t${index}`, content: text };
	return [
		line('user', `${asked}`, index === 0 ? null : `e${index - 1}`, {
			role: 'user',
			content: `Request ${index}: what is here?`,
		}),
		line('assistant', `${called}`, `${asked}`, { id: `m${index}`, content: [call] }),
		line('user', `${answered}`, `${called}`, { role: 'user', content: [result] }),
		line('assistant', `${replied}`, `${answered}`, {
			id: `n${index}`,
			content: [{ type: 'text', text: `There are files, ${index} times.` }],
		}),
		'',
	].join('\n');
}

/** Some turns of a Claude Code session as a file holds them; four messages each. */
export function claudeTurns(count: number, first = 0, resultLength = 400): string {
	return Array.from({ length: count }, (_, at) => turn(first + at, resultLength)).join('');
}
