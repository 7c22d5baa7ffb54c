/** How Cline and its kin put calls, results and words into the text of messages. */

/** A message as such a client keeps it: each block becomes a part of its own. */
export interface TextMessage {
	readonly role: 'user' | 'assistant';
	readonly blocks: readonly string[];
}

export const surroundings = (time: number): string =>
	`<environment_details>\n# Visual Studio Code Visible Files\nsrc/f${time}.ts\n\n# Current Time\n11/22/2026, ${time}\n\n# Current Mode\nACT MODE\n</environment_details>`;

export const task = (words: string, time = 0): TextMessage => ({
	role: 'user',
	blocks: [`<task>\n${words}\n</task>`, surroundings(time)],
});

/** What a model writes to call a tool. */
export function textCall(
	said: string,
	tool: string,
	parameters: Readonly<Record<string, string>>,
): TextMessage {
	const inside = Object.entries(parameters)
		.map(([name, value]) => `<${name}>${value}</${name}>\n`)
		.join('');
	return { role: 'assistant', blocks: [`${said}\n\n<${tool}>\n${inside}</${tool}>`] };
}

/**
 * What such a client sends when a tool has run.
 * @param about The tool as the header has it: `read_file for 'src/a.ts'`.
 * @param more Blocks behind the result: feedback of the person.
 */
export const textResult = (
	about: string,
	result: string,
	time: number,
	more: readonly string[] = [],
): TextMessage => ({
	role: 'user',
	blocks: [`[${about}] Result:`, result, ...more, surroundings(time)],
});

/** What the person says when they approve or deny a tool, in a block of its own. */
export const feedback = (words: string): string =>
	`The user provided the following feedback:\n<feedback>\n${words}\n</feedback>`;

/** What the person answers when the model says that it is done. */
export const completionFeedback = (words: string, time: number): TextMessage => ({
	role: 'user',
	blocks: [
		'[attempt_completion] Result:',
		`The user has provided feedback on the results. Consider their input to continue the task, and then attempt completion again.\n<feedback>\n${words}\n</feedback>`,
		surroundings(time),
	],
});
