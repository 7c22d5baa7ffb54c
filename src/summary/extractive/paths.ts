import { isAbsolute, isTemporary, slashed } from '../facts/paths.ts';

/** Share of the absolute paths a directory must hold to count as the project's root. */
const rootShare = 0.9;

/**
 * The deepest directory that holds most of the absolute paths, with its closing slash; else empty. Relative
 * paths are told as they stand: it must be the one that they begin in, too.
 */
export function projectRoot(paths: readonly string[]): string {
	const root = sharedRoot(paths);
	const relative = paths.filter((path) => !isAbsolute(path));
	return relative.length === 0 || beginsIn(root, relative, paths) ? root : '';
}

/** Whether the folder that a relative path begins with is one that absolute paths show in a directory. */
function beginsIn(root: string, relative: readonly string[], paths: readonly string[]): boolean {
	const folders = new Set(relative.flatMap((path) => firstFolder(slashed(path)) ?? []));
	const place = slashed(root);
	return paths.map(slashed).some((path) => {
		const folder = path.startsWith(place) ? firstFolder(path.slice(place.length)) : undefined;
		return folder !== undefined && folders.has(folder);
	});
}

function firstFolder(path: string): string | undefined {
	const [folder, ...rest] = path.split('/');
	return rest.length === 0 ? undefined : folder;
}

function sharedRoot(paths: readonly string[]): string {
	const everywhere = paths.filter((path) => /^(?:\/|[A-Za-z]:[\\/])/.test(path));
	const lasting = everywhere.filter((path) => !isTemporary(path));
	const absolute = lasting.length === 0 ? everywhere : lasting;
	const counts = new Map<string, number>();
	for (const path of absolute) {
		for (const match of path.matchAll(/[\\/]/g)) {
			const directory = path.slice(0, match.index + 1);
			counts.set(directory, (counts.get(directory) ?? 0) + 1);
		}
	}
	let root = '';
	for (const [directory, count] of counts) {
		if (
			isDeep(directory) &&
			count >= absolute.length * rootShare &&
			directory.length > root.length
		) {
			root = directory;
		}
	}
	return projectOf(root);
}

/** "/home/sam/" is nobody's project; "C:\\project\\" may be one. */
function isDeep(directory: string): boolean {
	const levels = directory.split(/[\\/]/).length - 1;
	return (
		levels > (directory.startsWith('/') ? 3 : 1) ||
		/^\/(?!home|Users|root)\w+\/\w+\/$/.test(directory)
	);
}

/** Where all files lie in one source folder, the project is what that folder is in. */
function projectOf(root: string): string {
	const projects = [/(?<=[\\/])src[\\/]/g, /(?<=[\\/])(?:lib|tests?)[\\/]/g].flatMap((folder) =>
		[...root.matchAll(folder)].map((match) => root.slice(0, match.index)),
	);
	return projects.find(isDeep) ?? root;
}

/** A path relative to the root, which is told once; other paths stay as they are. */
export function shortPath(path: string, root: string): string {
	if (root === '') {
		return path;
	}
	if (path.startsWith(root)) {
		return path.slice(root.length) || path;
	}
	// A shell on Windows writes drives otherwise.
	const [place, mounted] = [slashed(root), slashed(path)];
	return mounted !== path && mounted.startsWith(place) && mounted.length > place.length
		? mounted.slice(place.length)
		: path;
}

/** Takes the root off wherever a text names a path below it. */
export function shortenPaths(text: string, root: string): string {
	return root === '' ? text : text.replaceAll(root, '');
}
