import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { GitFailure } from './gitFailure.ts';

/** One run of git. */
export interface GitRun {
	/** The folder that git works in; absolute. */
	readonly folder: string;
	readonly arguments: readonly string[];
	/** What git reads from its standard input. */
	readonly input?: string;
	readonly signal?: AbortSignal;
	/** Milliseconds until git is ended; by default {@link localDeadlineMs}. */
	readonly deadlineMs?: number;
	/** Bytes that git may print; by default {@link mostOutput}. */
	readonly mostBytes?: number;
}

/** How a run ended. */
interface GitEnd {
	readonly exit: number;
	readonly output: Buffer;
	/** What git printed for people, in the C locale; cut at {@link mostOutput}. */
	readonly said: string;
}

/** Runs git. */
export type RunGit = (run: GitRun) => Promise<GitEnd>;

/** How long git may take for what it does on this machine alone, milliseconds. */
const localDeadlineMs = 20_000;

/** Bytes that git may print where nothing else is said. */
const mostOutput = 1024 * 1024;

/** Variables that would make git work in another repository than that of the folder. */
const placeVariables = [
	'GIT_DIR',
	'GIT_WORK_TREE',
	'GIT_INDEX_FILE',
	'GIT_OBJECT_DIRECTORY',
	'GIT_ALTERNATE_OBJECT_DIRECTORIES',
	'GIT_COMMON_DIR',
	'GIT_NAMESPACE',
	'GIT_PREFIX',
];

/**
 * Git as a program of its own, never through a shell. It asks nothing on a terminal, and is ended with
 * all that it started when the deadline passes, the signal aborts or it prints too much.
 * @throws {GitFailure} `no-git`, `timed-out`, `cancelled`, `too-large`; any exit code is an end.
 */
export function gitRunner(program: string, env: NodeJS.ProcessEnv): RunGit {
	const environment: NodeJS.ProcessEnv = {
		...env,
		GIT_TERMINAL_PROMPT: '0',
		GIT_NO_REPLACE_OBJECTS: '1',
		// Failures are told apart by git's words.
		LC_ALL: 'C',
		LANGUAGE: 'C',
	};
	for (const name of placeVariables) {
		delete environment[name];
	}
	return (run) => runOnce(program, environment, run);
}

async function runOnce(program: string, env: NodeJS.ProcessEnv, run: GitRun): Promise<GitEnd> {
	const { folder, arguments: given, input = '', signal, mostBytes = mostOutput } = run;
	if (signal?.aborted === true) {
		throw new GitFailure('cancelled');
	}
	const isGroup = process.platform !== 'win32';
	return new Promise<GitEnd>((resolve, reject) => {
		const child = spawn(program, ['-C', folder, ...given], {
			// Not the folder: Windows looks for programs there first. A home folder may be missing.
			cwd: tmpdir(),
			env,
			// A group can be ended as a whole, and has no terminal that ssh could ask on.
			detached: isGroup,
			windowsHide: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		const output: Buffer[] = [];
		let bytes = 0;
		let said = '';
		const end = (failure: GitFailure): void => {
			settle();
			endAll(child, isGroup);
			reject(failure);
		};
		const cancel = (): void => end(new GitFailure('cancelled'));
		const timer = setTimeout(
			() => end(new GitFailure('timed-out', said)),
			run.deadlineMs ?? localDeadlineMs,
		);
		const settle = (): void => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', cancel);
		};
		signal?.addEventListener('abort', cancel, { once: true });
		child.on('error', (cause) => {
			settle();
			const isMissing = 'code' in cause && cause.code === 'ENOENT';
			reject(new GitFailure(isMissing ? 'no-git' : 'failed', cause.message, { cause }));
		});
		child.stdout.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > mostBytes) {
				end(new GitFailure('too-large'));
			} else {
				output.push(chunk);
			}
		});
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			said = (said + text).slice(0, mostOutput);
		});
		child.on('close', (exit) => {
			settle();
			resolve({ exit: exit ?? -1, output: Buffer.concat(output), said });
		});
		// Git may end before it has read everything: its exit code says why.
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
	});
}

/** Ends git and what it started, ssh and hooks among it; nobody waits for them. */
function endAll(child: ChildProcess, isGroup: boolean): void {
	try {
		if (isGroup && child.pid !== undefined) {
			process.kill(-child.pid, 'SIGTERM');
		} else {
			child.kill();
		}
	} catch {
		// It has ended meanwhile.
	}
	child.stdout?.destroy();
	child.stderr?.destroy();
	child.unref();
}
