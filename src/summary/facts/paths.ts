/** How paths are written: spellings of one file, and places that do not matter. */

/** A path with forward slashes and without `./`, drives as `d:`, for comparing. */
export function slashed(path: string): string {
	return path
		.replaceAll('\\', '/')
		.replace(/^\.\//, '')
		.replace(/^(?:\/([A-Za-z])(?=\/)|([A-Za-z]):)/, (_, mounted: string, drive: string) =>
			`${mounted ?? drive}:`.toLowerCase(),
		);
}

/** Whether two spellings mean one file: the relative one is the end of the absolute one. */
export function isSamePath(known: string, path: string): boolean {
	const [long, short] = known.length >= path.length ? [known, path] : [path, known];
	const mixed = isAbsolute(long) && !isAbsolute(short);
	return long === short || (mixed && long.endsWith(`/${short}`));
}

/** The last part of a path. */
export function baseName(path: string): string {
	return slashed(path)
		.replace(/(?<!\/)\/+$/, '')
		.replace(/^.*\//, '');
}

/** Whether a path says where it begins. */
export function isAbsolute(path: string): boolean {
	return /^(?:[/\\~]|[A-Za-z]:[\\/])/.test(path);
}

/** Whether a shell word names one file: no glob, variable, substitution or device. */
export function isPlainPath(word: string): boolean {
	return /^[^*?$`{}<>|&;()]+$/.test(word) && !word.startsWith('/dev/') && /[\w\p{L}]/u.test(word);
}

/** Whether a path lies where programs put what they will not need again. */
export function isTemporary(path: string): boolean {
	return /^(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|dev)\/|[\\/](?:Temp|scratchpad)[\\/]/.test(
		path,
	);
}

/** Whether a path names what a build or an installation makes anew. */
export function isGenerated(path: string): boolean {
	return /^(?:node_modules|dist|build|out|target|coverage|__pycache__|\.next|\.venv|\.cache|\.pytest_cache)$/.test(
		baseName(path),
	);
}

/** Names that a repository has many files of, which a bare name cannot tell apart. */
export function isCommonName(name: string): boolean {
	return /^(?:package(?:-lock)?\.json|tsconfig\.json|index\.\w+|main\.\w+|mod\.rs|lib\.rs|__init__\.py|README(?:\.\w+)?|CHANGELOG\.md|Makefile|Dockerfile|Cargo\.toml|go\.mod|go\.sum|pyproject\.toml|\.gitignore|\.env|types\.ts|utils\.\w+)$/i.test(
		name,
	);
}
