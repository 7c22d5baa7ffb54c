import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
	sharedData,
	type StoreEnvironment,
	variablesFor,
} from '../transcripts/discovery/environment.ts';
import type { ArchivePlaces } from './archive.ts';
import { Root } from './root.ts';

/** How the server is started. The options are a stable contract: configuration files hold them. */

/** What `--help` prints. */
export const usage = `Usage: precis mcp [options]

A server of the Model Context Protocol over standard input and output.

  --root FOLDER        answer for sessions of this folder; may be given more than once
                       (default: the working directory)
  --store FOLDER       Precis' own store (default: PRECIS_STORE, or precis in the user's data folder)
  --session HANDLE     the session that calls (default: the newest of the folder)
  --workspace ADDRESS  name of the workspace in the store, as VS Code has it
  --user-folder FOLDER the editor's User folder, for the sessions of its extensions
  --read-only          do not offer compact_session

  -h, --help           print this`;

/** How a server is started. */
export interface ServerOptions {
	readonly places: ArchivePlaces;
	readonly readOnly: boolean;
}

/** What a process finds around itself. */
export interface Surroundings {
	readonly args: readonly string[];
	readonly directory: string;
	readonly variables: StoreEnvironment['variables'];
	readonly platform: NodeJS.Platform;
	readonly home?: string;
}

/** @throws {TypeError} With what is wrong with the arguments. */
export async function serverOptions(surroundings: Surroundings): Promise<ServerOptions | 'help'> {
	const { args, directory, platform, home = homedir() } = surroundings;
	const { values } = parseArgs({
		args: [...args],
		options: {
			root: { type: 'string', multiple: true },
			store: { type: 'string' },
			session: { type: 'string' },
			workspace: { type: 'string', multiple: true },
			'user-folder': { type: 'string' },
			'read-only': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help === true) {
		return 'help';
	}
	const folders = (values.root ?? [directory]).map((folder) => path.resolve(directory, folder));
	const variables = variablesFor(platform, surroundings.variables);
	const environment: StoreEnvironment = {
		home,
		platform,
		variables,
		userFolder: values['user-folder'] ?? path.join(home, '.config', 'Code', 'User'),
		workspaceFolders: folders,
	};
	const { session } = values;
	return {
		places: {
			root: await Root.of(folders, values.workspace ?? [], home),
			environment,
			storage:
				values.store ?? variables['PRECIS_STORE'] ?? path.join(sharedData(environment), 'precis'),
			...(session === undefined ? {} : { session }),
		},
		readOnly: values['read-only'] === true,
	};
}
