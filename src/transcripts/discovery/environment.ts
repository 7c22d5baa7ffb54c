import path from 'node:path';

/** What determines where assistants store their sessions on a machine. Paths are absolute. */
export interface StoreEnvironment {
	readonly home: string;
	readonly platform: NodeJS.Platform;
	/** Name of the rules for its paths; not the functions, because an environment is sent between threads. */
	readonly pathRules: 'posix' | 'win32';
	/** Environment variables. */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** The folder of this VS Code's settings and extension data: `…/Code/User`. */
	readonly userFolder: string;
	readonly workspaceFolders: readonly string[];
}

/** The path rules of this machine. */
export const ownPathRules: StoreEnvironment['pathRules'] = path.sep === '\\' ? 'win32' : 'posix';

/** The path functions for an environment. */
export function pathsOf({ pathRules }: Pick<StoreEnvironment, 'pathRules'>): path.PlatformPath {
	return path[pathRules];
}

/** Editors based on VS Code, which store extension data in the same way. */
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Kiro'] as const;

/** The folders of these editors when they serve a remote window. */
const servers = [
	'.vscode-server',
	'.vscode-server-insiders',
	'.vscodium-server',
	'.cursor-server',
	'.windsurf-server',
	'.kiro-server',
] as const;

/** Variables by their usual names: on Windows, case does not matter. */
export function variablesFor(
	platform: NodeJS.Platform,
	variables: StoreEnvironment['variables'],
): StoreEnvironment['variables'] {
	return platform === 'win32'
		? Object.fromEntries(
				Object.entries(variables).map(([name, value]) => [name.toUpperCase(), value]),
			)
		: { ...variables };
}

/** The folder in the first of these variables that is set, otherwise a folder in the home folder. */
export function folderOf(
	environment: StoreEnvironment,
	names: readonly string[],
	...fallback: readonly string[]
): string {
	const { home, variables } = environment;
	const paths = pathsOf(environment);
	const named = names.map((name) => variables[name]).find((value) => value);
	return named === undefined ? paths.join(home, ...fallback) : expanded(named, home, paths);
}

/** The `User` folders of all editors, beginning with this editor's. */
export function userFolders(environment: StoreEnvironment): readonly string[] {
	const { home, userFolder } = environment;
	const data = applicationData(environment);
	const paths = pathsOf(environment);
	return [
		...new Set([
			paths.normalize(userFolder),
			...editors.map((editor) => paths.join(data, editor, 'User')),
			...servers.map((server) => paths.join(home, server, 'data', 'User')),
		]),
	];
}

/** The folder for programs' data: `$XDG_DATA_HOME`, by the same rule on every platform. */
export function sharedData(environment: StoreEnvironment): string {
	return folderOf(environment, ['XDG_DATA_HOME'], '.local', 'share');
}

/**
 * Precis' own store outside an editor: `$PRECIS_STORE`, else a folder in {@link sharedData}.
 * @throws {TypeError} If the variable is relative: a hook runs in any folder, including a project's.
 */
export function ownStore(environment: StoreEnvironment): string {
	const { home, variables } = environment;
	const paths = pathsOf(environment);
	const named = variables['PRECIS_STORE'];
	if (named === undefined || named === '') {
		return paths.join(sharedData(environment), 'precis');
	}
	const store = expanded(named, home, paths);
	if (!paths.isAbsolute(store)) {
		throw new TypeError(`PRECIS_STORE must be an absolute path, not "${store}".`);
	}
	return store;
}

/**
 * A path with `~` for the home folder, as used in settings and variables.
 * @param system The rules for paths.
 */
export function expanded(folder: string, home: string, system: path.PlatformPath = path): string {
	return /^~(?=$|[\\/])/.test(folder)
		? system.join(home, folder.slice(1))
		: system.normalize(folder);
}

function applicationData(environment: StoreEnvironment): string {
	switch (environment.platform) {
		case 'win32':
			return folderOf(environment, ['APPDATA'], 'AppData', 'Roaming');
		case 'darwin':
			return pathsOf(environment).join(environment.home, 'Library', 'Application Support');
		default:
			return folderOf(environment, ['XDG_CONFIG_HOME'], '.config');
	}
}
