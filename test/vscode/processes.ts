import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Environment of a child process; `undefined` removes a variable. */
export type Environment = Record<string, string | undefined>;

/** Where and with what a process runs. */
export interface RunOptions {
	readonly cwd?: string;
	readonly env?: Environment;
	/** Only for `.cmd` files on Windows, which cannot run without one. */
	readonly shell?: boolean;
}

/**
 * Runs a program to its end.
 * @returns What it wrote to standard output.
 * @throws When it cannot be started or does not exit with 0; the message ends with its last output.
 */
export async function run(
	command: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<string> {
	const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	let everything = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
		everything += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		everything += text;
	});
	await once(child, 'close');
	if (child.exitCode !== 0) {
		const lastLines = everything.trim().split('\n').slice(-15).join('\n');
		throw new Error(
			`\`${command} ${args.join(' ')}\` ended with ${child.exitCode ?? child.signalCode}:\n${lastLines}`,
		);
	}
	return output;
}

/**
 * Ends a process and all it started. The process must have been spawned with `detached` (except on
 * Windows), so that it leads a process group of its own.
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined) {
		return;
	}
	if (process.platform === 'win32') {
		await run('taskkill', ['/pid', String(pid), '/T', '/F']).catch(() => undefined);
		return;
	}
	// The leader may be gone while members of its group live on, so the group decides, not the leader.
	signalGroup(pid, 'SIGTERM');
	for (let waited = 0; waited < 500 && signalGroup(pid, 0); waited += 50) {
		await delay(50);
	}
	signalGroup(pid, 'SIGKILL');
}

/** @returns false when the group no longer exists. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-leader, signal);
	} catch {
		return false;
	}
}

/** Calls `dispose` once when this process is asked to stop, then exits as the signal would. */
export function onStopSignal(dispose: () => Promise<void>): void {
	let stopping = false;
	const stop = (exitCode: number): void => {
		if (!stopping) {
			stopping = true;
			void dispose().finally(() => process.exit(exitCode));
		}
	};
	process.on('SIGINT', () => stop(130));
	process.on('SIGTERM', () => stop(143));
	process.on('SIGHUP', () => stop(129));
}
