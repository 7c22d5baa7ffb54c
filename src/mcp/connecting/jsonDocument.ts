import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { JsonLayout } from './jsonProperty.ts';

/** A JSON document of somebody else's, which may have comments and commas at the end of lists. */

/** Undefined: it is no object, or cannot be read to its end. */
export function objectIn(text: string): Node | undefined {
	const errors: ParseError[] = [];
	const node = parseTree(text, errors, { allowTrailingComma: true });
	return errors.length === 0 && node?.type === 'object' ? node : undefined;
}

/** Of several with one name the last counts. */
export function valueOf(node: Node | undefined, name: string): Node | undefined {
	const property = node?.children?.findLast(({ children: [key] = [] }) => key?.value === name);
	return property?.children?.[1];
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
