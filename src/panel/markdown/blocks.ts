import { elementOf, headingOf, leafElement, type Container, type Leaf } from './blockElements.ts';
import {
	blockStart,
	closesFence,
	codeIndent,
	underlineLevel,
	type ItemStart,
} from './blockStart.ts';
import { LineCursor } from './lineCursor.ts';
import { beginsTable } from './table.ts';
import { deepest, type MarkdownElement } from './tree.ts';

/**
 * Markdown of a conversation as elements: CommonMark with tables, what is struck through and bare
 * addresses. Every line end is shown. HTML, images and definitions of links stay text.
 * Takes time linear in the length of the text.
 */
export function readMarkdown(text: string): readonly MarkdownElement[] {
	const reader = new BlockReader();
	for (const line of text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD').split('\n')) {
		reader.read(new LineCursor(line));
	}
	return reader.finish();
}

class BlockReader {
	readonly #document = container('document');
	/** The containers that are open, from the document to the innermost. */
	readonly #open: Container[] = [this.#document];
	#leaf: Leaf | undefined;

	read(line: LineCursor): void {
		const matched = this.#match(line);
		if (matched === this.#open.length && this.#continueLeaf(line)) {
			this.#markBlank(matched, line.isBlank && this.#leaf?.type === 'code');
			return;
		}
		const { isBlank } = line;
		if (isBlank) {
			this.#closeTo(matched);
		} else {
			this.#openBlocks(line, matched);
		}
		this.#markBlank(matched, isBlank);
	}

	finish(): readonly MarkdownElement[] {
		this.#closeTo(1);
		return this.#document.children;
	}

