import createMarkdownIt, { type MarkdownIt, type RendererRule } from 'markdown-it';
import { isExternalLink } from '../protocol/externalLink.ts';
import { visibleText } from './visibleText.ts';

/** Longest text that is parsed as Markdown, characters: the time can grow with the square of the length. */
const maxLength = 30_000;

/** Deepest nesting that is parsed. The library omits deeper content. */
const maxDepth = 40;

const markdown = conversationMarkdown();

/**
 * Converts untrusted Markdown of a conversation to HTML: CommonMark with tables, strikethrough and
 * bare addresses. Every line end is shown. HTML, images and link definitions stay text, links are external,
 * and the rest of a long text, or all of one that is nested too deeply, is shown as written.
 */
export function markdownHtml(text: string): string {
	const lineEnd = text.lastIndexOf('\n', maxLength);
	const end = text.length <= maxLength ? text.length : lineEnd < 0 ? maxLength : lineEnd;
	const tokens = markdown.parse(text.slice(0, end), {});
	const isDeep = tokens
		.flatMap((token) => [token, ...(token.children ?? [])])
		.some(({ level }) => level >= maxDepth);
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
	// Definitions would be invisible, and a name like `build.sh` is not a web address.
	reader.disable('reference');
	reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
	reader.core.ruler.before('text_join', 'harmless', ({ tokens }) => {
		for (const token of tokens.flatMap(({ children }) => children ?? [])) {
			if (token.type === 'text_special') {
				// An invisible character may be written as an entity.
				token.content = visibleText(token.content);
			} else if (token.attrGet('href') === '') {
				// An empty address does not make a link.
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
