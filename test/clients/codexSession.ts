/** A session of Codex as a client left it, written by hand in the shape of 0.169. */

/** What the client says in the person's name, and every client says for itself. */
export const rules = 'Always sign with the name of a heron.';

/** What the person says. */
export const said = {
	first: 'Paint the pier green, and keep every plank where it is.',
	last: 'Now tell me whether the railing is dry.',
	next: 'Then lock the gate.',
} as const;

/** Turns between the first and the last: enough of them for a compaction. */
const turns = 24;

/** @param cwd Of the session. */
export function codexSession(cwd: string): string {
	const user = (text: string): readonly object[] => [
		item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
		record('event_msg', { type: 'user_message', message: text, images: [] }),
	];
	const records = [
		record('session_meta', {
			id: '01a204d0-83a6-78f2-8973-2d3080568293',
			timestamp: '2026-11-22T19:51:43.793Z',
			cwd,
			originator: 'codex_exec',
			cli_version: '0.169.0',
			source: 'exec',
		}),
		item({
			type: 'message',
			role: 'user',
			content: [
				{
					type: 'input_text',
					text: `# AGENTS.md instructions for ${cwd}\n\n<INSTRUCTIONS>\n- ${rules}\n</INSTRUCTIONS>`,
				},
			],
		}),
		...user(said.first),
		...Array.from({ length: turns }, (_, index) => step(index)).flat(),
		...user(said.last),
		...patch('last', 'src/railing.js'),
		item({
			type: 'function_call',
			name: 'soundings',
			namespace: 'mcp__harbour',
			arguments: '{"at":"railing"}',
			call_id: 'call_mcp',
		}),
		item({ type: 'function_call_output', call_id: 'call_mcp', output: 'dry' }),
		...assistant('The railing is dry.'),
	];
	return records.map((each) => `${JSON.stringify(each)}\n`).join('');
}

function step(index: number): readonly object[] {
	return [
		...assistant(`I paint plank ${index}.`),
		...patch(String(index), `src/plank${index}.js`),
		item({
			type: 'function_call',
			name: 'exec_command',
			arguments: JSON.stringify({ cmd: `node test.js ${index}` }),
			call_id: `call_run_${index}`,
		}),
		item({
			type: 'function_call_output',
			call_id: `call_run_${index}`,
			output: `Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n${`plank ${index} is dry\n`.repeat(20)}`,
		}),
	];
}

function patch(name: string, file: string): readonly object[] {
	const call_id = `call_patch_${name}`;
	const input = `*** Begin Patch\n*** Update File: ${file}\n@@\n-grey\n+green\n*** End Patch\n`;
	return [
		item({ type: 'custom_tool_call', status: 'completed', call_id, name: 'apply_patch', input }),
		item({
			type: 'custom_tool_call_output',
			call_id,
			output: `Exit code: 0\nOutput:\nM ${file}\n`,
		}),
	];
}

function assistant(text: string): readonly object[] {
	return [item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })];
}

function item(payload: object): object {
	return record('response_item', payload);
}

function record(type: string, payload: object): object {
	return { timestamp: '2026-11-22T19:51:43.793Z', type, payload };
}
