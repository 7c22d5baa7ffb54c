import type { Folder } from '../../transcripts/discovery/folders.ts';
import {
	folderOf,
	pathsOf,
	type StoreEnvironment,
} from '../../transcripts/discovery/environment.ts';

/** A configuration file that lies in a folder of an assistant. */
export function fileIn(folder: Folder, ...steps: readonly [string, ...string[]]) {
	const files = (environment: StoreEnvironment): readonly [string] => [
		pathsOf(environment).join(folder(environment), ...steps),
	];
	return { folder, files };
}

/** Of the programs that keep their settings where the platform has them. */
export function configured(environment: StoreEnvironment, ...steps: readonly string[]): string {
	return pathsOf(environment).join(folderOf(environment, ['XDG_CONFIG_HOME'], '.config'), ...steps);
}
