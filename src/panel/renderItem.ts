import * as l10n from '@vscode/l10n';
import DOMPurify from 'dompurify';
import { externalLink } from '../protocol/externalLink.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { isFileName, splitAtPaths } from './filePattern.ts';
import { markdownHtml } from './markdown.ts';
import { splitAtMarks } from './visibleText.ts';

/**
 * Markdown of one item as nodes: files as links, commands and values to be copied.
 * @param markdown Visible text. @param onCopy Takes the code that the person wants to have copied.
 */
export function renderItem(markdown: string, onCopy: (code: string) => void): DocumentFragment {
	const fragment = markdownNodes(markdown);
	linkFiles(fragment);
	offerValues(fragment, onCopy);
	addCopyButtons(fragment, onCopy);
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

function linkFiles(fragment: DocumentFragment): void {
	for (const code of fragment.querySelectorAll(':not(pre, a) > code')) {
		if (isFileName(code.textContent)) {
			const link = fileLink(code.textContent);
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
			node.replaceWith(...runs.map(({ text, kind }) => (kind === 'path' ? fileLink(text) : text)));
		}
	}
}

/** Code between words is a command or a value: pressing it copies it as it is shown. */
function offerValues(fragment: DocumentFragment, onCopy: (code: string) => void): void {
	for (const code of fragment.querySelectorAll<HTMLElement>(':not(pre, a) > code')) {
		const value = code.textContent;
		if (value.trim() === '') {
			continue;
		}
		code.className = 'value';
		code.role = 'button';
		code.tabIndex = -1;
		code.title = l10n.t('Copy {0}', value);
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

function fileLink(path: string): HTMLAnchorElement {
	const link = document.createElement('a');
	link.href = '#';
	link.className = 'path';
	link.setAttribute(pathAttribute, path);
	link.title = l10n.t('Open {0}', path);
	link.textContent = path;
	return link;
}

function addCopyButtons(fragment: DocumentFragment, onCopy: (code: string) => void): void {
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
		button.textContent = l10n.t('Copy Code');
		button.addEventListener('click', () => onCopy(code));
		block.replaceWith(frame);
		frame.append(block, button);
	}
}

/** The attribute of a link that names a file. */
const pathAttribute = 'data-path';

/** What a click on a link asks of the host. */
type LinkRequest = Extract<FromPanel, { readonly type: 'openFile' | 'openExternal' }>;

/**
 * Follows a click on a link inside the panel: files and web pages are opened by the host. The
 * event stops here, for VS Code's own handler would open the page a second time.
 */
export function followLinks(event: MouseEvent, post: (message: LinkRequest) => void): void {
	const link = event.target instanceof Element ? event.target.closest('a') : null;
	if (link === null) {
		return;
	}
	event.preventDefault();
	event.stopPropagation();
	const path = link.getAttribute(pathAttribute);
	const url = link.getAttribute('href');
	if (path !== null) {
		post({ type: 'openFile', path });
	} else if (url !== null) {
		post({ type: 'openExternal', url });
	}
}
