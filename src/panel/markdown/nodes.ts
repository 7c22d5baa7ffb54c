import { readMarkdown } from './blocks.ts';
import type { MarkdownNode } from './tree.ts';

/**
 * Markdown of a conversation, which is untrusted, as nodes of the page. No markup is parsed for it: texts
 * become text nodes, and elements and attributes are those of the tree.
 */
export function markdownNodes(text: string): DocumentFragment {
	const fragment = document.createDocumentFragment();
	for (const block of readMarkdown(text)) {
		// The line end is a space where the last paragraph stands in one line with what follows it.
		fragment.append(domNode(block), '\n');
	}
	return fragment;
}

function domNode(node: MarkdownNode): Node {
	if (typeof node === 'string') {
		return document.createTextNode(node);
	}
	const element = document.createElement(node.tag);
	if (node.href !== undefined) {
		element.setAttribute('href', node.href);
	}
	if (node.start !== undefined) {
		element.setAttribute('start', String(node.start));
	}
	for (const child of node.children) {
		element.append(domNode(child));
	}
	return element;
}
