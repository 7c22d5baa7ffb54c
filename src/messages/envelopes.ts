import type { Origin } from './message.ts';

/**
 * What clients put around the person's words. Which tags and beginnings a client uses stands with its reader,
 * as rows of a table; here is how such a table is applied, and what structure alone tells.
 */

/** A row of what a client writes around or instead of the person's words. */
export type EnvelopeRow =
	| {
			readonly kind: 'tags';
			/** Whose text is between them; a person's loses its tags. */
			readonly origin: Origin;
			/** Separated by blanks. */
			readonly names: string;
			/** They stand only in front of the words: their names are ones that people use as well. */
			readonly leads?: true;
	  }
	| {
			/** A beginning that no person writes, and how far the text of that author reaches. */
			readonly kind: 'opening';
			readonly origin: Origin;
			readonly opening: RegExp;
			/**
			 * What ends it: where it stands first, or last, or the whole last line that begins with it; or
			 * nothing follows what the opening matches. Without one the text reaches to its end.
			 */
			readonly end?:
				| { readonly mark: string; readonly at: 'first' | 'last' | 'last line' }
				| 'opening';
	  }
	| {
			/** A text of a shape of its own, in which other tags count as well. */
			readonly kind: 'shape';
			/** `last`: the person's words are in the tag of this name at the very end, and nothing else is theirs. */
			readonly last?: string;
			/** The shape is one that begins like this. */
			readonly opening?: RegExp;
			readonly tags: readonly (readonly [name: string, origin: Origin])[];
	  }
	| {
			/** A text of the client's with words of the person in it: between what it begins with and the last of these. */
			readonly kind: 'words';
			readonly before: RegExp;
			readonly after: string;
	  }
	| {
			/** From this line on all of the text is content of files. */
			readonly kind: 'files';
			readonly opening: RegExp;
	  };

/** A run of a text that one author wrote. */
export interface AuthoredSpan {
	readonly origin: Origin;
	readonly text: string;
}

/** How every handoff of ours ends; text behind this line is conversation again. */
export const handoffEnd = '[End of handoff. The conversation continues below.]';

