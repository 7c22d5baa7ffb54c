/** What the programs of Precis are started with is looked at before anything else is loaded: an old Node fails at that. */

/** Its SQLite searches full text from there on; what a package promises is in its manifest. */
const oldest = { major: 22, minor: 16 } as const;

/** What is wrong with a version of Node, in a sentence; undefined: nothing. */
export function oldNode(version: string): string | undefined {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const isOld = major < oldest.major || (major === oldest.major && minor < oldest.minor);
	return isOld
		? `Precis needs Node.js ${oldest.major}.${oldest.minor} or newer; this is ${version}.`
		: undefined;
}
