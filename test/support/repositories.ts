import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitRunner, Repository, type RunGit } from '../../src/git/repository.ts';

/** Who pushes what nobody asked for. */
const mallory = ['-c', 'user.name=Mallory', '-c', 'user.email=m@example.com'];

/** Two clones of a bare repository in a temporary folder, with a git configuration of their own. */
export class Repositories {
	readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'precis-git-')));
	readonly bare = join(this.folder, 'remote.git');
	readonly env: NodeJS.ProcessEnv = {
		...process.env,
		HOME: this.folder,
		GIT_CONFIG_GLOBAL: join(this.folder, 'gitconfig'),
		GIT_CONFIG_NOSYSTEM: '1',
	};
	readonly run: RunGit = gitRunner('git', this.env);

	constructor() {
		this.git(
			this.folder,
			'config',
			'--file',
			join(this.folder, 'gitconfig'),
			'user.useConfigOnly',
			'true',
		);
		this.git(this.folder, 'init', '--quiet', '--bare', '--initial-branch=main', this.bare);
		for (const name of ['ada', 'ben']) {
			this.git(this.folder, 'clone', '--quiet', this.bare, name);
			this.git(join(this.folder, name), 'config', 'user.name', name);
			this.git(join(this.folder, name), 'config', 'user.email', `${name}@example.com`);
		}
		mkdirSync(join(this.folder, 'ada', 'src'));
	}

	/** The clone of a person. */
	clone(name: 'ada' | 'ben'): Promise<Repository> {
		return Repository.at(join(this.folder, name), this.run);
	}

	/** Runs git as a person would. */
	git(folder: string, ...given: readonly string[]): string {
		return this.gitReading('', folder, ...given);
	}

	/** Likewise, with something to read. */
	gitReading(input: string | Uint8Array, folder: string, ...given: readonly string[]): string {
		return execFileSync('git', given, {
			cwd: folder,
			env: this.env,
			input,
			encoding: 'utf8',
			stdio: ['pipe', 'pipe', 'pipe'],
		}).trim();
	}

	/** Puts a commit with these files under a reference of the remote, as anybody who can push may. */
	plant(
		id: string,
		files: Readonly<Record<string, string | Uint8Array>>,
		title = 'Planted',
	): string {
		const entries = Object.entries(files).map(([name, content]) => {
			const blob = this.gitReading(content, this.bare, 'hash-object', '-w', '--stdin');
			return `100644 blob ${blob}\t${name}\n`;
		});
		const tree = this.gitReading(entries.join(''), this.bare, 'mktree');
		const commit = this.gitReading(title, this.bare, ...mallory, 'commit-tree', '-F', '-', tree);
		this.git(this.bare, 'update-ref', `refs/precis/handoffs/${id}`, commit);
		return commit;
	}

	/** Puts something else under a reference of the remote that has a handoff. */
	supplant(id: string, by: 'commit-tree' | 'tag' | 'blob'): void {
		const reference = `refs/precis/handoffs/${id}`;
		this.git(this.bare, 'update-ref', reference, this.#successor(reference, by));
	}

	#successor(reference: string, by: 'commit-tree' | 'tag' | 'blob'): string {
		switch (by) {
			case 'commit-tree': {
				const tree = `${reference}^{tree}`;
				return this.git(this.bare, ...mallory, by, '-m', 'x', '-p', reference, tree);
			}
			case 'tag': {
				const tag = `object ${this.git(this.bare, 'rev-parse', reference)}\ntype commit\ntag x\n`;
				const tagger = 'tagger M <m@example.com> 0 +0000\n\nx\n';
				return this.gitReading(tag + tagger, this.bare, 'mktag');
			}
			case 'blob':
				return this.gitReading('x', this.bare, 'hash-object', '-w', '--stdin');
		}
	}

	dispose(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