	/** Passes the marks of open containers. @returns How many of these the line belongs to. */
	#match(line: LineCursor): number {
		let matched = 1;
		for (const { type, children, indent = 0 } of this.#open.slice(1)) {
			if (type === 'quote') {
				if (line.indent >= codeIndent || !line.words.startsWith('>')) {
					break;
				}
				passQuote(line);
			} else if (type === 'item') {
				const isBegun =
					children.length > 0 || this.#leaf !== undefined || this.#open.length > matched + 1;
				if (line.isBlank ? !isBegun : line.indent < indent) {
					break;
				}
				line.passIndent(indent);
			}
			matched += 1;
		}
		return matched;
	}

	/** @returns Whether that is all that the line does. */
	#continueLeaf(line: LineCursor): boolean {
		const leaf = this.#leaf;
		switch (leaf?.type) {
			case 'fence':
				if (closesFence(line, leaf.fence)) {
					this.#closeLeaf();
				} else {
					line.passIndent(leaf.indent);
					leaf.lines.push(line.rest);
				}
				return true;
			case 'code':
				if (line.indent < codeIndent && !line.isBlank) {
					return false;
				}
				line.passIndent(codeIndent);
				leaf.lines.push(line.rest);
				return true;
			case 'table':
				if (line.isBlank || line.indent >= codeIndent || blockStart(line, true) !== undefined) {
					return false;
				}
				leaf.lines.push(line.words);
				return true;
			case 'paragraph':
				return this.#continueParagraph(leaf.lines, line);
			default:
				return false;
		}
	}

	/** What a line makes of the paragraph above it: a table or a heading. */
	#continueParagraph(lines: string[], line: LineCursor): boolean {
		const last = lines.at(-1) ?? '';
		if (line.indent < codeIndent && beginsTable(last, line.words)) {
			lines.pop();
			this.#closeLeaf();
			this.#leaf = { type: 'table', head: last, lines: [] };
			return true;
		}
		const level = underlineLevel(line);
		if (level === undefined) {
			return false;
		}
		this.#leaf = undefined;
		this.#add(headingOf(level, lines.join('\n')));
		return true;
	}

	/** Opens what the line begins, one inside the other, and puts the rest of the line there. */
	#openBlocks(line: LineCursor, matched: number): void {
		let depth = matched;
		let inParagraph = this.#leaf?.type === 'paragraph' && matched === this.#open.length;
		while (!line.isBlank) {
			const start = this.#open.length < 2 * deepest ? blockStart(line, inParagraph) : undefined;
			if (start === undefined) {
				this.#addText(line, depth);
				return;
			}
			this.#closeTo(depth);
			inParagraph = false;
			switch (start.type) {
				case 'quote':
					this.#enter(container('quote'));
					passQuote(line);
					break;
				case 'item':
					this.#enterItem(start, line);
					break;
				case 'heading':
					return this.#add(headingOf(start.level, start.text));
				case 'rule':
					return this.#add({ tag: 'hr', children: [] });
				case 'fence':
					return this.#begin({ ...start, lines: [] });
			}
			depth = this.#open.length;
		}
	}

	#enterItem(start: ItemStart, line: LineCursor): void {
		const list = this.#innermost();
		if (list.type !== 'list' || list.first?.kind !== start.kind) {
			this.#enter({ ...container('list'), first: start });
		}
		const before = line.indent;
		line.passIndent(before);
		line.pass(start.marker.length);
		const behind = line.indent;
		// Five columns and more begin code, one column behind the marker.
		const gap = start.isEmpty || behind > codeIndent ? 1 : behind;
		line.passIndent(gap);
		this.#enter({ ...container('item'), indent: before + start.marker.length + gap });
	}

	/** A line that opens nothing goes on the paragraph above it, even without the marks of what that stands in. */
	#addText(line: LineCursor, depth: number): void {
		if (this.#leaf?.type === 'paragraph') {
			this.#leaf.lines.push(line.words);
			return;
		}
		this.#closeTo(depth);
		if (line.indent < codeIndent) {
			this.#begin({ type: 'paragraph', lines: [line.words] });
		} else {
			line.passIndent(codeIndent);
			this.#begin({ type: 'code', lines: [line.rest] });
		}
	}

	#innermost(): Container {
		return this.#open.at(-1) ?? this.#document;
	}

	#begin(leaf: Leaf): void {
		this.#closeLeaf();
		this.#leaveList();
		this.#noteGap();
		this.#leaf = leaf;
	}

	#enter(next: Container): void {
		if (next.type !== 'item') {
			this.#leaveList();
		}
		this.#noteGap();
		this.#open.push(next);
	}

	/** Puts a whole block into the innermost container. */
	#add(element: MarkdownElement): void {
		this.#leaveList();
		this.#noteGap();
		this.#innermost().children.push(element);
	}

	/** Nothing but items stands in a list. */
	#leaveList(): void {
		if (this.#innermost().type === 'list') {
			this.#closeTo(this.#open.length - 1);
		}
	}

	/** A list is loose where a blank line is between what is in it. */
	#noteGap(): void {
		const inner = this.#innermost();
		const list = inner.type === 'item' ? this.#open.at(-2) : inner;
		if (inner.isBehindBlank && inner.children.length > 0 && list !== undefined) {
			list.isLoose = true;
		}
	}

	/** Notes for each open container whether this line was blank in it: in a quote it may be, and not around it. */
	#markBlank(matched: number, isBlank: boolean): void {
		const quote = this.#open.findLastIndex(
			({ type }, index) => type === 'quote' && index < matched,
		);
		for (const [index, one] of this.#open.entries()) {
			one.isBehindBlank = isBlank && index >= quote;
		}
	}

	/** Closes what is open but the outermost `count` containers. */
	#closeTo(count: number): void {
		this.#closeLeaf();
		while (this.#open.length > count) {
			const closed = this.#open.pop();
			if (closed !== undefined) {
				this.#innermost().children.push(elementOf(closed));
			}
		}
	}

	#closeLeaf(): void {
		const leaf = this.#leaf;
		this.#leaf = undefined;
		if (leaf !== undefined && (leaf.type !== 'paragraph' || leaf.lines.length > 0)) {
			this.#innermost().children.push(leafElement(leaf));
		}
	}
}

function container(type: Container['type']): Container {
	return { type, children: [], isBehindBlank: false, isLoose: false };
}

function passQuote(line: LineCursor): void {
	line.passIndent(line.indent);
	line.pass(1);
	line.passIndent(1);
}
