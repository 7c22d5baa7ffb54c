import DOMPurify from 'dompurify';
import { externalLink } from '../protocol/externalLink.ts';
import { fill } from './text.ts';
import { isFileName, splitAtPaths } from './filePattern.ts';
import { pathAttribute } from './links.ts';
import { markdownHtml } from './markdown.ts';
import { splitAtMarks } from './visibleText.ts';

/** Texts of the buttons inside an item, and what copying does. */
export interface ItemTexts {
	/** {0} path. */
	readonly openFile: string;
	readonly copyCode: string;
	/** {0} the value. */
	readonly copyValue: string;
	readonly onCopy: (code: string) => void;
}

/**
 * Markdown of one item as nodes: files as links, commands and values to be copied.
 * @param markdown Visible text.
 */
export function renderItem(markdown: string, texts: ItemTexts): DocumentFragment {
	const fragment = markdownNodes(markdown);
	linkFiles(fragment, texts);
	offerValues(fragment, texts);
	addCopyButtons(fragment, texts);
	tellMarks(fragment);
	return fragment;
}

/** Everything that Markdown of a conversation can become. No other element is ever made of it. */
const tags =
	'p br hr blockquote pre code em strong s a ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
		' ',
	);

/** The second look at what becomes of Markdown: it holds whatever its reader lets through. */
function markdownNodes(text: string): DocumentFragment {
	return DOMPurify.sanitize(markdownHtml(text), {
		RETURN_DOM_FRAGMENT: true,
		ALLOWED_TAGS: tags,
		ALLOWED_ATTR: ['href', 'start'],
		ALLOWED_URI_REGEXP: externalLink,
		ADD_URI_SAFE_ATTR: ['start'],
		ALLOW_ARIA_ATTR: false,
		ALLOW_DATA_ATTR: false,
	});
}

function linkFiles(fragment: DocumentFragment, texts: ItemTexts): void {
	for (const code of fragment.querySelectorAll(':not(pre, a) > code')) {
		if (isFileName(code.textContent)) {
			const link = fileLink(code.textContent, texts);
			code.replaceWith(link);
			link.replaceChildren(code);
		}
	}
	for (const node of textNodesOf(fragment)) {
		const inside = node.parentElement?.closest('a, code, pre') ?? null;
		if (inside !== null) {
			continue;
		}
		const runs = splitAtPaths(node.data);
		if (runs.some(({ kind }) => kind === 'path')) {
			node.replaceWith(
				...runs.map(({ text, kind }) => (kind === 'path' ? fileLink(text, texts) : text)),
			);
		}
	}
}

/** Code between words is a command or a value: pressing it copies it as it is shown. */
function offerValues(fragment: DocumentFragment, { copyValue, onCopy }: ItemTexts): void {
	for (const code of fragment.querySelectorAll<HTMLElement>(':not(pre, a) > code')) {
		const value = code.textContent;
		if (value.trim() === '') {
			continue;
		}
		code.className = 'value';
		code.role = 'button';
		code.tabIndex = -1;
		code.title = fill(copyValue, value);
		code.addEventListener('click', () => onCopy(value));
		code.addEventListener('keydown', (event) => {
			if (event.key === 'Enter' || event.key === ' ') {
				event.preventDefault();
				onCopy(value);
			}
		});
	}
}

/** Makes small what stands for characters that are not shown. */
function tellMarks(fragment: DocumentFragment): void {
	for (const node of textNodesOf(fragment)) {
		const runs = splitAtMarks(node.data);
		if (runs.some(({ kind }) => kind === 'mark')) {
			node.replaceWith(...runs.map(({ text, kind }) => (kind === 'mark' ? markOf(text) : text)));
		}
	}
}

function markOf(text: string): HTMLElement {
	const mark = document.createElement('span');
	mark.className = 'hidden-character';
	mark.textContent = text;
	return mark;
}

function textNodesOf(fragment: DocumentFragment): readonly Text[] {
	const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
	const nodes: Text[] = [];
	while (walker.nextNode() !== null) {
		if (walker.currentNode instanceof Text) {
			nodes.push(walker.currentNode);
		}
	}
	return nodes;
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
		button.className = 'chip one-line';
		button.textContent = texts.copyCode;
		button.addEventListener('click', () => texts.onCopy(code));
		block.replaceWith(frame);
		frame.append(block, button);
	}
}
