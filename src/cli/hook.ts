import { answerHook, HookInputError } from '../assistants/hook/answer.ts';
import { hookClients } from '../assistants/hook/clients.ts';
import { placesOf } from '../assistants/places.ts';
import { note, print } from './output.ts';

const names = hookClients.map(({ name }) => name).join(', ');

/** What `--help` prints. */
const hookUsage = `Usage: precis hook ASSISTANT [EVENT] < INPUT

What an assistant runs before and after it compacts its own context. Prints what its summary leaves
out, or nothing. Never fails the assistant: errors are told on standard error, and the exit code is 0.

  ASSISTANT            one of ${names}
  EVENT                the assistant's name for the event, where its input does not tell
`;

/** Clients give a hook 15 seconds at the least. Milliseconds. */
const deadlineMs = 10_000;

/** Characters; what clients write are some hundred. */
const longestInput = 4_000_000;

/** Answers a hook in its own time: clients end one that takes too long, and some fail then. @throws Whatever went wrong. */
export async function hook([name, event]: readonly string[], deadline = deadlineMs): Promise<void> {
	if (name === '--help' || name === '-h') {
		await print(hookUsage);
		return;
	}
	const client = hookClients.find((each) => each.name === name);
	if (client === undefined) {
		throw new HookInputError(`precis hook takes the name of an assistant: ${names}.`);
	}
	const overdue = setTimeout(() => {
		note(`The hook of Precis took longer than ${deadline / 1_000} s and adds nothing.`);
		// Nothing that still runs may hold the assistant.
		process.exit(0);
	}, deadline);
	try {
		const places = { ...(await placesOf({})), note };
		await print((await answerHook(client, await standardInput(), event, places)) ?? '');
	} finally {
		clearTimeout(overdue);
	}
}

/** All of standard input. @throws {Error} Where it is too long. */
async function standardInput(): Promise<string> {
	let text = '';
	for await (const chunk of process.stdin.setEncoding('utf8')) {
		text += String(chunk);
		if (text.length > longestInput) {
			throw new Error('The input of the hook is too long.');
		}
	}
	return text;
}
