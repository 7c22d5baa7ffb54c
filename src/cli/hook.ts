import { answerHook, HookInputError } from '../assistants/hook/answer.ts';
import { hookClients } from '../assistants/hook/clients.ts';
import { placesOf } from '../assistants/places.ts';
import { note, print } from './output.ts';

const names = hookClients.map(({ name }) => name).join(', ');

/** Text of `--help`. */
const hookUsage = `Usage: precis hook ASSISTANT [EVENT] < INPUT

Assistants run this before and after they compact their own context. Prints what the summary omits,
or nothing. Always exits with 0; errors are printed to standard error.

  ASSISTANT            one of ${names}
  EVENT                the assistant's name for the event, if its input does not contain it
`;

/** Time limit, milliseconds: clients allow at least 15 seconds. */
const timeLimitMs = 10_000;

/** Maximum length of the input, characters; clients write a few hundred. */
const maxInputLength = 4_000_000;

/** Answers a hook within a deadline: some clients fail if they have to end the hook. @throws Any failure. */
export async function hook(
	[name, event]: readonly string[],
	deadlineMs = timeLimitMs,
): Promise<void> {
	if (name === '--help' || name === '-h') {
		await print(hookUsage);
		return;
	}
	const client = hookClients.find((each) => each.name === name);
	if (client === undefined) {
		throw new HookInputError(`precis hook takes the name of an assistant: ${names}.`);
	}
	const overdue = setTimeout(() => {
		note(`The hook of Precis took longer than ${deadlineMs / 1_000} s and adds nothing.`);
		// Whatever still runs must not delay the assistant.
		process.exit(0);
	}, deadlineMs);
	try {
		const places = { ...(await placesOf({})), note };
		await print((await answerHook(client, await standardInput(), event, places)) ?? '');
	} finally {
		clearTimeout(overdue);
	}
}

/** Reads standard input. @throws If it is too long. */
async function standardInput(): Promise<string> {
	let text = '';
	for await (const chunk of process.stdin.setEncoding('utf8')) {
		text += String(chunk);
		if (text.length > maxInputLength) {
			throw new Error('The input of the hook is too long.');
		}
	}
	return text;
}
