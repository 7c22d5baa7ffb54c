import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { note, print } from './output.ts';

/**
 * A hook in its own time: clients end one that takes too long, and some fail then. A thread of its own answers, so that
 * nothing it does keeps this one from ending in time.
 */

/** Clients give a hook 15 seconds at the least. Milliseconds. */
const deadlineMs = 10_000;

/** Of the process that reads a long session, and that nobody waits for. Milliseconds. */
const laterDeadlineMs = 120_000;

/** Has a process of its own read the session that follows. */
export const laterFlag = '--read-later';

/** Characters; what clients write are some hundred. */
const longestInput = 4_000_000;

/** Answers a hook. @param program Ours, which the thread runs. @param ms How long it may take. */
export async function runHook(
	args: readonly string[],
	program: string,
	ms = args[0] === laterFlag ? laterDeadlineMs : deadlineMs,
): Promise<void> {
	if (!isMainThread) {
		const { hook } = await import('./hook.ts');
		parentPort?.postMessage((await hook(args, String(workerData))) ?? '');
		return;
	}
	const overdue = setTimeout(() => {
		note(`The hook of Precis took longer than ${ms / 1_000} s and adds nothing.`);
		// Nothing that still runs may hold the assistant.
		process.exit(0);
	}, ms);
	try {
		const asksInput = args[0] !== undefined && !args[0].startsWith('-');
		const text = await answered(args, asksInput ? await standardInput() : '', program);
		// JSON and texts of ours, whose controls were taken out where they were made.
		await print(text, (plain) => plain);
	} finally {
		clearTimeout(overdue);
	}
}

function answered(args: readonly string[], input: string, program: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(program, { argv: ['hook', ...args], workerData: input });
		worker.once('message', (text) => resolve(String(text)));
		worker.once('error', reject);
		// It has said on standard error why.
		worker.once('exit', () => resolve(''));
	});
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
