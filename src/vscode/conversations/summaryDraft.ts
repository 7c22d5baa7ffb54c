import { estimatedTokens } from '../../messages/tokens.ts';
import type { SectionView } from '../../protocol/conversationView.ts';
import { redact } from '../../redaction/redact.ts';
import { parseReply } from '../../summary/parse.ts';
import { renderSection } from '../../summary/sections.ts';

/** Growth before a text is shown again, as a share of it: keeps the work linear. */
const minGrowth = 1 / 64;

/**
 * Redacts the text of a reply while it arrives. Shows only whole lines, because a partial secret is not recognised.
 * @returns Takes the text of one reply in pieces.
 */
export function streamedText(show: (text: string) => void): (more: string) => void {
	let text = '';
	let shown = 0;
	return (more) => {
		text += more;
		if (text.length - shown < shown * minGrowth) {
			return;
		}
		const end = text.lastIndexOf('\n') + 1;
		if (end > shown) {
			shown = end;
			show(redact(text.slice(0, end)));
		}
	};
}

/**
 * The sections of a summary that a model is still writing, up to the present one.
 * @param text Redacted, whole lines.
 */
export function draftSections(text: string): readonly SectionView[] {
	const { summary, found } = parseReply(text);
	return found.map((title) => {
		const items = summary[title];
		return {
			title,
			items,
			tokens: items.length === 0 ? 0 : estimatedTokens.count(renderSection(items)),
		};
	});
}
