import { failureSaid, GitFailure } from './gitFailure.ts';
import type { GitRun, RunGit } from './runGit.ts';

/** How long a push or a fetch may take, hooks included, milliseconds. */
export const remoteDeadlineMs = 120_000;

/** A remote of a repository, as a person chooses one. */
export interface Remote {
	readonly name: string;
	/** Where pushes go, without names and passwords in it. */
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
		const names = linesOf(await this.text('remote'));
		return Promise.all(
			names.map(async (name) => {
				const addresses = linesOf(
					await this.text('remote', 'get-url', '--push', '--all', '--', name),
				);
				return { name, address: addresses.map(withoutUser).join(', ') };
			}),
		);
	}

	/** What a run prints, without blanks around it. @throws {GitFailure} when git exits with another code than 0. */
	async text(...given: readonly string[]): Promise<string> {
		return (await this.output({ arguments: given })).toString('utf8').trim();
	}

	/** What a run prints, likewise. */
	async output(run: Omit<GitRun, 'folder'>): Promise<Buffer> {
		const { exit, output, said } = await this.attempt(run);
		if (exit !== 0) {
			throw failureSaid(said);
		}
		return output;
	}

	/** How a run ended, with whatever exit code. */
	attempt(run: Omit<GitRun, 'folder'>): ReturnType<RunGit> {
		return this.#run({ ...run, folder: this.folder });
	}

	/** @throws {GitFailure} `no-remote` where the repository does not name it. */
	async expectRemote(name: string): Promise<void> {
		if (!linesOf(await this.text('remote')).includes(name)) {
			throw new GitFailure('no-remote', name);
		}
	}
}

/** An address without the name and password that may stand in front of its host. */
function withoutUser(address: string): string {
	return address.replace(/^([a-z][a-z0-9+.-]{0,40}:\/\/)[^/@]{0,2000}@/i, '$1');
}

/** The lines of a text that say something. */
export function linesOf(text: string): readonly string[] {
	return text.split('\n').filter((line) => line !== '');
}
