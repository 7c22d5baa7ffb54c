import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';

/**
 * A JSON document of somebody else's, which may have comments and commas at the end of lists: what
 * it says, and how properties and items are put in and taken out so that all around them stays.
 */

/** Undefined: it is no object, or cannot be read to its end. */
export function objectIn(text: string): Node | undefined {
	const errors: ParseError[] = [];
	const node = parseTree(text, errors, { allowTrailingComma: true });
	return errors.length === 0 && node?.type === 'object' ? node : undefined;
}

/** What a property of an object has; undefined where there is none. */
export function valueOf(node: Node | undefined, name: string): Node | undefined {
	return node && propertyOf(node, name)?.children?.[1];
}

/** As the document is laid out: one line stays one. */
export function layoutOf(text: string): JsonLayout {
	const content = text.trim();
	if (!content.includes('\n') && !/^\{\s*\}$/.test(content)) {
		return { indent: '', lineEnd: '' };
	}
	const indent = /^[ \t]+(?=["/])/m.exec(text)?.[0] ?? '  ';
	return { indent, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** How a document is written. */
export interface JsonLayout {
	/** Of one step; empty where the document is one line. */
	readonly indent: string;
	/** Empty where the document is one line. */
	readonly lineEnd: string;
}

/** An object or a list of a document. */
export interface PlacedNode {
	readonly node: Node;
	/** Objects and lists that it lies in. */
	readonly depth: number;
}

/** The document with a value for a property, which comes last where it is new. */
export function withProperty(
	text: string,
	{ node, depth }: PlacedNode,
	name: string,
	value: object,
	layout: JsonLayout,
): string {
	const written = writtenAt(depth + 1, value, layout);
	const old = valueOf(node, name);
	if (old !== undefined) {
		return `${text.slice(0, old.offset)}${written}${text.slice(endOf(old))}`;
	}
	const entry = `${JSON.stringify(name)}:${layout.lineEnd === '' ? '' : ' '}${written}`;
	return withLast(text, { node, depth }, entry, layout);
}

/** The document with another item at the end of a list. */
export function withItem(
	text: string,
	list: PlacedNode,
	value: object,
	layout: JsonLayout,
): string {
	return withLast(text, list, writtenAt(list.depth + 1, value, layout), layout);
}

/** The document without a property. */
export function withoutProperty(text: string, { node }: PlacedNode, name: string): string {
	const property = propertyOf(node, name);
	return property === undefined ? text : withoutChild(text, property);
}

/** The document without a property of an object, or an item of a list; a whole document stays. */
export function withoutChild(text: string, child: Node): string {
	const { parent } = child;
	if (parent === undefined) {
		return text;
	}
	const others = (parent.children ?? []).filter((each) => each !== child);
	const comma = commaAfter(text, child);
	const before = others.findLast(({ offset }) => offset < child.offset);
	const commaBefore = before === undefined ? undefined : commaAfter(text, before);
	const rest = text.slice(comma === undefined ? endOf(child) : comma + 1);
	const start = startBefore(text, child, rest);
	if (others.length === 0 && start.length === parent.offset + 1) {
		return `${start}${rest.trimStart()}`;
	}
	return comma === undefined && commaBefore !== undefined
		? `${start.slice(0, commaBefore)}${start.slice(commaBefore + 1)}${rest}`
		: `${start}${rest}`;
}

/** Without the line break in front of the child, unless the rest of its line would come behind a comment. */
function startBefore(text: string, { offset }: Node, rest: string): string {
	const start = text.slice(0, offset).trimEnd();
	const isBroken = text.slice(start.length, offset).includes('\n');
	const isCommented = text.slice(start.lastIndexOf('\n') + 1, start.length).includes('//');
	return isBroken && isCommented && !/^[ \t]*[\r\n]/.test(rest) ? text.slice(0, offset) : start;
}

function writtenAt(depth: number, value: object, { indent, lineEnd }: JsonLayout): string {
	return JSON.stringify(value, undefined, indent).replaceAll(
		'\n',
		`${lineEnd}${indent.repeat(depth)}`,
	);
}

/** With a text behind all children. */
function withLast(
	text: string,
	{ node, depth }: PlacedNode,
	entry: string,
	{ indent, lineEnd }: JsonLayout,
): string {
	const line = (steps: number): string => `${lineEnd}${indent.repeat(steps)}`;
	const last = node.children?.at(-1);
	const comma = last === undefined ? undefined : commaAfter(text, last);
	const isCommaMissing = last !== undefined && comma === undefined;
	const start = isCommaMissing
		? `${text.slice(0, endOf(last))},${text.slice(endOf(last), endOf(node) - 1)}`
		: text.slice(0, endOf(node) - 1);
	const end = `${comma === undefined ? '' : ','}${line(depth)}${text.slice(endOf(node) - 1)}`;
	return `${start.trimEnd()}${line(depth + 1)}${entry}${end}`;
}

/** Of several with one name the last counts. */
function propertyOf({ children = [] }: Node, name: string): Node | undefined {
	return children.findLast(({ children: [key] = [] }) => key?.value === name);
}

function endOf({ offset, length }: Node): number {
	return offset + length;
}

/** Where the comma behind a property stands; undefined: there is none. */
function commaAfter(text: string, property: Node): number | undefined {
	const scanner = createScanner(text, true);
	scanner.setPosition(endOf(property));
	scanner.scan();
	const next = scanner.getTokenOffset();
	return text.charAt(next) === ',' ? next : undefined;
}
