import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWithin } from '../../transcripts/bytes/paths.ts';

/** The folders of a server: conversations of other folders do not exist for it. */
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

	/** @param workspaces As VS Code names them. @param home The home folder of the user. */
	static async of(
		folders: readonly string[],
		workspaces: readonly string[],
		home: string,
	): Promise<Root> {
		return new Root(await Promise.all(folders.map(truePath)), workspaces, await truePath(home));
	}

	/** Whether a project is one of the folders or is inside one. @param project A path or a URI. */
	async holds(project: string | undefined): Promise<boolean> {
		const place = project === undefined ? undefined : pathOf(project);
		if (place === undefined) {
			return false;
		}
		const real = await truePath(place);
		return this.folders.some(
			(folder) => real === folder || (this.#isNarrow(folder) && isWithin(real, folder)),
		);
	}

	/** Whether a project, or another one whose path has the same letters and digits, may be inside one of the folders. */
	mayHoldOther(project: string): boolean {
		return this.folders.some((folder) => hyphens(project).startsWith(hyphens(folder)));
	}

	/** Whether a stored conversation belongs here. @param workspace As VS Code names it. */
	async holdsWorkspace(workspace: string | undefined): Promise<boolean> {
		return (
			workspace !== undefined && (this.#workspaces.has(workspace) || (await this.holds(workspace)))
		);
	}

	/** All projects are inside the home folder and its parents: for those, only the folder itself counts. */
	#isNarrow(folder: string): boolean {
		return !isWithin(this.#home, folder);
	}
}

function hyphens(place: string): string {
	return place.replaceAll(/[^A-Za-z0-9]/g, '-');
}

/** A project's path on this machine; undefined: it is on another one. @param project A path or a URI. */
export function pathOf(project: string): string | undefined {
	try {
		const place = project.startsWith('file:') ? fileURLToPath(project) : project;
		return path.isAbsolute(place) ? path.resolve(place) : undefined;
	} catch {
		return undefined;
	}
}

/** A deleted folder is known only by its name. */
function truePath(place: string): Promise<string> {
	return realpath(place).catch(() => path.resolve(place));
}
