import createMarkdownIt, { type MarkdownIt, type RendererRule } from 'markdown-it';
import { isExternalLink } from '../protocol/externalLink.ts';
import { visibleText } from './visibleText.ts';

/** Longest text that is read as Markdown, characters: what some texts take grows with the square of their length. */
const longest = 30_000;

/** Quotes, lists and levels of emphasis inside one another that are read. What is deeper, the library leaves out. */
const deepest = 40;

const markdown = conversationMarkdown();

/**
 * Markdown of a conversation, which is untrusted, as HTML: CommonMark with tables, what is struck through and
 * bare addresses. Every line end is shown. HTML, images and definitions of links stay text, links are external
 * ones, and the rest of a long text, or all of one that is too deep, is shown as it was written.
 */
export function markdownHtml(text: string): string {
	const lineEnd = text.lastIndexOf('\n', longest);
	const end = text.length <= longest ? text.length : lineEnd < 0 ? longest : lineEnd;
	const tokens = markdown.parse(text.slice(0, end), {});
	const isDeep = tokens
		.flatMap((token) => [token, ...(token.children ?? [])])
		.some(({ level }) => level >= deepest);
	return isDeep
		? asWritten(text)
		: markdown.renderer.render(tokens, markdown.options, {}) + asWritten(text.slice(end));
}

function asWritten(text: string): string {
	const lines = markdown.utils.escapeHtml(text.replace(/^\n+/, ''));
	return lines === '' ? '' : `<p>${lines.replaceAll('\n', '<br>')}</p>`;
}

function conversationMarkdown(): MarkdownIt {
	const reader = createMarkdownIt({ html: false, linkify: true, breaks: true });
	reader.validateLink = isExternalLink;
	// Nobody would see a definition, and a name like `build.sh` is no web address.
	reader.disable('reference');
	reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
	reader.core.ruler.before('text_join', 'harmless', ({ tokens }) => {
		for (const token of tokens.flatMap(({ children }) => children ?? [])) {
			if (token.type === 'text_special') {
				// A character without a shape may be written by its number.
				token.content = visibleText(token.content);
			} else if (token.attrGet('href') === '') {
				// A link to nowhere is none.
				token.attrs = null;
			}
		}
	});
	const { rules } = reader.renderer;
	const lineEnd: RendererRule = () => '<br>';
	rules['softbreak'] = lineEnd;
	rules['hardbreak'] = lineEnd;
	rules['image'] = (tokens, at, options, env, renderer) => {
		const image = tokens[at];
		const name = renderer.renderInlineAsText(image?.children ?? [], options, env);
		return reader.utils.escapeHtml(`[${name || String(image?.attrGet('src'))}]`);
	};
	return reader;
}
