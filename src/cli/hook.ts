import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHook, readForLater, type HookPorts } from '../assistants/hook/answer.ts';
import { hookCall, HookInputError, longestInput } from '../assistants/hook/call.ts';
import { hookClients } from '../assistants/hook/clients.ts';
import { KeptEssentials } from '../assistants/hook/keptEssentials.ts';
import { placesHere } from './places.ts';

/** What `--help` prints. */
const hookUsage = `Usage: precis hook ASSISTANT [EVENT] < INPUT

What an assistant runs before and after it compacts its own context. Prints what its summary leaves
out, or nothing. Never fails the assistant: errors are told on standard error, and the exit code is 0.

  ASSISTANT            one of ${hookClients.map(({ name }) => name).join(', ')}
  EVENT                the assistant's name for the event, where its input does not tell`;

/** Has a process of its own read the session that follows. */
const laterFlag = '--read-later';

/**
 * Answers a hook.
 * @param input What the client wrote on standard input.
 * @returns What it is to be told; undefined: nothing.
 * @throws Whatever went wrong; the hook still ends well.
 */
export async function hook(
	args: readonly string[],
	input: () => Promise<string>,
): Promise<string | undefined> {
	const [first, second] = args;
	if (first === '--help' || first === '-h') {
		return `${hookUsage}\n`;
	}
	const ports = await hookPorts();
	if (first === laterFlag) {
		await readForLater(second ?? '', ports);
		return undefined;
	}
	const client = hookClients.find(({ name }) => name === first);
	if (client === undefined) {
		throw new HookInputError(
			`precis hook takes the name of an assistant: ${hookClients.map(({ name }) => name).join(', ')}.`,
		);
	}
	return answerHook(client, hookCall(await input(), second), ports);
}

/** All of standard input. @throws {HookInputError} Where it is too long. */
export async function standardInput(): Promise<string> {
	let text = '';
	for await (const chunk of process.stdin.setEncoding('utf8')) {
		text += String(chunk);
		if (text.length > longestInput) {
			throw new HookInputError('The input of the hook is too long.');
		}
	}
	return text;
}

async function hookPorts(): Promise<HookPorts> {
	const { environment, storage } = await placesHere({});
	return {
		environment,
		kept: new KeptEssentials(path.join(storage, 'hooks'), Date.now),
		readLater: (transcript) => {
			const program = process.argv[1] ?? fileURLToPath(import.meta.url);
			spawn(process.execPath, [program, 'hook', laterFlag, transcript], {
				detached: true,
				stdio: 'ignore',
				windowsHide: true,
			}).unref();
		},
	};
}
