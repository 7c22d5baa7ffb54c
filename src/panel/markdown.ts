import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { isExternalLink } from '../protocol/externalLink.ts';

/**
 * Markdown of a conversation as HTML: untrusted text. Raw HTML is escaped, only external links
 * are links, images are never loaded but named.
 */
function createMarkdown(): MarkdownIt {
	const markdown = createMarkdownIt({
		html: false,
		linkify: true,
		breaks: true,
		typographer: false,
	});
	markdown.validateLink = isExternalLink;
	// A definition of a link is not shown, and an item that is one would look empty.
	markdown.disable('reference');
	// Otherwise `auth.py` would become a link to a web site in Paraguay.
	markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
	markdown.renderer.rules['image'] = (tokens, index) => {
		const token = tokens[index];
		const label = token?.content === '' ? (token.attrGet('src') ?? '') : (token?.content ?? '');
		return markdown.utils.escapeHtml(`[${label}]`);
	};
	return markdown;
}

const markdown = createMarkdown();

/** HTML of one item. Still to be sanitised where it meets the DOM. */
export function renderMarkdown(text: string): string {
	return markdown.render(text);
}

/** An item's number and the rest of it. */
export interface NumberedText {
	/** As written, for example `12.`; empty when the item has none. */
	readonly number: string;
	readonly text: string;
}

/** Takes the number off an item that brings its own, so that Markdown does not count anew. */
export function splitNumber(text: string): NumberedText {
	const [marker] = /^\d+\. /.exec(text) ?? [];
	return marker === undefined
		? { number: '', text }
		: { number: marker.trimEnd(), text: text.slice(marker.length) };
}
