/** Which sessions can be those of a client that calls. */

/** Words in the name a client gives itself, and the stores of sessions that it writes. */
const storesOfClients: readonly (readonly [word: string, stores: readonly string[]])[] = [
	['claude', ['claude-code']],
	['codex', ['codex']],
	// Kilo is made of OpenCode, and may give itself the same name.
	['opencode', ['opencode', 'kilo']],
	['kilo', ['kilo', 'kilo-tasks']],
	['gemini', ['gemini-cli']],
	['qwen', ['qwen-code']],
	['cline', ['cline-sessions', 'cline-tasks']],
	['roo', ['roo-code']],
	['copilot', ['copilot-cli']],
	['visual studio code', ['copilot-chat']],
	['continue', ['continue']],
	['cursor', ['cursor']],
];

/** The stores that a client's sessions lie in; undefined: it is not known. @param name As the client calls itself. */
export function storesOfClient(name: string | undefined): readonly string[] | undefined {
	const lowered = name?.toLowerCase() ?? '';
	return storesOfClients.find(([word]) => lowered.includes(word))?.[1];
}
