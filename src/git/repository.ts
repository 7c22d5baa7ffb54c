import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { parseGitFailure, GitFailure, type GitFailureCode } from './gitFailure.ts';

/** Deadline of local git commands, milliseconds. */
const localDeadlineMs = 20_000;

/** Deadline of a push or fetch, including hooks, milliseconds. */
export const remoteDeadlineMs = 120_000;

/** Default limit of git's output, bytes. */
const maxOutput = 1024 * 1024;

/** Variables that would direct git to another repository. */
const redirectingVariables =
	'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX';

/** One run of git. */
interface GitRun {
	readonly arguments: readonly string[];
	/** Standard input of git. */
	readonly input?: string;
	readonly signal?: AbortSignal | undefined;
	readonly deadlineMs?: number;
	readonly maxBytes?: number;
}

/** Result of a run; `errorOutput` is git's standard error. */
interface GitResult {
	readonly exit: number;
	readonly output: Buffer;
	readonly errorOutput: string;
}

/** Runs git in a folder. */
export type RunGit = (folder: string, run: GitRun) => Promise<GitResult>;

/**
 * Runs git without a shell and without questions on a terminal. Ends git and its child processes when the
 * deadline passes, the signal aborts or the output is too large.
 * @throws {GitFailure} `no-git`, `timed-out`, `cancelled`, `too-large`; an exit code is a result.
 */
export function gitRunner(program: string, env: NodeJS.ProcessEnv): RunGit {
	const environment: NodeJS.ProcessEnv = {
		...env,
		GIT_TERMINAL_PROMPT: '0',
		GIT_NO_REPLACE_OBJECTS: '1',
		// Failures are classified by git's messages, which must be English.
		LC_ALL: 'C',
		LANGUAGE: 'C',
	};
	for (const name of redirectingVariables.split(' ')) {
		delete environment[name];
	}
	return async (folder, run) => {
		if (run.signal?.aborted === true) {
			throw new GitFailure('cancelled');
		}
		// Not in `folder`: Windows would look for programs there first. The home folder may not exist.
		// A process group of its own can be ended as a whole, and has no terminal on which ssh could ask questions.
		const child = spawn(program, ['-C', folder, ...run.arguments], {
			cwd: tmpdir(),
			env: environment,
			detached: process.platform !== 'win32',
			windowsHide: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		return resultOf(child, run);
	};
}

function resultOf(child: ChildProcess, run: GitRun): Promise<GitResult> {
	const { input = '', signal, deadlineMs = localDeadlineMs, maxBytes = maxOutput } = run;
	return new Promise<GitResult>((resolve, reject) => {
		const output: Buffer[] = [];
		let bytes = 0;
		let errorOutput = '';
		const stop = (code: GitFailureCode): void => {
			killTree(child);
			reject(new GitFailure(code, errorOutput));
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
			if (bytes > maxBytes) {
				stop('too-large');
			}
		});
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			errorOutput = (errorOutput + text).slice(0, maxOutput);
		});
		child.on('close', (exit) =>
			resolve({ exit: exit ?? -1, output: Buffer.concat(output), errorOutput }),
		);
		// Git may end before it has read everything; its exit code shows why.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});
}

/** Ends git and its child processes, such as ssh and hooks, without waiting. */
function killTree(child: ChildProcess): void {
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
		// Git has ended in the meantime.
	}
	child.stdout?.destroy();
	child.stderr?.destroy();
	child.unref();
}

/** A remote of a repository, with its push address without credentials. */
export interface Remote {
	readonly name: string;
	readonly address: string;
}

/** A git repository on this machine. Failures are a {@link GitFailure}. */
export class Repository {
	/** The top folder, or the folder of a bare repository. */
	readonly folder: string;
	readonly #run: RunGit;

	private constructor(folder: string, run: RunGit) {
		this.folder = folder;
		this.#run = run;
	}

	/** The repository of a folder. @throws {GitFailure} `no-repository`, `no-git`. */
	static async at(folder: string, run: RunGit): Promise<Repository> {
		const here = new Repository(folder, run);
		const isBare = (await here.text('rev-parse', '--is-bare-repository')) === 'true';
		return isBare ? here : new Repository(await here.text('rev-parse', '--show-toplevel'), run);
	}

	/** Its remotes, in git's order. */
	async remotes(): Promise<readonly Remote[]> {
		const address = async (name: string): Promise<string> => {
			const all = await this.text('remote', 'get-url', '--push', '--all', '--', name);
			// Removes credentials before the host.
			const user = /^([a-z][a-z0-9+.-]{0,40}:\/\/)[^/@]{0,2000}@/i;
			return linesOf(all)
				.map((line) => line.replace(user, '$1'))
				.join(', ');
		};
		const names = linesOf(await this.text('remote'));
		return Promise.all(names.map(async (name) => ({ name, address: await address(name) })));
	}

	/** Trimmed output of a run. @throws {GitFailure} if the exit code is not 0. */
	async text(...gitArguments: readonly string[]): Promise<string> {
		return (await this.output({ arguments: gitArguments })).toString('utf8').trim();
	}

	/** Output of a run. @param failureOf Classifies a failed run. @throws {GitFailure} if the exit code is not 0. */
	async output(
		run: GitRun,
		failureOf = (errorOutput: string, _output: Buffer): GitFailure => parseGitFailure(errorOutput),
	): Promise<Buffer> {
		const { exit, output, errorOutput } = await this.#run(this.folder, run);
		if (exit !== 0) {
			throw failureOf(errorOutput, output);
		}
		return output;
	}
}

/** The non-empty lines of a text. */
export function linesOf(text: string): readonly string[] {
	return text.split('\n').filter((line) => line !== '');
}
