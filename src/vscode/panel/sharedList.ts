import type { Memento } from 'vscode';
import type { Repository } from '../../git/repository.ts';
import type { ListedHandoffs } from '../../git/sharedHandoffs.ts';

/** The handoffs of one repository. */
export interface RepositoryListing extends ListedHandoffs {
	readonly repository: Repository;
}

export interface SharedListServices {
	/** Asks git, with nothing sent anywhere. @throws {GitFailure} */
	readonly read: () => Promise<readonly RepositoryListing[]>;
	/** What the workspace remembers. */
	readonly memory: Memento;
	readonly isTrusted: () => boolean;
	/** There may be other handoffs than before. */
	readonly changed: () => void;
}

/** What the workspace remembers: a person has shared or opened handoffs in it. */
const key = 'sharesHandoffs';

/**
 * The handoffs that were fetched into the workspace's repositories or pushed from them. Git is not run before
 * a person has used them in this workspace.
 */
export class SharedList {
	readonly #services: SharedListServices;
	#repositories: readonly RepositoryListing[] = [];
	/** Counts readings: what an earlier one finds is old. */
	#readings = 0;

	constructor(services: SharedListServices) {
		this.#services = services;
	}

	/** As they were read last. */
	get repositories(): readonly RepositoryListing[] {
		return this.#repositories;
	}

	/** Reads them for a person who shares or opens one. @throws {GitFailure} */
	async use(): Promise<readonly RepositoryListing[]> {
		const found = await this.#read();
		await this.#services.memory.update(key, true);
		return found;
	}

	/** Reads them again, if a person has used them in this workspace. @throws {GitFailure} */
	async refresh(): Promise<void> {
		const { memory, isTrusted } = this.#services;
		if (isTrusted() && memory.get(key) === true) {
			await this.#read();
		} else {
			this.#show([]);
		}
	}

	async #read(): Promise<readonly RepositoryListing[]> {
		this.#readings += 1;
		const reading = this.#readings;
		const found = await this.#services.read();
		if (reading === this.#readings) {
			this.#show(found);
		}
		return found;
	}

	#show(repositories: readonly RepositoryListing[]): void {
		const isEmpty = [...repositories, ...this.#repositories].every(
			({ handoffs }) => handoffs.length === 0,
		);
		this.#repositories = repositories;
		if (!isEmpty) {
			this.#services.changed();
		}
	}
}
