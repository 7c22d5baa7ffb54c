/** Checks the version of Node before anything else is loaded, because loading would fail on an old one. */

/** The first version whose SQLite has full-text search; the package's manifest may require a newer one. */
const oldest = { major: 22, minor: 16 } as const;

/** The problem with a version of Node, as a sentence; undefined: none. */
export function oldNode(version: string): string | undefined {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const isOld = major < oldest.major || (major === oldest.major && minor < oldest.minor);
	return isOld
		? `Precis needs Node.js ${oldest.major}.${oldest.minor} or newer; this is ${version}.`
		: undefined;
}
