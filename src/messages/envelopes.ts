import type { Origin } from './message.ts';

/**
 * Text that clients put around the user's words. The tags and beginnings of a client are in its reader, as rows of a
 * table; this module applies such tables, and analyses structure.
 */

/** A row for text that a client writes around or instead of the user's words. */
export type EnvelopeRow =
	| {
			readonly kind: 'tags';
			/** Author of the text between them; the user's text loses its tags. */
			readonly origin: Origin;
			/** Separated by blanks. */
			readonly names: string;
			/** They occur only before the words: users write tags of these names too. */
			readonly leads?: true;
	  }
	| {
			/** A beginning that no user writes, and the extent of its author's text. */
			readonly kind: 'opening';
			readonly origin: Origin;
			readonly opening: RegExp;
			/**
			 * Its end: the first or the last occurrence, or the last whole line that begins with it; or nothing may follow the
			 * opening's match. Without it the text extends to the end.
			 */
			readonly end?:
				| { readonly mark: string; readonly at: 'first' | 'last' | 'last line' }
				| 'opening';
	  }
	| {
			/** A text with its own shape, in which other tags apply as well. */
			readonly kind: 'shape';
			/** `last`: only the tag of this name at the very end contains the user's words. */
			readonly last?: string;
			/** Texts of this shape begin like this. */
			readonly opening?: RegExp;
			readonly tags: readonly (readonly [name: string, origin: Origin])[];
	  }
	| {
			/** A client's text that contains the user's words: between its beginning and the last of these. */
			readonly kind: 'words';
			readonly before: RegExp;
			readonly after: string;
	  }
	| {
			/** From this line on, all text is content of files. */
			readonly kind: 'files';
			readonly opening: RegExp;
	  };

/** A range of a text by one author. */
export interface AuthoredSpan {
	readonly origin: Origin;
	readonly text: string;
}

/** The last line of each of our handoffs; text after it is conversation again. */
export const handoffEnd = '[End of handoff. The conversation continues below.]';

/** Text that Precis itself adds to a conversation. */
const ownRows: readonly Row<'opening'>[] = [
	{ kind: 'opening', origin: 'client', opening: /^⟪precis:/ },
	{
		kind: 'opening',
		origin: 'summary',
		opening: /^\[Precis: (?:facts from before this compaction|the words of the (?:person|user))/,
	},
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
	readonly leads: boolean;
}

type KnownTags = ReadonlyMap<string, KnownTag>;

/** A tag name that users do not write in prose: with `_`, `-`, `:` or in camel case. */
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
			names.split(' ').map((name): [string, KnownTag] => [name, { origin, leads: leads === true }]),
		);
		this.#tags = new Map(tags);
		this.#openings = [...ofKind(rows, 'opening'), ...ownRows];
		this.#shapes = ofKind(rows, 'shape').map((shape) => ({
			...shape,
			known: new Map([
				...tags,
				...shape.tags.map(([name, origin]) => [name, { origin, leads: false }] as const),
			]),
		}));
		this.#words = ofKind(rows, 'words');
		this.#files = ofKind(rows, 'files').map(({ opening }) => opening);
	}

	/** Whether a text ends with the tag that contains all of the user's words. */
	endsWithWords(text: string): boolean {
		const end = text.trimEnd();
		return this.#shapes.some(({ last }) => last !== undefined && end.endsWith(`</${last}>`));
	}

	/** Where the content of files begins in a text; undefined if there is none. */
	filesIn(text: string): number | undefined {
		const found = this.#files.flatMap((opening) => opening.exec(text)?.index ?? []);
		return found.length === 0 ? undefined : Math.min(...found);
	}

	/**
	 * The ranges of a user's text by author. A client's wrapping is recognised by its position and its pair of tags, never
	 * by the content; an unknown name counts if it looks machine-made and is before or after all words.
	 * @param isPart Whether it is one of several parts: then a tag at its beginning and one at its end contain all of it.
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
				return joined(new Walk(text, tags, known).spans());
			}
		}
		const files = this.filesIn(text);
		if (files === undefined) {
			return joined(new Walk(text, tags, this.#tags, this.#openings).spans());
		}
		const message = text.slice(0, files);
		return joined([
			...new Walk(message, new Tags(message), this.#tags, this.#openings).spans(),
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

/** A prompt whose last tag, at the very end, contains the words: everything else is not the user's. */
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
	const surroundings = new Walk(before, new Tags(before), known).spans();
	return [
		...surroundings.map(
			(span): AuthoredSpan => (span.origin === 'person' ? { ...span, origin: 'client' } : span),
		),
		{ origin: 'client', text: text.slice(opening.start, opening.end) },
		{ origin: 'person', text: text.slice(opening.end, closing.start) },
		{ origin: 'client', text: text.slice(closing.start) },
	];
}

