import type { ItemStart } from './blockStart.ts';
import { readInlines } from './inlines.ts';
import { trimmed } from './lineCursor.ts';
import { tableOf } from './table.ts';
import type { MarkdownElement, MarkdownNode, Tag } from './tree.ts';

/** Blocks while lines are added to them, and what they come to. */

/** A block that holds blocks, while lines are added to it. */
export interface Container {
	readonly type: 'document' | 'quote' | 'list' | 'item';
	readonly children: MarkdownElement[];
	/** Whether the line before was blank in here. */
	isBehindBlank: boolean;
	/** Of a list: whether a blank line stands between its items or what is in them. */
	isLoose: boolean;
	/** Of a list: its first item. */
	readonly first?: ItemStart;
	/** Of an item: columns before its words. */
	readonly indent?: number;
}

/** The block without blocks in it that the next line may go on, in the innermost container. */
export type Leaf =
	| { readonly type: 'paragraph' | 'code'; readonly lines: string[] }
	| {
			readonly type: 'fence';
			readonly lines: string[];
			readonly fence: string;
			readonly indent: number;
	  }
	| { readonly type: 'table'; readonly lines: string[]; readonly head: string };

/** A heading with its words. */
export function headingOf(level: number, text: string): MarkdownElement {
	const tags: readonly Tag[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
	return { tag: tags[level - 1] ?? 'h6', children: readInlines(text) };
}

/** What a block without blocks in it comes to. */
export function leafElement(leaf: Leaf): MarkdownElement {
	switch (leaf.type) {
		case 'paragraph':
			return { tag: 'p', children: readInlines(leaf.lines.join('\n')) };
		case 'table':
			return tableOf(leaf.head, leaf.lines);
		case 'fence':
			return codeBlock(leaf.lines);
		case 'code':
			return codeBlock(
				leaf.lines.slice(0, leaf.lines.findLastIndex((line) => trimmed(line) !== '') + 1),
			);
	}
}

function codeBlock(lines: readonly string[]): MarkdownElement {
	const code = lines.map((line) => `${line}\n`).join('');
	return { tag: 'pre', children: [{ tag: 'code', children: [code] }] };
}

/** What a block that holds blocks comes to. */
export function elementOf({ type, children, first, isLoose }: Container): MarkdownElement {
	if (type !== 'list') {
		return { tag: type === 'quote' ? 'blockquote' : 'li', children };
	}
	const items = isLoose ? children : children.map(closeTogether);
	const start = first?.number;
	if (start === undefined) {
		return { tag: 'ul', children: items };
	}
	return { tag: 'ol', children: items, ...(start === 1 ? {} : { start }) };
}

/** An item whose paragraphs stand in it as they are. */
function closeTogether(item: MarkdownElement): MarkdownElement {
	return {
		...item,
		children: item.children.flatMap((child): readonly MarkdownNode[] =>
			typeof child !== 'string' && child.tag === 'p' ? child.children : [child],
		),
	};
}
