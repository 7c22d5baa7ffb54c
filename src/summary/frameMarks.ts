import type { Redacted } from '../redaction/redact.ts';

/**
 * What Precis frames its own texts with: the lines around a handoff, marks for what was left out, the
 * tags of a prompt. In words of others they are written with other characters, so that those who read
 * a handoff, people, models and Precis itself, do not take them for the real ones.
 */

/** Text without the lines that begin and end a handoff or a summary. Of the same length. */
export function withoutFrameLines(text: string): string {
	return text.replace(
		/\[(\s{0,20}(?:end of (?:the )?(?:handoff|summary)|handoff from an earlier context|context (?:compaction|summary)))([^[\]]{0,200})(\])?/gi,
		(_, opening: string, rest: string, end: string | undefined) =>
			`(${opening}${rest}${end === undefined ? '' : ')'}`,
	);
}

/** Text without anything of a frame. Of the same length. */
export function withoutFrames(text: string): string {
	return withoutTags(
		withoutFrameLines(text)
			.replace(/⟪(\s{0,20}precis\s{0,20}:[^⟪⟫]{0,500})⟫/gi, '‹$1›')
			.replace(/⟪(?=\s{0,20}precis\s{0,20}:)/gi, '‹'),
	);
}

/**
 * Begins the tags that tell a prompt's own structure from the text it quotes. Quoted text cannot hold one:
 * whatever looks like it is written with another character, so nothing inside can close the quotation.
 */
const name = 'precis:';

/** A tag on a line of its own. The label is the prompt's, but may hold names from the log. */
export function tag(label: string): string {
	return `<${name}${label.replace(/[<>\s]+/g, ' ').trim()}>`;
}

/** Quotes text between two tags. The text has to be data already (see {@link asData}). */
export function quoted(label: string, text: string): string {
	return `<${name}${label}>\n${text}\n</${name}${label}>`;
}

/** What a prompt may quote: no secret is in it, no tag of ours, and no half of a character pair. */
export function asData(text: Redacted): string {
	return withoutTags(text);
}

/** Text without tags of ours. Of the same length. */
function withoutTags(text: string): string {
	return text.replace(/<(?=[/\s]{0,20}precis\s{0,20}:)/gi, '‹').toWellFormed();
}