/** Joins neighbours of one author; blanks belong to the preceding range. */
function joined(spans: readonly AuthoredSpan[]): readonly AuthoredSpan[] {
	const runs: { origin: Origin; text: string }[] = [];
	for (const { origin, text } of spans) {
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

/** A block with its author. */
interface AuthoredBlock extends Block {
	readonly origin: Origin;
	/** An unknown tag after the words: it counts only if no words follow. */
	readonly mustTrail: boolean;
}

/** Characters within which an opening is recognised, after at most `blankReach` blanks. */
const openingReach = 2_000;
const blankReach = 1_000;

/** The end of a text that begins with a known opening. */
function endOf(text: string, from: number, end: Exclude<Row<'opening'>['end'], 'opening'>): number {
	if (end === undefined) {
		return text.length;
	}
	const { mark, at } = end;
	if (at === 'last line') {
		const start = text.lastIndexOf(`\n${mark}`);
		const lineEnd = text.indexOf('\n', start + 1);
		return start < from || lineEnd === -1 ? text.length : lineEnd;
	}
	const start = at === 'first' ? text.indexOf(mark, from) : text.lastIndexOf(mark);
	return start < from ? text.length : start + mark.length;
}

/** Reads a text once, and again if a tag within the user's words looked like a client's. */
class Walk {
	readonly #text: string;
	readonly #tags: Tags;
	readonly #known: KnownTags;
	readonly #openingRows: readonly Row<'opening'>[];

	constructor(
		text: string,
		tags: Tags,
		known: KnownTags,
		openings: readonly Row<'opening'>[] = [],
	) {
		this.#text = text;
		this.#tags = tags;
		this.#known = known;
		this.#openingRows = openings;
	}

	spans(): AuthoredSpan[] {
		const spans: AuthoredSpan[] = [];
		let at = this.#readOpenings(spans);
		for (const block of this.#blocks(at)) {
			spans.push({ origin: 'person', text: this.#text.slice(at, block.start) });
			if (block.origin === 'person') {
				this.#readWrapped(block, spans);
			} else {
				spans.push({ origin: block.origin, text: this.#text.slice(block.start, block.end) });
			}
			at = block.end;
		}
		spans.push({ origin: 'person', text: this.#text.slice(at) });
		return spans;
	}

	/** Reads the client's texts without tags at the start; returns where the rest begins. */
	#readOpenings(spans: AuthoredSpan[]): number {
		let at = 0;
		for (;;) {
			const blanks = /^\s*/.exec(this.#text.slice(at, at + blankReach))?.[0].length ?? 0;
			const rest = this.#text.slice(at + blanks, at + blanks + openingReach);
			const found = this.#openingRows.find(({ opening }) => opening.test(rest));
			if (found === undefined) {
				return at;
			}
			const stop =
				found.end === 'opening'
					? at + blanks + (found.opening.exec(rest)?.[0].length ?? 0)
					: endOf(this.#text, at, found.end);
			spans.push({ origin: found.origin, text: this.#text.slice(at, stop) });
			at = stop;
		}
	}

	#blocks(from: number): readonly AuthoredBlock[] {
		const found = this.#pass(from, from);
		const mention = found.slice(0, this.#trailing(found)).findLast(({ mustTrail }) => mustTrail);
		if (mention === undefined) {
			return found;
		}
		const second = this.#pass(from, mention.end);
		const trailing = this.#trailing(second);
		return second.filter(({ mustTrail }, position) => !mustTrail || position >= trailing);
	}

	/** Position of the first block that no words follow. */
	#trailing(found: readonly AuthoredBlock[]): number {
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
	 * @param from Where the first tag may be.
	 * @param trailing The first position at which a tag with an unknown name counts after words.
	 */
	#pass(from: number, trailing: number): AuthoredBlock[] {
		const found: AuthoredBlock[] = [];
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
				: known !== undefined && (leading || !known.leads);
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

	/** A client's unclosed tag at the start contains all the rest. */
	#blockOf(tag: Tag, mayStayOpen: boolean): Block | undefined {
		const isUsers = this.#known.get(tag.name)?.origin === 'person';
		const words = isUsers ? endOfWords(this.#text, tag.name, tag.end) : undefined;
		if (words !== undefined) {
			const inner = { start: tag.end, end: words.start };
			return { start: tag.start, inner, end: words.end };
		}
		const block = this.#tags.block(tag);
		if (block !== undefined || !mayStayOpen || isUsers) {
			return block;
		}
		const end = this.#text.length;
		return { start: tag.start, inner: { start: tag.end, end }, end };
	}

	/** The user's words in their own tags, with the client's insertions. */
	#readWrapped({ start, inner, end }: Block, spans: AuthoredSpan[]): void {
		const text = this.#text.slice(inner.start, inner.end);
		spans.push({ origin: 'client', text: this.#text.slice(start, inner.start) });
		// One by one: there may be more than a call accepts arguments.
		for (const span of new Walk(text, new Tags(text), this.#clientTags()).spans()) {
			spans.push(span);
		}
		spans.push({ origin: 'client', text: this.#text.slice(inner.end, end) });
	}

	/** Inside the user's own tags, only the client's tags count. */
	#clientTags(): KnownTags {
		return new Map([...this.#known].filter(([, { origin }]) => origin !== 'person'));
	}
}

/** Text after the words, if any: a client's additions about files, pages and the environment. */
const afterWords =
	/^\s*(?:$|<(?:[a-z_]+_(?:content|diagnostics|history|changes|details|instructions))\b)/;

/** Characters within which {@link afterWords} decides. */
const wordsReach = 200;

/**
 * The tag that closes the user's words: the first one that is followed by the end of the text or a client's addition.
 * If a file contains the tag, it is not the user's.
 */
function endOfWords(
	text: string,
	tag: string,
	start: number,
): { readonly start: number; readonly end: number } | undefined {
	const closing = `</${tag}>`;
	for (let at = text.indexOf(closing, start); at !== -1; ) {
		const end = at + closing.length;
		if (afterWords.test(text.slice(end, end + wordsReach))) {
			return { start: at, end };
		}
		at = text.indexOf(closing, end);
	}
	return undefined;
}

/** A tag in a text, with its position. */
interface Tag {
	readonly name: string;
	readonly closes: boolean;
	readonly start: number;
	/** The position after the tag. */
	readonly end: number;
	/** Whether only blanks precede it on its line, or follow the previous tag there. */
	readonly begins: boolean;
	/** Whether there are only blanks between it and the line's end. */
	readonly ends: boolean;
	/** Its position among the tags of this name. */
	readonly place: number;
}

/** The content of a pair of tags. */
interface Block {
	readonly start: number;
	readonly inner: { readonly start: number; readonly end: number };
	readonly end: number;
}

/** A tag with its attributes, which contain no brackets, so that no text is read twice. */
const tagPattern = /<(\/?)([A-Za-z][\w:.-]{0,63})(\s[^<>]{0,1000})?>/g;

/** Maximum blanks between a tag and the line's edge. */
const reach = 200;

/** The tags of one text, and their blocks. */
class Tags {
	readonly all: readonly Tag[];
	readonly #byName = new Map<string, Tag[]>();
	/** Position of the last closing tag of a name. */
	readonly #lastClosing = new Map<string, number>();

	constructor(text: string) {
		const all: Tag[] = [];
		for (const match of text.matchAll(tagPattern)) {
			const [whole, slash, name = '', attributes = ''] = match;
			const { index: start } = match;
			if (attributes.endsWith('/')) {
				continue;
			}
			const end = start + whole.length;
			const closes = slash === '/';
			const begins = /(?:^|[\n>])[ \t\r]*$/.test(text.slice(Math.max(0, start - reach), start));
			const ends = /^[ \t\r]*(?:$|[\n<])/.test(text.slice(end, end + reach));
			const same = this.#byName.get(name) ?? [];
			const tag = { name, closes, start, end, begins, ends, place: same.length };
			this.#byName.set(name, same);
			same.push(tag);
			if (closes) {
				this.#lastClosing.set(name, start);
			}
			all.push(tag);
		}
		this.all = all;
	}

	/** The last tag of this name that begins a line before a position. */
	lastOpening(name: string, before: number): Tag | undefined {
		return this.#byName
			.get(name)
			?.findLast(({ closes, begins, start }) => !closes && begins && start < before);
	}

	/**
	 * The block that a tag opens. An extra closing tag at the end of a line extends a block instead of ending it: text
	 * inside a block cannot leave it by naming its end. A block with more opening than closing tags extends to the last
	 * closing tag.
	 * @returns Undefined if no closing tag follows.
	 */
	block(opening: Tag): Block | undefined {
		if ((this.#lastClosing.get(opening.name) ?? -1) < opening.start) {
			return undefined;
		}
		const same = this.#byName.get(opening.name) ?? [];
		let depth = 0;
		let last: Tag | undefined;
		for (let at = opening.place; at < same.length; at += 1) {
			const tag = same[at];
			if (tag === undefined) {
				break;
			}
			if (depth === 0 && last !== undefined && !(tag.closes && tag.ends)) {
				// A tag within a line of the words is a mention; only a block's own end extends it.
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
					start: opening.start,
					inner: { start: opening.end, end: last.start },
					end: last.end,
				};
	}
}
