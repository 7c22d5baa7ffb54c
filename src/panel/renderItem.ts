import * as l10n from '@vscode/l10n';
import DOMPurify from 'dompurify';
import { externalLink } from '../protocol/externalLink.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { isFileName, splitAtPaths } from './filePattern.ts';
import { markdownHtml } from './markdown.ts';

/** The only elements that Markdown of a conversation can produce. */
const tags =
	'p br hr blockquote pre code em strong s a ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
		' ',
	);

interface RenderOptions {
	/** Whether names of files become links. */
	readonly linksFiles: boolean;
	/** Gets the code block to copy. */
	readonly onCopy: (code: string) => void;
}

/**
 * Renders Markdown as nodes, with links to files and blocks of code that can be copied.
 * @param markdown Visible text.
 */
export function renderItem(
	markdown: string,
	{ linksFiles, onCopy }: RenderOptions,
): DocumentFragment {
	// A second protection, independent of the Markdown parser.
	const fragment = DOMPurify.sanitize(markdownHtml(markdown), {
		RETURN_DOM_FRAGMENT: true,
		ALLOWED_TAGS: tags,
		ALLOWED_ATTR: ['href', 'start'],
		ALLOWED_URI_REGEXP: externalLink,
		ADD_URI_SAFE_ATTR: ['start'],
		ALLOW_ARIA_ATTR: false,
		ALLOW_DATA_ATTR: false,
	});
	if (linksFiles) {
		linkPaths(fragment);
	}
	for (const code of fragment.querySelectorAll<HTMLElement>(':not(a) > code')) {
		const value = code.textContent.replace(/\n$/, '');
		// A browser breaks lines after hyphens, as in `--force`.
		code.classList.toggle('unbroken', value.length <= longestUnbroken);
		if (code.parentElement?.tagName === 'PRE') {
			offerCopy(code, value, onCopy);
		} else if (linksFiles && isFileName(value)) {
			const link = fileLink(value);
			code.replaceWith(link);
			link.replaceChildren(code);
		}
	}
	return fragment;
}

function linkPaths(fragment: DocumentFragment): void {
	const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
	const texts: Text[] = [];
	while (walker.nextNode() !== null) {
		const { currentNode: node } = walker;
		if (node instanceof Text && (node.parentElement?.closest('a, code') ?? null) === null) {
			texts.push(node);
		}
	}
	for (const node of texts) {
		const runs = splitAtPaths(node.data);
		if (runs.some(({ kind }) => kind === 'path')) {
			node.replaceWith(...runs.map(({ text, kind }) => (kind === 'path' ? fileLink(text) : text)));
		}
	}
}

/** Longest code that is not broken, characters: a narrow panel has room for it. */
const longestUnbroken = 24;

/** Makes a block of code a button that copies it. Code within a line belongs to the line, which opens its source. */
function offerCopy(code: HTMLElement, value: string, onCopy: (code: string) => void): void {
	code.classList.add('value');
	code.role = 'button';
	code.tabIndex = -1;
	code.title = l10n.t('Copy {0}', value);
	code.addEventListener('click', () => {
		// Selecting a part of it is not a click.
		if (getSelection()?.isCollapsed !== false) {
			onCopy(value);
		}
	});
	code.addEventListener('keydown', (event) => {
		if (event.key === 'Enter' || event.key === ' ') {
			event.preventDefault();
			onCopy(value);
		}
	});
}

/** The attribute of a link that names a file. */
const pathAttribute = 'data-path';

function fileLink(path: string): HTMLAnchorElement {
	const link = document.createElement('a');
	link.href = '#';
	link.className = 'path';
	link.setAttribute(pathAttribute, path);
	link.title = l10n.t('Open {0}', path);
	link.textContent = path;
	return link;
}

type LinkRequest = Extract<FromPanel, { readonly type: 'openFile' | 'openExternal' }>;

/**
 * Handles a click on a link: the host opens files and web pages. Stops the
 * event, because VS Code's own handler would open the page a second time.
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
