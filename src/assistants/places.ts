import { homedir } from 'node:os';
import path from 'node:path';
import {
	ownPathRules,
	ownStore,
	type StoreEnvironment,
	variablesFor,
} from '../transcripts/discovery/environment.ts';
import { Root } from './mcp/root.ts';

/**
 * Where the server and the commands look for conversations. The options that set these places are a stable contract:
 * configuration files contain them.
 */
export interface Places {
	readonly root: Root;
	readonly environment: StoreEnvironment;
	/** Folder of Precis' store; may not exist. */
	readonly storage: string;
	/** The calling session, if specified. */
	readonly session?: string;
}

/** Command-line options that set the places. */
export const placeOptions = {
	root: { type: 'string', multiple: true },
	store: { type: 'string' },
	session: { type: 'string' },
	workspace: { type: 'string', multiple: true },
} as const;

/** Help for {@link placeOptions}. */
export const placeUsage = `  --root FOLDER        answer for sessions of this folder; may be given more than once
                       (default: the working directory)
  --store FOLDER       Precis' own store (default: PRECIS_STORE, or precis in the user's data folder)
  --session HANDLE     the calling session (default: the newest of the folder)
  --workspace ADDRESS  address of the workspace, as VS Code stores it`;

/** Values of {@link placeOptions}. */
interface PlaceValues {
	readonly root?: readonly string[] | undefined;
	readonly store?: string | undefined;
	readonly session?: string | undefined;
	readonly workspace?: readonly string[] | undefined;
}

/** The environment of a process. */
export interface ProcessEnvironment {
	readonly directory: string;
	readonly variables: StoreEnvironment['variables'];
	readonly platform: NodeJS.Platform;
	readonly home: string;
}

function ownProcess(): ProcessEnvironment {
	const { env: variables, platform } = process;
	return { directory: process.cwd(), variables, platform, home: homedir() };
}

/** The places that these options set. @throws {TypeError} If `PRECIS_STORE` is a relative path. */
export async function placesOf(
	{ root, store, session, workspace = [] }: PlaceValues,
	{ directory, variables, platform, home } = ownProcess(),
): Promise<Places> {
	const folders = (root ?? [directory]).map((folder) => path.resolve(directory, folder));
	const base = {
		home,
		platform,
		pathRules: ownPathRules,
		variables: variablesFor(platform, variables),
		userFolder: path.join(home, '.config', 'Code', 'User'),
		workspaceFolders: folders,
	};
	const storage = store === undefined ? ownStore(base) : path.resolve(directory, store);
	const parent = path.dirname(storage);
	// An editor has the store in `User/globalStorage`, with the data of other extensions.
	const isInEditor = path.basename(parent) === 'globalStorage';
	const environment = isInEditor ? { ...base, userFolder: path.dirname(parent) } : base;
	return {
		root: await Root.of(folders, workspace, home),
		environment,
		storage,
		...(session === undefined ? {} : { session }),
	};
}
