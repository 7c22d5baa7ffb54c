import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { messageOf } from '../../messages/errors.ts';
import { cutEnd } from '../../messages/marks.ts';
import type { Start } from './launches.ts';

/** Starts a part of ours as its assistant does, to see whether it works. */

/** Whether a part of ours works, and if not, what went wrong. */
export type Working =
	| { readonly kind: 'works' }
	| {
			readonly kind: 'fails';
			readonly reason: /** There is no such program. */
				| 'not-started'
				/** It did not answer in time. */
				| 'timed-out'
				/** It ended before it had answered, or with an error. */
				| 'ended'
				/** It answered something else. */
				| 'nonsense'
				/** How it is started is written in an unknown way. */
				| 'not-understood';
			/** For people; may hold what the program printed. */
			readonly message: string;
	  };

/** Where a part of ours is started, and how long it is waited for. */
export interface LaunchEnvironment {
	/** Working directory; absolute. */
	readonly folder: string;
	readonly platform: NodeJS.Platform;
	readonly deadlineMs: number;
	/** Nobody waits any more: the promise rejects with its reason. */
	readonly signal: AbortSignal;
}

/** What is said to a program, and what is thought of its answers. */
export interface Talk {
	/** Written to its standard input first. */
	readonly opening: string;
	/** Whether its standard input ends there. */
	readonly isAll: boolean;
	/** Of each line on standard output. @returns The verdict, as soon as there is one. */
	readonly onLine: (line: string, send: (message: object) => void) => Working | undefined;
	/** It has ended. @param said What it wrote on standard error. */
	readonly onEnd: (code: number | null, said: string) => Working;
}

/** Characters of either stream that are kept: what ours say on such an occasion is below 20,000. */
const mostOutput = 1_000_000;

/** Exit codes of a shell that finds no such program, or may not run it. */
const notFound: readonly (number | null)[] = [126, 127, 9009];

/** @throws The signal's reason. */
export function talkTo(
	start: Start,
	surroundings: LaunchEnvironment,
	talk: Talk,
): Promise<Working> {
	const { platform, deadlineMs, signal } = surroundings;
	signal.throwIfAborted();
	const child = started(start, surroundings);
	if (!('stdin' in child)) {
		return Promise.resolve(child);
	}
	return new Promise((resolve, reject) => {
		let isOver = false;
		const over = (): boolean => {
			const isFirst = !isOver;
			isOver = true;
			clearTimeout(timer);
			signal.removeEventListener('abort', abandon);
			return isFirst;
		};
		const finish = (working: Working): void => {
			if (over()) {
				endAll(child, platform);
				resolve(working);
			}
		};
		const abandon = (): void => {
			if (over()) {
				endAll(child, platform);
				reject(signal.reason as Error);
			}
		};
		const timer = setTimeout(
			() => finish(fails('timed-out', `It did not answer within ${deadlineMs / 1_000} s.`)),
			deadlineMs,
		);
		signal.addEventListener('abort', abandon, { once: true });
		hear(child, talk, finish);
	});
}

/** Passes on what a program prints, and how it ends. */
function hear(
	child: ChildProcessWithoutNullStreams,
	{ opening, isAll, onLine, onEnd }: Talk,
	finish: (working: Working) => void,
): void {
	let said = '';
	let line = '';
	const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
	child.on('error', ({ message }) => finish(notStarted(message)));
	child.stdin.on('error', () => undefined);
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		said = (said + text).slice(-mostOutput);
	});
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		const lines = (line + text).split('\n');
		line = lines.pop() ?? '';
		for (const each of lines) {
			const verdict = onLine(each, send);
			if (verdict !== undefined) {
				finish(verdict);
			}
		}
		if (line.length > mostOutput) {
			finish(nonsense(line));
		}
	});
	child.on('close', (code) => {
		const verdict = line === '' ? undefined : onLine(line, () => undefined);
		const failed = notFound.includes(code) ? notStarted(quoted(said)) : undefined;
		finish(verdict ?? failed ?? onEnd(code, said));
	});
	child.stdin.write(opening);
	if (isAll) {
		child.stdin.end();
	}
}

function started(
	start: Start,
	{ folder, platform }: LaunchEnvironment,
): ChildProcessWithoutNullStreams | Working {
	const { command, args, verbatim } = programOf(start, platform);
	try {
		return spawn(command, args, {
			cwd: folder,
			// A group can be ended as a whole: a shell and what it runs.
			detached: platform !== 'win32',
			windowsHide: true,
			windowsVerbatimArguments: verbatim,
		});
	} catch (error) {
		return notStarted(messageOf(error));
	}
}

/** What is connected does not work, and why. */
export function fails(
	reason: Extract<Working, { readonly kind: 'fails' }>['reason'],
	message: string,
): Working {
	return { kind: 'fails', reason, message };
}

/** It printed something that its assistant would not understand. */
export function nonsense(line: string): Working {
	return fails('nonsense', `It printed something unexpected: ${quoted(line)}`);
}

function notStarted(cause: string): Working {
	return fails('not-started', `It cannot be started: ${cause}`);
}

/** The last line of what a program printed, as long as it may be shown. */
export function quoted(output: string): string {
	const last = output.trim().split('\n').at(-1) ?? '';
	return cutEnd(last, 200);
}

/** A line is run by the kind of shell that it is written for. */
export function programOf(
	start: Start,
	platform: NodeJS.Platform,
): { readonly command: string; readonly args: readonly string[]; readonly verbatim: boolean } {
	if (typeof start !== 'string') {
		return { ...start, verbatim: false };
	} else if (platform !== 'win32') {
		return { command: 'sh', args: ['-c', start], verbatim: false };
	}
	return start.startsWith('& ')
		? { command: 'powershell.exe', args: ['-NoProfile', '-Command', start], verbatim: false }
		: { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${start}"`], verbatim: true };
}

/** Nothing of it is heard any more. */
function endAll(child: ChildProcessWithoutNullStreams, platform: NodeJS.Platform): void {
	child.stdin.destroy();
	child.stdout.destroy();
	child.stderr.destroy();
	try {
		if (platform !== 'win32' && child.pid !== undefined) {
			process.kill(-child.pid, 'SIGKILL');
		} else {
			child.kill();
		}
	} catch {
		// It has ended meanwhile.
	}
}