/** What Precis itself puts into a conversation. */
const ownRows: readonly EnvelopeRow[] = [
	{ kind: 'opening', origin: 'client', opening: /^⟪precis:/ },
	{ kind: 'opening', origin: 'summary', opening: /^\[Precis: facts from before this compaction/ },
	{
		kind: 'opening',
		origin: 'summary',
		opening: /^\[CONTEXT (?:COMPACTION|SUMMARY)\b/,
		end: { mark: '--- END OF CONTEXT SUMMARY', at: 'last line' },
	},
	{
		kind: 'opening',
		origin: 'summary',
		opening: /^\[Handoff from an earlier context window/,
		end: { mark: handoffEnd, at: 'last line' },
	},
];

type Row<Kind extends EnvelopeRow['kind']> = Extract<EnvelopeRow, { kind: Kind }>;

function ofKind<Kind extends EnvelopeRow['kind']>(
	rows: readonly EnvelopeRow[],
	kind: Kind,
): readonly Row<Kind>[] {
	return rows.filter((row): row is Row<Kind> => row.kind === kind);
}

interface KnownTag {
	readonly origin: Origin;
	readonly leads?: true;
}

type KnownTags = ReadonlyMap<string, KnownTag>;

/** A name that no person gives a tag in words: with `_`, `-`, `:` or in camel case. */
const machineMade = /[_:-]|^[a-z]+[A-Z]/;

/** The envelopes of some clients, and of Precis itself. */
export class Envelopes {
	readonly #tags: KnownTags;
	readonly #openings: readonly Row<'opening'>[];
	readonly #shapes: readonly (Row<'shape'> & { readonly known: KnownTags })[];
	readonly #words: readonly Row<'words'>[];
	readonly #files: readonly RegExp[];

	constructor(rows: readonly EnvelopeRow[] = []) {
		const tags = ofKind(rows, 'tags').flatMap(({ names, origin, leads }) =>
			names
				.split(' ')
				.map((name): [string, KnownTag] => [name, leads ? { origin, leads } : { origin }]),
		);
		this.#tags = new Map(tags);
		this.#openings = [
			...ofKind(rows, 'opening'),
			...ownRows.filter((row) => row.kind === 'opening'),
		];
		this.#shapes = ofKind(rows, 'shape').map((shape) => ({
			...shape,
			known: new Map([...tags, ...shape.tags.map(([name, origin]) => [name, { origin }] as const)]),
		}));
		this.#words = ofKind(rows, 'words');
		this.#files = ofKind(rows, 'files').map(({ opening }) => opening);
	}

	/** Whether a text ends with the tag that holds all of the person's words. */
	endsWithWords(text: string): boolean {
		const end = text.trimEnd();
		return this.#shapes.some(({ last }) => last !== undefined && end.endsWith(`</${last}>`));
	}

	/** Where the content of files begins in a text; undefined where there is none. */
	filesIn(text: string): number | undefined {
		const found = this.#files.flatMap((opening) => opening.exec(text)?.index ?? []);
		return found.length === 0 ? undefined : Math.min(...found);
	}

	/**
	 * The runs of a user's text by author. What a client wraps is known by its place and its pair of tags,
	 * never by what the text says of itself; a name that is unknown counts where it looks machine-made and
	 * stands in front of all words or behind them.
	 * @param isPart Whether it is one of several parts: then a tag that begins it and one that ends it hold all of it.
	 */
	unwrap(text: string, isPart = false): readonly AuthoredSpan[] {
		const quoted = this.#wordsIn(text);
		if (quoted !== undefined) {
			return quoted;
		}
		const whole = isPart ? this.#wholeBlock(text) : undefined;
		if (whole !== undefined) {
			return [whole];
		}
		const tags = new Tags(text);
		for (const { last, opening, known } of this.#shapes) {
			const found = last === undefined ? undefined : wordsAtEnd(text, tags, last, known);
			if (found !== undefined) {
				return joined(found);
			}
			if (opening?.test(text) === true) {
				return joined(new Walk(text, tags, known, []).stretches());
			}
		}
		const files = this.filesIn(text);
		if (files === undefined) {
			return joined(new Walk(text, tags, this.#tags, this.#openings).stretches());
		}
		const said = text.slice(0, files);
		return joined([
			...new Walk(said, new Tags(said), this.#tags, this.#openings).stretches(),
			{ origin: 'file', text: text.slice(files) },
		]);
	}

	#wordsIn(text: string): readonly AuthoredSpan[] | undefined {
		for (const { before, after } of this.#words) {
			const start = before.exec(text)?.[0].length ?? -1;
			const end = text.lastIndexOf(after);
			if (start >= 0 && end >= start) {
				return [
					{ origin: 'client', text: text.slice(0, start) },
					{ origin: 'person', text: text.slice(start, end) },
					{ origin: 'client', text: text.slice(end) },
				];
			}
		}
		return undefined;
	}

	#wholeBlock(text: string): AuthoredSpan | undefined {
		const name = /^\s{0,1000}<([A-Za-z][\w:.-]{0,63})[\s>]/.exec(text)?.[1];
		if (name === undefined || !text.slice(-1_000).trimEnd().endsWith(`</${name}>`)) {
			return undefined;
		}
		const known = this.#tags.get(name)?.origin;
		const origin = known ?? (machineMade.test(name) ? 'client' : 'person');
		return origin === 'person' ? undefined : { origin, text };
	}
}

/** A prompt whose last tag, at the very end, holds the words: everything else is not the person's. */
function wordsAtEnd(
	text: string,
	tags: Tags,
	name: string,
	known: KnownTags,
): AuthoredSpan[] | undefined {
	const closing = tags.all.at(-1);
	if (closing?.name !== name || !closing.closes || text.slice(closing.end).trim() !== '') {
		return undefined;
	}
	const opening = tags.lastOpening(name, closing.start);
	if (opening === undefined) {
		return undefined;
	}
	const before = text.slice(0, opening.start);
	const surroundings = new Walk(before, new Tags(before), known).stretches();
	return [
		...surroundings.map(
			(stretch): AuthoredSpan =>
				stretch.origin === 'person' ? { ...stretch, origin: 'client' } : stretch,
		),
		{ origin: 'client', text: text.slice(opening.start, opening.end) },
		{ origin: 'person', text: text.slice(opening.end, closing.start) },
		{ origin: 'client', text: text.slice(closing.start) },
	];
}

