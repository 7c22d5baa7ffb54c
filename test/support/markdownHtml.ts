import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { readMarkdown } from '../../src/panel/markdown/blocks.ts';
import type { MarkdownNode } from '../../src/panel/markdown/tree.ts';
import { isExternalLink } from '../../src/protocol/externalLink.ts';

/** What the panel makes of Markdown, written as HTML. */
export function markdownHtml(text: string): string {
	return readMarkdown(text).map(html).join('');
}

function html(node: MarkdownNode): string {
	if (typeof node === 'string') {
		return reference.utils.escapeHtml(node);
	}
	const { tag, href, start, children } = node;
	const link = href === undefined ? '' : ` href="${reference.utils.escapeHtml(href)}"`;
	const number = start === undefined ? '' : ` start="${start}"`;
	const end = tag === 'br' || tag === 'hr' ? '' : `</${tag}>`;
	return `<${tag}${link}${number}>${children.map(html).join('')}${end}`;
}

const reference = createReference();

function createReference(): MarkdownIt {
	const markdown = createMarkdownIt({ html: false, linkify: true, breaks: true });
	markdown.validateLink = isExternalLink;
	markdown.disable('reference');
	markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
	return markdown;
}

/** What a well-known reader of Markdown makes of it, in the same form. */
export function referenceHtml(text: string): string {
	return reference
		.render(text)
		.replaceAll(/ (?:style|class|title)="[^"]*"/g, '')
		.replaceAll('<br>\n', '<br>');
}

/** HTML without what nobody sees: line ends between elements, white space before one. */
export function comparable(text: string): string {
	return text
		.replaceAll(/\n(?=<)/g, '')
		.replaceAll(/>\n/g, '>')
		.replaceAll(/[ \t](?=<br>)/g, '')
		.trim();
}
