import { deepest, type MarkdownElement, type MarkdownNode } from './tree.ts';

/** A run of one character that may open or close emphasis. */
interface Run {
	readonly character: string;
	/** Characters in the text. */
	readonly length: number;
	/** Of these, the ones not used up. */
	left: number;
	readonly opens: boolean;
	readonly closes: boolean;
}

/** What stands in a line while emphasis is not decided. */
export type Piece = MarkdownNode | Run;

/** Pairs runs by the rules of CommonMark, and of GitHub for what is struck through. */
export function withEmphasis(pieces: readonly Piece[]): readonly MarkdownNode[] {
	const pairing = new Pairing();
	for (const piece of pieces) {
		pairing.take(piece);
	}
	return joined(pairing.pieces);
}

class Pairing {
	readonly pieces: Piece[] = [];
	/** The runs that may still open: where each stands in `pieces`, and its number in the text. */
	readonly #openers: { readonly at: number; readonly number: number }[] = [];
	/** Up to which number openers do not fit runs of one kind: nothing is looked through twice. */
	readonly #unfit = new Map<string, number>();
	#count = 0;

	take(piece: Piece): void {
		if (!isRun(piece)) {
			this.pieces.push(piece);
			return;
		}
		if (piece.closes) {
			this.#close(piece);
		}
		if (piece.left > 0) {
			if (piece.opens) {
				this.#count += 1;
				this.#openers.push({ at: this.pieces.length, number: this.#count });
			}
			this.pieces.push(piece);
		}
	}

	#close(closer: Run): void {
		const kind = `${closer.character}${closer.opens}${closer.length % 3}`;
		while (closer.left > 0) {
			const unfit = this.#unfit.get(kind) ?? 0;
			const found = this.#openers.findLastIndex(
				({ at, number }) => number <= unfit || fits(this.pieces[at], closer),
			);
			const { at, number } = this.#openers[found] ?? { at: 0, number: 0 };
			const opener = this.pieces[at];
			if (number <= unfit || !isRun(opener)) {
				this.#unfit.set(kind, this.#count);
				return;
			}
			this.#openers.length = found + 1;
			this.#pair(opener, closer, at);
		}
	}

	/** Makes an element of what stands behind the opener. */
	#pair(opener: Run, closer: Run, at: number): void {
		const size = Math.min(opener.left, closer.left, 2);
		const children = joined(this.pieces.splice(at + 1));
		opener.left -= size;
		closer.left -= size;
		if (opener.left === 0) {
			this.pieces.pop();
			this.#openers.pop();
		}
		const tag = closer.character === '~' ? 's' : size === 2 ? 'strong' : 'em';
		if (depthOf(children) < deepest) {
			this.pieces.push({ tag, children });
		} else {
			const marks = closer.character.repeat(size);
			this.pieces.push(marks, ...children, marks);
		}
	}
}

function isRun(piece: Piece | undefined): piece is Run {
	return typeof piece === 'object' && 'character' in piece;
}

function fits(opener: Piece | undefined, closer: Run): boolean {
	if (!isRun(opener) || opener.character !== closer.character) {
		return false;
	}
	if (closer.character === '~') {
		return opener.left > 1 && closer.left > 1;
	}
	const isAmbiguous = opener.closes || closer.opens;
	const isThird = (opener.length + closer.length) % 3 === 0;
	return !(isAmbiguous && isThird && (opener.length % 3 !== 0 || closer.length % 3 !== 0));
}

/** Levels of elements in an element: counted once, for each pair asks again. */
const depths = new WeakMap<MarkdownElement, number>();

function depthOf(nodes: readonly MarkdownNode[]): number {
	return nodes.reduce(
		(most, node) => Math.max(most, typeof node === 'string' ? 0 : levels(node)),
		0,
	);
}

function levels(element: MarkdownElement): number {
	const known = depths.get(element) ?? 1 + depthOf(element.children);
	depths.set(element, known);
	return known;
}

/** Runs that stay as they are become text, and neighbouring texts one. */
function joined(pieces: readonly Piece[]): readonly MarkdownNode[] {
	const nodes: MarkdownNode[] = [];
	let text = '';
	for (const piece of pieces) {
		if (typeof piece === 'string') {
			text += piece;
		} else if (isRun(piece)) {
			text += piece.character.repeat(piece.left);
		} else {
			if (text !== '') {
				nodes.push(text);
				text = '';
			}
			nodes.push(piece);
		}
	}
	if (text !== '') {
		nodes.push(text);
	}
	return nodes;
}
