/** A summary as it is searched for facts. */
export class Told {
	/** With forward slashes. */
	readonly lines: readonly string[];
	/** On one line, in lower case. */
	readonly flat: string;
	/** Likewise, with directories taken off. */
	readonly bare: string;

	constructor(text: string) {
		this.lines = text.replaceAll('\\', '/').split('\n');
		this.flat = flatten(text);
		this.bare = withoutDirectories(this.flat);
	}

	/** The lines that hold a text, each with the two behind it. */
	around(text: string): string[] {
		return this.lines.flatMap((line, at) =>
			line.includes(text) ? [this.lines.slice(at, at + 3).join('\n')] : [],
		);
	}
}

/** Spaces folded, in lower case. */
export function flatten(text: string): string {
	return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Names instead of paths: summaries tell paths from a root. */
export function withoutDirectories(text: string): string {
	return text.replace(/[\w.@~-]*\/(?:[\w.@~-]+\/)*/g, '');
}
