import DOMPurify from 'dompurify';
import { fill } from './text.ts';
import { isFileName, splitAtPaths } from './filePattern.ts';
import { pathAttribute } from './links.ts';
import { renderMarkdown } from './markdown.ts';

/** What Markdown can become; everything else is dropped. */
const allowed = {
	ALLOWED_TAGS:
		'p br hr blockquote pre code em strong s a ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
			' ',
		),
	ALLOWED_ATTR: ['href', 'start'],
	ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: false,
	RETURN_DOM_FRAGMENT: true as const,
};

export interface ItemTexts {
	/** {0} path. */
	readonly openFile: string;
	readonly copyCode: string;
	readonly onCopy: (code: string) => void;
}

/** Markdown of one item as nodes: sanitised, files as links, code blocks with a copy button. */
export function renderItem(markdown: string, texts: ItemTexts): DocumentFragment {
	const fragment = DOMPurify.sanitize(renderMarkdown(markdown), allowed);
	linkFiles(fragment, texts);
	addCopyButtons(fragment, texts);
	return fragment;
}

function linkFiles(fragment: DocumentFragment, texts: ItemTexts): void {
	for (const code of fragment.querySelectorAll(':not(pre, a) > code')) {
		if (isFileName(code.textContent)) {
			const link = fileLink(code.textContent, texts);
			code.replaceWith(link);
			link.replaceChildren(code);
		}
	}
	const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
	const textNodes: Text[] = [];
	while (walker.nextNode() !== null) {
		const node = walker.currentNode;
		const inside = node.parentElement?.closest('a, code, pre') ?? null;
		if (node instanceof Text && inside === null) {
			textNodes.push(node);
		}
	}
	for (const node of textNodes) {
		const runs = splitAtPaths(node.data);
		if (runs.some((run) => run.isPath)) {
			node.replaceWith(...runs.map((run) => (run.isPath ? fileLink(run.text, texts) : run.text)));
		}
	}
}

function fileLink(path: string, texts: ItemTexts): HTMLAnchorElement {
	const link = document.createElement('a');
	link.href = '#';
	link.className = 'path';
	link.setAttribute(pathAttribute, path);
	link.title = fill(texts.openFile, path);
	link.textContent = path;
	return link;
}

function addCopyButtons(fragment: DocumentFragment, texts: ItemTexts): void {
	for (const block of fragment.querySelectorAll('pre')) {
		const code = block.textContent.replace(/\n$/, '');
		if (code === '') {
			continue;
		}
		const frame = document.createElement('div');
		frame.className = 'code-block';
		const button = document.createElement('button');
		button.type = 'button';
		button.className = 'chip';
		button.textContent = texts.copyCode;
		button.addEventListener('click', () => texts.onCopy(code));
		block.replaceWith(frame);
		frame.append(block, button);
	}
}
