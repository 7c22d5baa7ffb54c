/** Everything that Markdown of a conversation can become. No other element is ever made of it. */
export type Tag =
	| 'p'
	| 'br'
	| 'hr'
	| 'blockquote'
	| 'pre'
	| 'code'
	| 'em'
	| 'strong'
	| 's'
	| 'a'
	| 'ul'
	| 'ol'
	| 'li'
	| 'h1'
	| 'h2'
	| 'h3'
	| 'h4'
	| 'h5'
	| 'h6'
	| 'table'
	| 'thead'
	| 'tbody'
	| 'tr'
	| 'th'
	| 'td';

/** A text, or an element of the page. */
export type MarkdownNode = string | MarkdownElement;

/** One element, with the only two attributes there are. */
export interface MarkdownElement {
	readonly tag: Tag;
	readonly children: readonly MarkdownNode[];
	/** Of `a`: an external link. */
	readonly href?: string;
	/** Of `ol`: its first number. */
	readonly start?: number;
}

/** Quotes and lists, or levels of emphasis, inside one another that are read; what is deeper stays text. */
export const deepest = 20;

/** The words of a node without its marks. */
export function textOf(node: MarkdownNode): string {
	if (typeof node === 'string') {
		return node;
	}
	return node.tag === 'br' ? '\n' : node.children.map(textOf).join('');
}
