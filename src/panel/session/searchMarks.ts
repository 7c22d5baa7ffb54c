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
