import { withoutTags } from './promptTags.ts';

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
