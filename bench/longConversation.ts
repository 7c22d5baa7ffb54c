import type { Message } from '../src/messages/message.ts';

/**
 * A made-up coding session of any length: requests, edits, reads, test runs that fail and pass,
 * decisions and todo lists, about 4 KB a message, the same for the same length.
 */
export function longConversation(messages: number): Message[] {
	const made: Message[] = [{ role: 'system', content: 'You are a coding assistant.' }];
	let call = 0;
	const use = (name: string, input: unknown, result: string, failed = false): void => {
		call += 1;
		const id = `call_${call}`;
		made.push({
			role: 'assistant',
			content:
				call % 3 === 0 ? `Now step ${call}: I'll use a queue because writes may overlap.` : '',
			toolCalls: [{ id, name, arguments: JSON.stringify(input) }],
		});
		made.push({
			role: 'tool',
			toolCallId: id,
			content: result,
			...(failed ? { isError: true } : {}),
		});
	};
	for (let turn = 0; made.length < messages; turn += 1) {
		made.push({
			role: 'user',
			content: `Please fix case ${turn} in module ${turn % 37}. Never change the public API of version ${turn % 5}.`,
		});
		for (let step = 0; step < 6; step += 1) {
			const path = `/home/sam/project/src/module${(turn * 7 + step) % 400}/file${step}.ts`;
			use('Read', { file_path: path }, source(turn, step, 236));
			use(
				'Edit',
				{
					file_path: path,
					old_string: source(turn, step, 4),
					new_string: source(turn + 1, step, 6),
				},
				`The file ${path} has been updated.`,
			);
			const failed = (turn + step) % 4 === 0;
			use(
				'Bash',
				{ command: `cd /home/sam/project && npm test -- module${turn % 37}` },
				run(turn, failed),
				failed,
			);
		}
		made.push({
			role: 'assistant',
			content: `Case ${turn} is done: ${turn % 90} tests pass. Next I'll look at case ${turn + 1}.`,
		});
	}
	return made.slice(0, messages);
}

function source(turn: number, step: number, lines: number): string {
	return Array.from(
		{ length: lines },
		(_, line) =>
			`${line}\texport function handle${turn}_${step}_${line}(input: Input${line}): Result { return check(input, ${line}); }`,
	).join('\n');
}

function run(turn: number, failed: boolean): string {
	const lines = Array.from(
		{ length: 60 },
		(_, line) => `  ✓ module ${turn} does the thing number ${line} (${line} ms)`,
	);
	return failed
		? `Exit code 1\n${lines.join('\n')}\nAssertionError: expected ${turn} to equal ${turn + 1}\n\nTests: 2 failed, 58 passed, 60 total`
		: `${lines.join('\n')}\n\nTests: 60 passed, 60 total`;
}
