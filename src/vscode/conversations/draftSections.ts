import { estimatedTokens } from '../../messages/tokens.ts';
import type { SectionView } from '../../protocol/conversationView.ts';
import { parseReply } from '../../summary/parse.ts';
import { renderSection } from '../../summary/sections.ts';

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
