import type { Redacted } from '../redaction/redact.ts';

/**
 * The tags that tell a prompt's own structure from the text it quotes. Quoted text cannot hold one:
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
export function withoutTags(text: string): string {
	return text.replace(/<(?=[/\s]{0,20}precis\s{0,20}:)/gi, '‹').toWellFormed();
}
