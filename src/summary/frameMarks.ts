import type { Redacted } from '../redaction/redact.ts';

/**
 * The frames of Precis's own texts: the lines around a handoff, marks for omissions, the tags of a prompt. In all
 * other text they are replaced by similar characters, so that users, models and Precis itself do not mistake them for
 * real ones.
 */

/** Text without lines that begin or end a handoff or a summary. Same length. */
export function withoutFrameLines(text: string): string {
	return text.replace(
		/\[(\s{0,20}(?:end of (?:the )?(?:handoff|summary)|handoff from an earlier context|context (?:compaction|summary)))([^[\]]{0,200})(\])?/gi,
		(_, opening: string, rest: string, end: string | undefined) =>
			`(${opening}${rest}${end === undefined ? '' : ')'}`,
	);
}

/** Text without any frames. Same length. */
export function withoutFrames(text: string): string {
	return withoutTags(
		withoutFrameLines(text)
			.replace(/⟪(\s{0,20}precis\s{0,20}:[^⟪⟫]{0,500})⟫/gi, '‹$1›')
			.replace(/⟪(?=\s{0,20}precis\s{0,20}:)/gi, '‹'),
	);
}

/**
 * Prefix of the tags that separate a prompt's own structure from the text it quotes. Quoted text cannot contain such a
 * tag, because its `<` is replaced by a similar character: nothing inside can end the quotation.
 */
const tagPrefix = 'precis:';

/** A tag on a separate line. The label is the prompt's, but may contain names from the log. */
export function tag(label: string): string {
	return `<${tagPrefix}${label.replace(/[<>\s]+/g, ' ').trim()}>`;
}

/** Quotes text between two tags. The text must already be data (see {@link asData}). */
export function quoted(label: string, text: string): string {
	return `<${tagPrefix}${label}>\n${text}\n</${tagPrefix}${label}>`;
}

/** Text that a prompt may quote: without secrets, tags of Precis, or halves of character pairs. */
export function asData(text: Redacted): string {
	return withoutTags(text);
}

/** Text without tags of Precis. Same length. */
function withoutTags(text: string): string {
	return text.replace(/<(?=[/\s]{0,20}precis\s{0,20}:)/gi, '‹').toWellFormed();
}
