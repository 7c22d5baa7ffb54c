import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/** Texts that are not ours, so that nothing in them becomes a link, an icon or a command. */

/** Characters of a label: what is longer is cut by VS Code anyway, after it was laid out. */
const longest = 200;

/** A text for a label of a list: one line, with nothing in it that becomes an icon. */
export function plainLabel(text: string): string {
	return text
		.slice(0, 2 * longest)
		.replaceAll('$(', '$ (')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longest);
}

/** Characters before a hit: a row shows its beginning alone. */
const lead = 24;

/** The words around a hit as a row of a list has room for: its hits are marked, and the first stands near the beginning. */
export function excerptLabel(excerpt: string): string {
	const text = plainLabel(excerpt.slice(Math.max(0, excerpt.indexOf('⟦') - 3 * lead)));
	const hit = text.indexOf('⟦');
	const start = hit <= lead ? 0 : text.indexOf(' ', hit - lead) + 1;
	const shown = start === 0 || start > hit ? text : `…${text.slice(start)}`;
	return shown.replaceAll('⟦', '«').replaceAll('⟧', '»');
}

/**
 * A text for a notification, with no secrets and nothing in it to click: VS Code makes links of
 * `[text](address)`, commands among the addresses, and the words of a server or a file are not ours.
 */
export function plainNotice(text: string): string {
	return redact(text).replaceAll('](', '] (');
}

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

/** Characters of a title that a model is told. */
const longestTitle = 100;

/** A title for a model: one line, without secrets, in quotes that it cannot leave to pass for a line of ours. */
export function quotedTitle(title: string): string {
	const line = withoutControls(redact(title).replaceAll(/\s+/g, ' '));
	return JSON.stringify(line.slice(0, longestTitle).toWellFormed());
}
