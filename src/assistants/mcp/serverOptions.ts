import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
	ownPathRules,
	ownStore,
	type StoreEnvironment,
	variablesFor,
} from '../../transcripts/discovery/environment.ts';
import type { ArchivePlaces } from './archive.ts';
import { Root } from './root.ts';

/** How the server is started. The options are a stable contract: configuration files hold them. */

/** What {@link placeOptions} do. */
export const placeUsage = `  --root FOLDER        answer for sessions of this folder; may be given more than once
                       (default: the working directory)
  --store FOLDER       Precis' own store (default: PRECIS_STORE, or precis in the user's data folder)
  --session HANDLE     the session that calls (default: the newest of the folder)
  --workspace ADDRESS  name of the workspace in the store, as VS Code has it
  --user-folder FOLDER the editor's User folder, for the sessions of its extensions`;

/** What `--help` prints. */
export const usage = `Usage: precis mcp [options]

A server of the Model Context Protocol over standard input and output.

${placeUsage}
  --read-only          do not offer compact_session

  -h, --help           print this`;

/** How a server is started. */
export interface ServerOptions {
	readonly places: ArchivePlaces;
	readonly readOnly: boolean;
}

/** What a process finds around itself. */
export interface ProcessEnvironment {
	readonly args: readonly string[];
	readonly directory: string;
	readonly variables: StoreEnvironment['variables'];
	readonly platform: NodeJS.Platform;
	readonly home?: string;
}

/** @throws {TypeError} With what is wrong with the arguments. */
export async function serverOptions(
	surroundings: ProcessEnvironment,
): Promise<ServerOptions | 'help'> {
	const { values } = parseArgs({
		args: [...surroundings.args],
		options: {
			...placeOptions,
			'read-only': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	return values.help === true
		? 'help'
		: { places: await placesOf(values, surroundings), readOnly: values['read-only'] === true };
}

/** Options that say where to look. */
export const placeOptions = {
	root: { type: 'string', multiple: true },
	store: { type: 'string' },
	session: { type: 'string' },
	workspace: { type: 'string', multiple: true },
	'user-folder': { type: 'string' },
} as const;

/** Values of {@link placeOptions}. */
export interface PlaceValues {
	readonly root?: readonly string[] | undefined;
	readonly store?: string | undefined;
	readonly session?: string | undefined;
	readonly workspace?: readonly string[] | undefined;
	readonly 'user-folder'?: string | undefined;
}

/** Where these options have a server, or a command, look. @throws {TypeError} Where the store's variable is relative. */
export async function placesOf(
	values: PlaceValues,
	surroundings: Omit<ProcessEnvironment, 'args'>,
): Promise<ArchivePlaces> {
	const { directory, platform, home = homedir() } = surroundings;
	const folders = (values.root ?? [directory]).map((folder) => path.resolve(directory, folder));
	const variables = variablesFor(platform, surroundings.variables);
	const environment: StoreEnvironment = {
		home,
		platform,
		pathRules: ownPathRules,
		variables,
		userFolder: values['user-folder'] ?? path.join(home, '.config', 'Code', 'User'),
		workspaceFolders: folders,
	};
	const { session } = values;
	return {
		root: await Root.of(folders, values.workspace ?? [], home),
		environment,
		storage: values.store ?? ownStore(environment),
		...(session === undefined ? {} : { session }),
	};
}
