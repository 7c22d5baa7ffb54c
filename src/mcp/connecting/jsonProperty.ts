import { createScanner, type Node } from 'jsonc-parser';

/** Properties of JSON objects, put in and taken out so that everything around them stays, comments too. */

/** How a document is written. */
export interface JsonLayout {
	/** Of one step; empty where the document is one line. */
	readonly indent: string;
	/** Empty where the document is one line. */
	readonly lineEnd: string;
}

/** An object of a document. */
export interface PlacedObject {
	readonly node: Node;
	/** Objects that it lies in. */
	readonly depth: number;
}

/** The document with a value for a property, which comes last where it is new. */
export function withProperty(
	text: string,
	{ node, depth }: PlacedObject,
	name: string,
	value: object,
	layout: JsonLayout,
): string {
	const { indent, lineEnd } = layout;
	const line = (steps: number): string => `${lineEnd}${indent.repeat(steps)}`;
	const written = JSON.stringify(value, undefined, indent).replaceAll('\n', line(depth + 1));
	const old = propertyOf(node, name)?.children?.[1];
	if (old !== undefined) {
		return `${text.slice(0, old.offset)}${written}${text.slice(endOf(old))}`;
	}
	const last = node.children?.at(-1);
	const comma = last === undefined ? undefined : commaAfter(text, last);
	const isCommaMissing = last !== undefined && comma === undefined;
	const start = isCommaMissing
		? `${text.slice(0, endOf(last))},${text.slice(endOf(last), endOf(node) - 1)}`
		: text.slice(0, endOf(node) - 1);
	const entry = `${JSON.stringify(name)}:${lineEnd === '' ? '' : ' '}${written}`;
	const end = `${comma === undefined ? '' : ','}${line(depth)}${text.slice(endOf(node) - 1)}`;
	return `${start.trimEnd()}${line(depth + 1)}${entry}${end}`;
}

/** The document without a property. */
export function withoutProperty(text: string, { node }: PlacedObject, name: string): string {
	const property = propertyOf(node, name);
	if (property === undefined) {
		return text;
	}
	const others = (node.children ?? []).filter((each) => each !== property);
	const comma = commaAfter(text, property);
	const before = others.findLast(({ offset }) => offset < property.offset);
	const commaBefore = before === undefined ? undefined : commaAfter(text, before);
	const rest = text.slice(comma === undefined ? endOf(property) : comma + 1);
	const start = text.slice(0, property.offset).trimEnd();
	if (others.length === 0 && start.endsWith('{')) {
		return `${start}${rest.trimStart()}`;
	}
	return comma === undefined && commaBefore !== undefined
		? `${start.slice(0, commaBefore)}${start.slice(commaBefore + 1)}${rest}`
		: `${start}${rest}`;
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
