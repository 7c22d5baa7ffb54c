import createMarkdownIt, { type MarkdownIt, type RendererRule } from 'markdown-it';
import { isExternalLink } from '../protocol/externalLink.ts';
import { visibleText } from './visibleText.ts';

/** Longest text that is read as Markdown, characters: what some texts take grows with the square of their length. */
const longest = 30_000;

/** Quotes and lists, or levels of emphasis, inside one another that are read; what is deeper stays text. */
const deepest = 20;

const markdown = conversationMarkdown();

/**
 * Markdown of a conversation, which is untrusted, as HTML: CommonMark with tables, what is struck through and
 * bare addresses. Every line end is shown. HTML, images and definitions of links stay text, links are external
 * ones, and the rest of a long text is shown as it was written.
 */
export function markdownHtml(text: string): string {
	if (text.length <= longest) {
		return markdown.render(text);
	}
	const lineEnd = text.lastIndexOf('\n', longest);
	const end = lineEnd < 0 ? longest : lineEnd;
	const rest = markdown.utils.escapeHtml(text.slice(end).replace(/^\n+/, ''));
	return `${markdown.render(text.slice(0, end))}<p>${rest.replaceAll('\n', '<br>')}</p>`;
}

function conversationMarkdown(): MarkdownIt {
	const reader = createMarkdownIt({ html: false, linkify: true, breaks: true });
	reader.validateLink = isExternalLink;
	// Nobody would see a definition, and a name like `build.sh` is no web address.
	reader.disable('reference');
	reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

	// The library leaves out blocks that stand too deep.
	reader.block.ruler.before('table', 'deepest', (state, start, end, silent) => {
		if (silent || state.level < 2 * deepest) {
			return false;
		}
		const content = state.getLines(start, end, state.blkIndent, false).trim();
		state.push('paragraph_open', 'p', 1);
		Object.assign(state.push('inline', '', 0), { content, children: [] });
		state.push('paragraph_close', 'p', -1);
		state.line = end;
		return true;
	});
	reader.inline.ruler2.push('deepest', ({ tokens }) => {
		let depth = 0;
		for (const token of tokens) {
			const { nesting } = token;
			depth += Math.min(nesting, 0);
			if (nesting !== 0 && depth >= deepest) {
				Object.assign(token, { type: 'text', tag: '', nesting: 0, content: token.markup });
			}
			depth += Math.max(nesting, 0);
		}
	});
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
