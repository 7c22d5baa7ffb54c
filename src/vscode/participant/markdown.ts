/** Untrusted text in Markdown. */

/** A block that shows text as it is, whatever it holds. */
export function fenced(text: string, language = ''): string {
	const runs = text.match(/`+/g) ?? [];
	const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
	const fence = '`'.repeat(Math.max(3, longest + 1));
	return `${fence}${language.replaceAll(/[^\w+#-]/g, '')}\n${text}\n${fence}`;
}

/** Text in one line, with nothing in it that Markdown, a table or an icon would take for its own. */
export function escaped(text: string): string {
	return text
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replaceAll(/[\\`*_{}[\]()#+\-.!|<>$~&@:]/g, String.raw`\$&`);
}
