import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { failureSaid, GitFailure, type GitFailureCode } from './gitFailure.ts';

/** How long git may take on this machine alone, milliseconds. */
const localDeadlineMs = 20_000;

/** The same for a push or a fetch, hooks included. */
export const remoteDeadlineMs = 120_000;

/** Bytes that git may print, unless a run allows more. */
const mostOutput = 1024 * 1024;

/** Variables that would make git work in another repository than that of the folder. */
const placeVariables =
	'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX';

/** One run of git. */
interface GitRun {
	readonly arguments: readonly string[];
	/** What git reads from its standard input. */
	readonly input?: string;
	readonly signal?: AbortSignal | undefined;
	readonly deadlineMs?: number;
	readonly mostBytes?: number;
}

/** How a run ended; `said` is what git printed for people. */
interface GitEnd {
	readonly exit: number;
	readonly output: Buffer;
	readonly said: string;
}

/** Runs git in a folder. */
export type RunGit = (folder: string, run: GitRun) => Promise<GitEnd>;

/**
 * Git as a program of its own, never through a shell. It asks nothing on a terminal, and is ended with
 * everything that it started when the deadline passes, the signal aborts or it prints too much.
 * @throws {GitFailure} `no-git`, `timed-out`, `cancelled`, `too-large`; any exit code is an end.
 */
export function gitRunner(program: string, env: NodeJS.ProcessEnv): RunGit {
	const environment: NodeJS.ProcessEnv = {
		...env,
		GIT_TERMINAL_PROMPT: '0',
		GIT_NO_REPLACE_OBJECTS: '1',
		// Failures are told apart by git's words, so they have to be English.
		LC_ALL: 'C',
		LANGUAGE: 'C',
	};
	for (const name of placeVariables.split(' ')) {
		delete environment[name];
	}
	return async (folder, run) => {
		if (run.signal?.aborted === true) {
			throw new GitFailure('cancelled');
		}
		// Not in the folder: Windows looks for programs there first. A home folder may be missing.
		// A group of processes can be ended as a whole, and has no terminal that ssh could ask on.
		const child = spawn(program, ['-C', folder, ...run.arguments], {
			cwd: tmpdir(),
			env: environment,
			detached: process.platform !== 'win32',
			windowsHide: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		return endOf(child, run);
	};
}

function endOf(child: ChildProcess, run: GitRun): Promise<GitEnd> {
	const { input = '', signal, deadlineMs = localDeadlineMs, mostBytes = mostOutput } = run;
	return new Promise<GitEnd>((resolve, reject) => {
		const output: Buffer[] = [];
		let bytes = 0;
		let said = '';
		const stop = (code: GitFailureCode): void => {
			endAll(child);
			reject(new GitFailure(code, said));
		};
		const ends = [AbortSignal.timeout(deadlineMs), ...(signal === undefined ? [] : [signal])];
		AbortSignal.any(ends).addEventListener('abort', () =>
			stop(signal?.aborted === true ? 'cancelled' : 'timed-out'),
		);
		child.on('error', (cause) => {
			const isMissing = 'code' in cause && cause.code === 'ENOENT';
			reject(new GitFailure(isMissing ? 'no-git' : 'failed', cause.message, { cause }));
		});
		child.stdout?.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			output.push(chunk);
			if (bytes > mostBytes) {
				stop('too-large');
			}
		});
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			said = (said + text).slice(0, mostOutput);
		});
		child.on('close', (exit) => resolve({ exit: exit ?? -1, output: Buffer.concat(output), said }));
		// Git may end before it has read everything: its exit code says why.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});
}

/** Ends git and what it started, ssh and hooks among it, and waits for none of it. */
function endAll(child: ChildProcess): void {
	const { exitCode, signalCode, pid } = child;
	if (exitCode !== null || signalCode !== null) {
		return;
	}
	try {
		if (process.platform !== 'win32' && pid !== undefined) {
			process.kill(-pid, 'SIGTERM');
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

/** A remote of a repository; its address is where pushes go, without names and passwords in it. */
export interface Remote {
	readonly name: string;
	readonly address: string;
}

/** A git repository on this machine, through git alone. Failures are a {@link GitFailure}. */
export class Repository {
	/** Its top folder, or the repository itself where it has no files. */
	readonly folder: string;
	readonly #run: RunGit;

	private constructor(folder: string, run: RunGit) {
		this.folder = folder;
		this.#run = run;
	}

	/** The repository that a folder lies in. @throws {GitFailure} `no-repository`, `no-git`. */
	static async at(folder: string, run: RunGit): Promise<Repository> {
		const here = new Repository(folder, run);
		const isBare = (await here.text('rev-parse', '--is-bare-repository')) === 'true';
		return isBare ? here : new Repository(await here.text('rev-parse', '--show-toplevel'), run);
	}

	/** Its remotes, in git's order. */
	async remotes(): Promise<readonly Remote[]> {
		const address = async (name: string): Promise<string> => {
			const all = await this.text('remote', 'get-url', '--push', '--all', '--', name);
			// Without the name and password that may stand in front of the host.
			const user = /^([a-z][a-z0-9+.-]{0,40}:\/\/)[^/@]{0,2000}@/i;
			return linesOf(all)
				.map((line) => line.replace(user, '$1'))
				.join(', ');
		};
		const names = linesOf(await this.text('remote'));
		return Promise.all(names.map(async (name) => ({ name, address: await address(name) })));
	}

	/** What a run prints, without blanks around it. @throws {GitFailure} when git exits with another code than 0. */
	async text(...given: readonly string[]): Promise<string> {
		return (await this.output({ arguments: given })).toString('utf8').trim();
	}

	/** What a run prints, likewise. @param failureOf The failure that a run tells of. */
	async output(
		run: GitRun,
		failureOf = (said: string, _output: Buffer): GitFailure => failureSaid(said),
	): Promise<Buffer> {
		const { exit, output, said } = await this.#run(this.folder, run);
		if (exit !== 0) {
			throw failureOf(said, output);
		}
		return output;
	}
}

/** The lines of a text that say something. */
export function linesOf(text: string): readonly string[] {
	return text.split('\n').filter((line) => line !== '');
}
