/** A tag in a text, with where it stands. */
export interface Tag {
	readonly name: string;
	readonly closes: boolean;
	readonly start: number;
	/** Behind the tag. */
	readonly end: number;
	/** Whether only blanks stand between it and the line's begin or the tag before it. */
	readonly begins: boolean;
	/** Whether only blanks stand between it and the line's end. */
	readonly ends: boolean;
}

/** What a pair of tags holds. */
export interface Block {
	readonly name: string;
	readonly start: number;
	readonly inner: { readonly start: number; readonly end: number };
	readonly end: number;
}

/** A tag with its attributes, which hold neither bracket: so no text is read twice. */
const tagPattern = /<(\/?)([A-Za-z][\w:.-]{0,63})(\s[^<>]{0,1000})?>/g;

/** Blanks that may stand between a tag and the line's edge. */
const reach = 200;

/** The tags of one text, and the blocks they make. */
export class Tags {
	readonly all: readonly Tag[];
	readonly #byName = new Map<string, Tag[]>();
	/** Where the last closing tag of a name stands. */
	readonly #lastClosing = new Map<string, number>();

	constructor(text: string) {
		this.all = text.includes('<') ? [...tagsIn(text)] : [];
		for (const tag of this.all) {
			const same = this.#byName.get(tag.name);
			if (same === undefined) {
				this.#byName.set(tag.name, [tag]);
			} else {
				same.push(tag);
			}
			if (tag.closes) {
				this.#lastClosing.set(tag.name, tag.start);
			}
		}
	}

	/** The last tag that opens a line with this name before a place. */
	lastOpening(name: string, before: number): Tag | undefined {
		return this.#byName
			.get(name)
			?.findLast(({ closes, begins, start }) => !closes && begins && start < before);
	}

	/**
	 * The block that a tag opens. A closing tag too many, at the end of a line, extends a block instead
	 * of ending it: text inside a block cannot leave it by naming its end. A block that holds more
	 * openings than it closes reaches to the last closing tag.
	 * @returns Undefined where no closing tag follows.
	 */
	block(opening: Tag): Block | undefined {
		if ((this.#lastClosing.get(opening.name) ?? -1) < opening.start) {
			return undefined;
		}
		const same = this.#byName.get(opening.name) ?? [];
		let depth = 0;
		let last: Tag | undefined;
		for (let at = firstFrom(same, opening.start); at < same.length; at += 1) {
			const tag = same[at];
			if (tag === undefined) {
				break;
			}
			if (depth === 0 && last !== undefined && !(tag.closes && tag.ends)) {
				// What stands in the line of the words is a mention; only a block's own end goes on.
				if (!tag.closes && tag.begins) {
					break;
				}
				continue;
			}
			if (tag.closes) {
				depth = Math.max(0, depth - 1);
				last = tag;
			} else if (tag === opening || tag.begins) {
				depth += 1;
			}
		}
		return last === undefined
			? undefined
			: {
					name: opening.name,
					start: opening.start,
					inner: { start: opening.end, end: last.start },
					end: last.end,
				};
	}
}

/** Position of the first tag at or behind a place; tags are in order. */
function firstFrom(tags: readonly Tag[], place: number): number {
	let low = 0;
	let high = tags.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((tags[middle]?.start ?? place) < place) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

function* tagsIn(text: string): Generator<Tag> {
	for (const match of text.matchAll(tagPattern)) {
		const [whole, slash, name = '', attributes = ''] = match;
		if (attributes.endsWith('/')) {
			continue;
		}
		const end = match.index + whole.length;
		yield {
			name,
			closes: slash === '/',
			start: match.index,
			end,
			begins: /(?:^|[\n>])[ \t\r]*$/.test(
				text.slice(Math.max(0, match.index - reach), match.index),
			),
			ends: /^[ \t\r]*(?:$|[\n<])/.test(text.slice(end, end + reach)),
		};
	}
}
