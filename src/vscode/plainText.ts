import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/** Escapes foreign text so that it contains no links, icons or commands. */

/** Longest label, characters. VS Code would cut a longer one only after layout. */
const longest = 200;

/** Text for the label of a list: one line without icons. */
export function plainLabel(text: string): string {
	return text
		.slice(0, 2 * longest)
		.replaceAll('$(', '$ (')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longest);
}

/** Characters before a match: a row shows only its beginning. */
const lead = 24;

/** An excerpt for a row of a list: starts near the first match, without match markers and Markdown. */
export function excerptLabel(excerpt: string): string {
	const text = plainLabel(excerpt.slice(Math.max(0, excerpt.indexOf('⟦') - 3 * lead)));
	const hit = text.indexOf('⟦');
	const start = hit <= lead ? 0 : text.indexOf(' ', hit - lead) + 1;
	const shown = start === 0 || start > hit ? text : `…${text.slice(start)}`;
	return shown
		.replaceAll(/[⟦⟧]/g, '')
		.replaceAll('**', '')
		.replaceAll(/(^|\s)#{1,6}(?=\s)/g, '$1')
		.replaceAll(/\s+/g, ' ')
		.trim();
}

/**
 * Text for a notification, redacted and without links: VS Code turns `[text](address)` into a link, which may
 * run a command.
 */
export function plainNotice(text: string): string {
	return redact(text).replaceAll('](', '] (');
}

/** A Markdown code block for any text. */
export function fenced(text: string, language = ''): string {
	const runs = text.match(/`+/g) ?? [];
	const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
	const fence = '`'.repeat(Math.max(3, longest + 1));
	return `${fence}${language.replaceAll(/[^\w+#-]/g, '')}\n${text}\n${fence}`;
}

/** Text in one line, escaped for Markdown, tables and icons. */
export function escaped(text: string): string {
	return text
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replaceAll(/[\\`*_{}[\]()#+\-.!|<>$~&@:]/g, String.raw`\$&`);
}

/** Longest title for a model, characters. */
const longestTitle = 100;

/** A title for a model: one redacted line, quoted so that it cannot imitate text of Precis. */
export function quotedTitle(title: string): string {
	const line = withoutControls(redact(title).replaceAll(/\s+/g, ' '));
	return JSON.stringify(line.slice(0, longestTitle).toWellFormed());
}
