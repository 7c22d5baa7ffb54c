import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHook, readForLater, type HookPorts } from '../assistants/hook/answer.ts';
import { hookCall, HookInputError } from '../assistants/hook/call.ts';
import { hookClients } from '../assistants/hook/clients.ts';
import { KeptEssentials } from '../assistants/hook/keptEssentials.ts';
import { messageOf } from '../messages/errors.ts';
import { laterFlag } from './hookRun.ts';
import { note } from './output.ts';
import { placesHere } from './places.ts';

/** What `--help` prints. */
const hookUsage = `Usage: precis hook ASSISTANT [EVENT] < INPUT

What an assistant runs before and after it compacts its own context. Prints what its summary leaves
out, or nothing. Never fails the assistant: errors are told on standard error, and the exit code is 0.

  ASSISTANT            one of ${hookClients.map(({ name }) => name).join(', ')}
  EVENT                the assistant's name for the event, where its input does not tell`;

/**
 * Answers a hook.
 * @param input What the client wrote on standard input.
 * @returns What it is to be told; undefined: nothing.
 * @throws Whatever went wrong; the hook still ends well.
 */
export async function hook(args: readonly string[], input: string): Promise<string | undefined> {
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
	return answerHook(client, hookCall(input, second), ports);
}

/** On a disk that is full or can only be read, a hook says so and tells what it can without. */
function forgiving(kept: HookPorts['kept']): HookPorts['kept'] {
	return {
		keep: (...about) =>
			kept.keep(...about).catch((error: unknown) => {
				note(`Precis cannot keep what it has read for the next hook: ${messageOf(error)}`);
			}),
		take: (...about) =>
			kept.take(...about).catch((error: unknown) => {
				note(`Precis cannot take what the hook before has kept: ${messageOf(error)}`);
				return undefined;
			}),
	};
}

async function hookPorts(): Promise<HookPorts> {
	const { environment, storage } = await placesHere({});
	return {
		environment,
		kept: forgiving(new KeptEssentials(path.join(storage, 'hooks'), Date.now)),
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