/** Neighbours of one author as one; blanks go with what is in front of them. */
function joined(stretches: readonly AuthoredSpan[]): readonly AuthoredSpan[] {
	const runs: { origin: Origin; text: string }[] = [];
	for (const { origin, text } of stretches) {
		const last = runs.at(-1);
		if (last !== undefined && (last.origin === origin || text.trim() === '')) {
			last.text += text;
		} else if (last?.text.trim() === '') {
			last.origin = origin;
			last.text += text;
		} else if (text !== '') {
			runs.push({ origin, text });
		}
	}
	return runs;
}

/** A block that was found, and whether its place has to prove it. */
interface Found extends Block {
	readonly origin: Origin;
	/** An unknown one behind the words: it counts only where no words follow. */
	readonly mustTrail: boolean;
}

/** Characters in which a text that no person writes shows itself, and the blanks in front of it. */
const openingReach = 2_000;
const blankReach = 1_000;

/** Where a text that begins with a known opening ends. */
function endOf(text: string, from: number, end: Exclude<Row<'opening'>['end'], 'opening'>): number {
	if (end === undefined) {
		return text.length;
	}
	const { mark, at } = end;
	if (at === 'last line') {
		const start = text.lastIndexOf(`\n${mark}`);
		const behind = text.indexOf('\n', start + 1);
		return start < from || behind === -1 ? text.length : behind;
	}
	const start = at === 'first' ? text.indexOf(mark, from) : text.lastIndexOf(mark);
	return start < from ? text.length : start + mark.length;
}

/** One pass through a text, and a second one where a tag of the words looked like a client's. */
class Walk {
	readonly #text: string;
	readonly #tags: Tags;
	readonly #known: KnownTags;
	readonly #openingsKnown: readonly Row<'opening'>[];

	constructor(
		text: string,
		tags: Tags,
		known: KnownTags,
		openings: readonly Row<'opening'>[] = [],
	) {
		this.#text = text;
		this.#tags = tags;
		this.#known = known;
		this.#openingsKnown = openings;
	}

