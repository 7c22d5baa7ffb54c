import type { SessionCall, SessionRow, SessionText } from '../../protocol/session.ts';

/** Maximum text to search at once, characters. */
const maxLength = 2_000_000;

/**
 * Highlights a text on the page without changing its elements. The style sheet defines the highlights.
 * @param root The element to search. @param current The element of the current match.
 */
export function markFound(root: Element, text: string, current: Element | null): void {
	const wanted = text.toLowerCase();
	const limit = wanted === '' ? 0 : maxLength;
	const all = new Highlight();
	const here = new Highlight();
	CSS.highlights.set('session-found', all).set('session-found-here', here);
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	let length = 0;
	while (length < limit && walker.nextNode() !== null) {
		const node = walker.currentNode;
		const words = node.nodeValue ?? '';
		const lower = words.toLowerCase();
		length += words.length;
		const highlight = current?.contains(node) === true ? here : all;
		for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
			// Letters that are longer in lower case shift the following positions.
			const end = Math.min(at + wanted.length, words.length);
			highlight.add(
				new StaticRange({
					startContainer: node,
					startOffset: Math.min(at, end),
					endContainer: node,
					endOffset: end,
				}),
			);
		}
	}
}

/** Whether a call, its input or its output contains a text, ignoring case. */
export function isFoundIn({ name, target, input, outcome }: SessionCall, text: string): boolean {
	return [name, target, input.text, outcome?.text ?? ''].some((one) => includesText(one, text));
}

/** Whether a match must be in the omitted texts of a row. */
export function isLeftOut({ parts, calls, outcomes }: SessionRow, text: string): boolean {
	const texts: readonly SessionText[] = [
		...parts.flatMap((part) => (part.kind === 'image' ? [] : [part])),
		...calls.flatMap(({ input, outcome }) => (outcome === undefined ? [input] : [input, outcome])),
		...outcomes,
	];
	return (
		texts.some(({ left }) => left !== undefined) &&
		!texts.some((one) => includesText(one.text, text)) &&
		!calls.some((call) => isFoundIn(call, text))
	);
}

function includesText(text: string, wanted: string): boolean {
	return text.toLowerCase().includes(wanted.toLowerCase());
}
