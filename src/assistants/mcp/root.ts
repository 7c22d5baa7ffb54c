import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWithin } from '../../transcripts/bytes/paths.ts';

/** The folders for which a server answers. Conversations of other folders do not exist for it. */
export class Root {
	/** Canonical paths. */
	readonly folders: readonly string[];
	readonly #workspaces: ReadonlySet<string>;
	readonly #home: string;

	private constructor(folders: readonly string[], workspaces: readonly string[], home: string) {
		this.folders = folders;
		this.#workspaces = new Set(workspaces);
		this.#home = home;
	}

	/** @param workspaces Addresses of workspaces, as VS Code stores them. @param home The user's home folder. */
	static async of(
		folders: readonly string[],
		workspaces: readonly string[],
		home: string,
	): Promise<Root> {
		return new Root(await Promise.all(folders.map(truePath)), workspaces, await truePath(home));
	}

	/** Whether a project is one of the folders or is inside one. @param project A path or a URI. */
	async contains(project: string | undefined): Promise<boolean> {
		const place = project === undefined ? undefined : pathOf(project);
		if (place === undefined) {
			return false;
		}
		const real = await truePath(place);
		return this.folders.some(
			(folder) => real === folder || (this.#includesSubfolders(folder) && isWithin(real, folder)),
		);
	}

	/** Whether a project may be inside one of the folders if punctuation in paths is ignored. */
	mayContain(project: string): boolean {
		return this.folders.some((folder) => hyphenated(project).startsWith(hyphenated(folder)));
	}

	/** Whether a stored conversation belongs here. @param workspace Its address, as VS Code stores it. */
	async containsWorkspace(workspace: string | undefined): Promise<boolean> {
		return (
			workspace !== undefined &&
			(this.#workspaces.has(workspace) || (await this.contains(workspace)))
		);
	}

	/** The home folder and its parents contain all projects, so their subfolders do not belong to the root. */
	#includesSubfolders(folder: string): boolean {
		return !isWithin(this.#home, folder);
	}
}

function hyphenated(place: string): string {
	return place.replaceAll(/[^A-Za-z0-9]/g, '-');
}

/** A project's path; undefined: the project is on another machine. @param project A path or a URI. */
export function pathOf(project: string): string | undefined {
	try {
		const place = project.startsWith('file:') ? fileURLToPath(project) : project;
		return path.isAbsolute(place) ? path.resolve(place) : undefined;
	} catch {
		return undefined;
	}
}

/** The canonical path; the same path if the folder was deleted. */
function truePath(place: string): Promise<string> {
	return realpath(place).catch(() => path.resolve(place));
}
