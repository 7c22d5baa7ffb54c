import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * Keeps the program compiled for the next run. Whoever can write to the folder can have their own code run: it belongs
 * to the person alone, or there is none.
 */
export function keepCompiled(): void {
	const folder = compileCacheFolder();
	if (folder !== undefined && isPrivate(folder)) {
		module.enableCompileCache(folder);
	}
}

/** Where compiled programs are kept; undefined: the person has told Node of a place, or there is none. */
export function compileCacheFolder(
	variables: NodeJS.ProcessEnv = process.env,
	platform: NodeJS.Platform = process.platform,
	home: string = homedir(),
): string | undefined {
	const { NODE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = variables;
	if (NODE_COMPILE_CACHE !== undefined || !path.isAbsolute(home)) {
		return undefined;
	}
	if (platform === 'win32') {
		return LOCALAPPDATA === undefined ? undefined : path.join(LOCALAPPDATA, 'precis-cache');
	}
	const usual = platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
	const caches =
		XDG_CACHE_HOME !== undefined && path.isAbsolute(XDG_CACHE_HOME)
			? XDG_CACHE_HOME
			: path.join(home, ...usual);
	return path.join(caches, 'precis');
}

/** Makes the folder where it is missing. @returns Whether it is the person's own, and nobody else's to read or write. */
export function isPrivate(folder: string): boolean {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		// Not the target of a link: somebody else may have laid it.
		const found = lstatSync(folder);
		if (!found.isDirectory()) {
			return false;
		}
		// Windows gives what lies in the person's folders their rights.
		return (
			process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0)
		);
	} catch {
		return false;
	}
}
