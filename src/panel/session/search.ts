import type { SessionCall, SessionRow, SessionText } from '../../protocol/session.ts';

/** The names of the highlights, as the style sheet has them. */
const names = { all: 'session-found', current: 'session-found-here' } as const;

/** Longest text that is looked through for marks at once, characters. */
const longest = 2_000_000;

/**
 * Marks a text wherever it is on the page, without touching the page.
 * @param root Where to look. @param current The element that the search has led to.
 */
export function markFound(root: Element, text: string, current: Element | null): void {
	if (text === '') {
		CSS.highlights.delete(names.all);
		CSS.highlights.delete(names.current);
		return;
	}
	const wanted = text.toLowerCase();
	const all = new Highlight();
	const here = new Highlight();
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	let length = 0;
	while (length < longest && walker.nextNode() !== null) {
		const node = walker.currentNode;
		const words = (node.nodeValue ?? '').toLowerCase();
		length += words.length;
		const highlight = current?.contains(node) === true ? here : all;
		for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
			// A letter that is longer in lower case would shift what follows it.
			if (at + wanted.length <= (node.nodeValue ?? '').length) {
				highlight.add(
					new StaticRange({
						startContainer: node,
						startOffset: at,
						endContainer: node,
						endOffset: at + wanted.length,
					}),
				);
			}
		}
	}
	CSS.highlights.set(names.all, all);
	CSS.highlights.set(names.current, here);
}

/** Whether a call, its input or its output holds a text, whatever its case. */
export function isFoundIn({ name, target, input, outcome }: SessionCall, text: string): boolean {
	return [name, target, input.text, outcome?.text ?? ''].some((one) => holds(one, text));
}

/** Where a row holds a text: in what came with it, or in what was left out. */
export function whereFound(row: SessionRow, text: string): 'shown' | 'left out' {
	const texts = textsOf(row);
	const isShown =
		texts.some((one) => holds(one.text, text)) ||
		row.calls.some(({ name, target }) => holds(name, text) || holds(target, text));
	return isShown || texts.every(({ left }) => left === undefined) ? 'shown' : 'left out';
}

function textsOf({ parts, calls, outcomes }: SessionRow): readonly SessionText[] {
	return [
		...parts.flatMap((part) => (part.kind === 'image' ? [] : [part])),
		...calls.flatMap(({ input, outcome }) => (outcome === undefined ? [input] : [input, outcome])),
		...outcomes,
	];
}

function holds(text: string, wanted: string): boolean {
	return text.toLowerCase().includes(wanted.toLowerCase());
}