	stretches(): AuthoredSpan[] {
		const stretches: AuthoredSpan[] = [];
		const opened = this.#openings(stretches);
		const blocks = this.#blocks(opened);
		let at = opened;
		for (const block of blocks) {
			this.#words(at, block.start, stretches);
			if (block.origin === 'person') {
				this.#wrapped(block, stretches);
			} else {
				stretches.push({ origin: block.origin, text: this.#text.slice(block.start, block.end) });
			}
			at = block.end;
		}
		this.#words(at, this.#text.length, stretches);
		return stretches;
	}

	/** Takes the client's texts without tags in front; returns where the rest begins. */
	#openings(stretches: AuthoredSpan[]): number {
		let at = 0;
		for (;;) {
			const blanks = /^\s*/.exec(this.#text.slice(at, at + blankReach))?.[0].length ?? 0;
			const rest = this.#text.slice(at + blanks, at + blanks + openingReach);
			const found = this.#openingsKnown.find(({ opening }) => opening.test(rest));
			if (found === undefined) {
				return at;
			}
			const stop =
				found.end === 'opening'
					? at + blanks + (found.opening.exec(rest)?.[0].length ?? 0)
					: endOf(this.#text, at, found.end);
			stretches.push({ origin: found.origin, text: this.#text.slice(at, stop) });
			at = stop;
		}
	}

	#blocks(from: number): readonly Found[] {
		const found = this.#pass(from, from);
		const refused = found.slice(0, this.#trailing(found)).findLast(({ mustTrail }) => mustTrail);
		if (refused === undefined) {
			return found;
		}
		const again = this.#pass(from, refused.end);
		const trailing = this.#trailing(again);
		return again.filter(({ mustTrail }, position) => !mustTrail || position >= trailing);
	}

	/** Position of the first block behind which no words stand. */
	#trailing(found: readonly Found[]): number {
		let end = this.#text.length;
		for (let position = found.length - 1; position >= 0; position -= 1) {
			const block = found[position];
			if (block === undefined || this.#text.slice(block.end, end).trim() !== '') {
				return position + 1;
			}
			end = block.start;
		}
		return 0;
	}

	/**
	 * @param from Where the first tag may stand.
	 * @param trailing Where tags of unknown names behind words begin to count.
	 */
	#pass(from: number, trailing: number): Found[] {
		const found: Found[] = [];
		let at = from;
		let leading = true;
		for (const tag of this.#tags.all) {
			if (tag.start < at || tag.closes || !tag.begins) {
				continue;
			}
			leading &&= this.#text.slice(at, tag.start).trim() === '';
			const known = this.#known.get(tag.name);
			const isUnknown = known === undefined && machineMade.test(tag.name);
			const counts = isUnknown
				? leading || tag.start >= trailing
				: known !== undefined && (leading || known.leads === undefined);
			const block = counts ? this.#blockOf(tag, leading && !isUnknown) : undefined;
			if (block !== undefined) {
				const origin = known?.origin ?? 'client';
				found.push({ ...block, origin, mustTrail: isUnknown && !leading });
				at = block.end;
				leading &&= origin !== 'person';
			}
		}
		return found;
	}

	/** A client's tag in front that nothing closes holds all the rest. */
	#blockOf(tag: Tag, mayStayOpen: boolean): Block | undefined {
		const isPersons = this.#known.get(tag.name)?.origin === 'person';
		const words = isPersons ? endOfWords(this.#text, tag.name, tag.end) : undefined;
		if (words !== undefined) {
			const inner = { start: tag.end, end: words.start };
			return { name: tag.name, start: tag.start, inner, end: words.end };
		}
		const block = this.#tags.block(tag);
		if (block !== undefined || !mayStayOpen || isPersons) {
			return block;
		}
		const end = this.#text.length;
		return { name: tag.name, start: tag.start, inner: { start: tag.end, end }, end };
	}

	/** The person's words in tags of their own, with what the client put among them. */
	#wrapped({ start, inner, end }: Block, stretches: AuthoredSpan[]): void {
		const text = this.#text.slice(inner.start, inner.end);
		stretches.push({ origin: 'client', text: this.#text.slice(start, inner.start) });
		stretches.push(...new Walk(text, new Tags(text), this.#clientTags()).stretches());
		stretches.push({ origin: 'client', text: this.#text.slice(inner.end, end) });
	}

	#words(start: number, end: number, stretches: AuthoredSpan[]): void {
		stretches.push({ origin: 'person', text: this.#text.slice(start, end) });
	}

	/** Inside the person's own tags no other of theirs counts. */
	#clientTags(): KnownTags {
		return new Map([...this.#known].filter(([, { origin }]) => origin !== 'person'));
	}
}

/** What follows the words, if anything: what a client adds about files, pages and its surroundings. */
const behindWords =
	/^\s*(?:$|<(?:[a-z_]+_(?:content|diagnostics|history|changes|details|instructions))\b)/;

/** Characters among which {@link behindWords} decides. */
const wordsReach = 200;

/**
 * The tag that closes the person's words: the first behind which the text ends or what a client adds
 * begins. A file that holds the tag is no person's.
 */
function endOfWords(
	text: string,
	tag: string,
	start: number,
): { readonly start: number; readonly end: number } | undefined {
	const closing = `</${tag}>`;
	for (let at = text.indexOf(closing, start); at !== -1; ) {
		const end = at + closing.length;
		if (behindWords.test(text.slice(end, end + wordsReach))) {
			return { start: at, end };
		}
		at = text.indexOf(closing, end);
	}
	return undefined;
}

/** A tag in a text, with where it stands. */
interface Tag {
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
interface Block {
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
class Tags {
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
