import { isExternalLink } from '../../protocol/externalLink.ts';
import { unescaped } from './characters.ts';
import { withEmphasis, type Piece } from './emphasis.ts';
import { bareAddress, bracketedAddress, encoded, linkTarget } from './links.ts';
import { textOf, type MarkdownNode } from './tree.ts';

/** A bracket that may begin the text of a link or the name of an image. */
interface Bracket {
	/** Its index among the pieces. */
	readonly at: number;
	readonly isImage: boolean;
	/** False around another link. */
	canBeLink: boolean;
}

/** Reads what stands in a paragraph, a heading or a cell. Line ends in it are shown. */
export function readInlines(text: string): readonly MarkdownNode[] {
	return new InlineReader(text).read();
}

class InlineReader {
	readonly #text: string;
	readonly #pieces: Piece[] = [];
	readonly #brackets: Bracket[] = [];
	/** Where the last run of so many backticks begins. */
	#lastBackticks: ReadonlyMap<number, number> | undefined;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	read(): readonly MarkdownNode[] {
		const special = /[\\`*_~[\]!<&\n]|https?:\/\/|mailto:/gi;
		while (this.#at < this.#text.length) {
			special.lastIndex = this.#at;
			const found = special.exec(this.#text);
			this.#take((found?.index ?? this.#text.length) - this.#at);
			if (found !== null) {
				this.#readSpecial(found[0]);
			}
		}
		return withEmphasis(this.#pieces);
	}

	/** Takes so many characters as they are. */
	#take(length: number): void {
		if (length > 0) {
			this.#add(this.#text.slice(this.#at, this.#at + length), length);
		}
	}

	/** @param length Characters that the piece was written with. */
	#add(piece: Piece, length: number): void {
		this.#pieces.push(piece);
		this.#at += length;
	}

	#readSpecial(found: string): void {
		switch (found) {
			case '\\':
				return this.#readEscape();
			case '`':
				return this.#readCode();
			case '*':
			case '_':
			case '~':
				return this.#readRun(found);
			case '!':
				return this.#text[this.#at + 1] === '[' ? this.#open(true) : this.#take(1);
			case '[':
				return this.#open(false);
			case ']':
				return this.#close();
			case '<':
				return this.#readBracketed();
			case '&':
				return this.#readReference();
			case '\n':
				return this.#add({ tag: 'br', children: [] }, 1);
			default:
				return this.#readAddress(found.length);
		}
	}

	#readEscape(): void {
		const next = this.#text[this.#at + 1] ?? '';
		if (next === '\n') {
			this.#add({ tag: 'br', children: [] }, 2);
		} else if (/[!-/:-@[-`{-~]/.test(next)) {
			this.#add(next, 2);
		} else {
			this.#take(1);
		}
	}

	#readCode(): void {
		const opening = this.#runLength('`');
		this.#lastBackticks ??= new Map(
			Array.from(this.#text.matchAll(/`+/g), ({ 0: run, index }) => [run.length, index]),
		);
		const start = this.#at + opening;
		if ((this.#lastBackticks.get(opening) ?? 0) < start) {
			return this.#take(opening);
		}
		const runs = /`+/g;
		runs.lastIndex = start;
		for (let run = runs.exec(this.#text); run !== null; run = runs.exec(this.#text)) {
			if (run[0].length === opening) {
				const code = this.#text.slice(start, run.index).replaceAll('\n', ' ');
				const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
				const children = [isPadded ? code.slice(1, -1) : code];
				return this.#add({ tag: 'code', children }, run.index + opening - this.#at);
			}
		}
	}

	#runLength(character: string): number {
		let end = this.#at;
		while (this.#text[end] === character) {
			end += 1;
		}
		return end - this.#at;
	}

	#readRun(character: string): void {
		const length = this.#runLength(character);
		const before = kindOf(this.#text.slice(0, this.#at).slice(-2), true);
		const behind = kindOf(this.#text.slice(this.#at + length, this.#at + length + 2), false);
		const isLeft = behind !== 'space' && (behind !== 'sign' || before !== 'word');
		const isRight = before !== 'space' && (before !== 'sign' || behind !== 'word');
		const opens = isLeft && (character !== '_' || !isRight || before === 'sign');
		const closes = isRight && (character !== '_' || !isLeft || behind === 'sign');
		this.#add({ character, length, left: length, opens, closes }, length);
	}

	#open(isImage: boolean): void {
		this.#brackets.push({ at: this.#pieces.length, isImage, canBeLink: true });
		this.#take(isImage ? 2 : 1);
	}

	#close(): void {
		const bracket = this.#brackets.pop();
		const target =
			bracket?.isImage === true || bracket?.canBeLink === true
				? linkTarget(this.#text, this.#at + 1)
				: undefined;
		if (bracket === undefined || target === undefined) {
			return this.#take(1);
		}
		const { href, end } = target;
		const inside = this.#pieces.splice(bracket.at).slice(1);
		this.#at = end;
		if (bracket.isImage) {
			const name = withEmphasis(inside).map(textOf).join('');
			this.#pieces.push(`[${name === '' ? href : name}]`);
			return;
		}
		// A bare address in the text of a link is words of it.
		const words = inside.map((piece) =>
			typeof piece === 'object' && 'href' in piece ? textOf(piece) : piece,
		);
		this.#pieces.push({ tag: 'a', href, children: withEmphasis(words) });
		const outermost = this.#brackets.findLastIndex(({ canBeLink }) => !canBeLink);
		for (const outer of this.#brackets.slice(outermost + 1)) {
			outer.canBeLink = false;
		}
	}

	/** An address in angle brackets. */
	#readBracketed(): void {
		const address = bracketedAddress(this.#text, this.#at) ?? '';
		const href = /^[\w.+-]{1,64}@[\w.-]{1,255}$/.test(address) ? `mailto:${address}` : address;
		if (!isExternalLink(href)) {
			return this.#take(1);
		}
		this.#add({ tag: 'a', href: encoded(href), children: [address] }, address.length + 2);
	}

	#readReference(): void {
		const pattern = /&[#\w]{1,9};/y;
		pattern.lastIndex = this.#at;
		const [written] = pattern.exec(this.#text) ?? [];
		if (written === undefined) {
			return this.#take(1);
		}
		this.#add(unescaped(written), written.length);
	}

	/** @param scheme Characters of `https://` or the like. */
	#readAddress(scheme: number): void {
		const isInWord = kindOf(this.#text.slice(0, this.#at).slice(-2), true) === 'word';
		const address = isInWord ? '' : bareAddress(this.#text, this.#at);
		const href = encoded(address);
		if (address.length <= scheme || !isExternalLink(href)) {
			return this.#take(scheme);
		}
		this.#add({ tag: 'a', href, children: [address] }, address.length);
	}
}

/** What stands beside a run of marks. */
function kindOf(characters: string, isBefore: boolean): 'space' | 'sign' | 'word' {
	const [character = ' '] = (isBefore ? /[^]$/u : /^[^]/u).exec(characters) ?? [];
	if (/\s/.test(character)) {
		return 'space';
	}
	return /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'word';
}
