import type { Origin } from '../message.ts';
import {
	commandSurroundings,
	knownOpenings,
	knownTags,
	openingsOfClient,
	promptCommand,
	referencedFiles,
	requestSurroundings,
	type KnownClient,
	type KnownOpening,
	type KnownTag,
} from './knownEnvelopes.ts';
import { Tags, type Block, type Tag } from './tags.ts';
import { endOfWords } from './wrappedWords.ts';

/** A run of a text that one author wrote. */
export interface Stretch {
	readonly origin: Origin;
	readonly text: string;
}

/** A name that no person gives a tag in words: with `_`, `-`, `:` or in camel case. */
const machineMade = /[_:-]|^[a-z]+[A-Z]/;

/** Where Copilot Chat's prompt has the person's words: last, behind everything it adds. */
const request = 'userRequest';

/** What is known of the place of a text. */
export interface TextPlace {
	/** Whether it is one of several parts: then a tag that begins it and one that ends it hold all of it. */
	readonly isPart?: boolean;
	/** Who sent it. */
	readonly client?: KnownClient | undefined;
}

/**
 * The runs of a user's text by author. What a client wraps is known by its place and its pair of tags,
 * never by what the text says of itself; a name that is unknown counts where it looks machine-made and
 * stands in front of all words or behind them.
 */
export function unwrapped(text: string, { isPart, client }: TextPlace = {}): readonly Stretch[] {
	const whole = isPart === true ? wholeBlock(text) : undefined;
	if (whole !== undefined) {
		return [whole];
	}
	const tags = new Tags(text);
	const prompt = requestIn(text, tags);
	if (prompt !== undefined) {
		return joined(prompt);
	}
	if (promptCommand.test(text)) {
		return joined(new Walk(text, tags, commandSurroundings).stretches());
	}
	const openings =
		client === undefined ? knownOpenings : [...knownOpenings, ...openingsOfClient[client]];
	const files = referencedFiles.exec(text)?.index;
	if (files === undefined) {
		return joined(new Walk(text, tags, knownTags, openings).stretches());
	}
	const said = text.slice(0, files);
	return joined([
		...new Walk(said, new Tags(said), knownTags, openings).stretches(),
		{ origin: 'file', text: text.slice(files) },
	]);
}

function wholeBlock(text: string): Stretch | undefined {
	const name = /^\s{0,1000}<([A-Za-z][\w:.-]{0,63})[\s>]/.exec(text)?.[1];
	if (name === undefined || !text.slice(-1_000).trimEnd().endsWith(`</${name}>`)) {
		return undefined;
	}
	const origin = knownTags.get(name)?.origin ?? (machineMade.test(name) ? 'client' : 'person');
	return origin === 'person' ? undefined : { origin, text };
}

/** A prompt of Copilot Chat: its last request, at the very end, and everything else not the person's. */
function requestIn(text: string, tags: Tags): Stretch[] | undefined {
	const closing = tags.all.at(-1);
	if (closing?.name !== request || !closing.closes || text.slice(closing.end).trim() !== '') {
		return undefined;
	}
	const opening = tags.lastOpening(request, closing.start);
	if (opening === undefined) {
		return undefined;
	}
	const before = text.slice(0, opening.start);
	const surroundings = new Walk(before, new Tags(before), requestSurroundings).stretches();
	return [
		...surroundings.map(
			(stretch): Stretch =>
				stretch.origin === 'person' ? { ...stretch, origin: 'client' } : stretch,
		),
		{ origin: 'client', text: text.slice(opening.start, opening.end) },
		{ origin: 'person', text: text.slice(opening.end, closing.start) },
		{ origin: 'client', text: text.slice(closing.start) },
	];
}

/** Neighbours of one author as one; blanks go with what is in front of them. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
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
function endOf(text: string, from: number, end: Exclude<KnownOpening['end'], 'opening'>): number {
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
	readonly #known: ReadonlyMap<string, KnownTag>;
	readonly #openingsKnown: readonly KnownOpening[];

	constructor(
		text: string,
		tags: Tags,
		known: ReadonlyMap<string, KnownTag>,
		openings: readonly KnownOpening[] = knownOpenings,
	) {
		this.#text = text;
		this.#tags = tags;
		this.#known = known;
		this.#openingsKnown = openings;
	}

	stretches(): Stretch[] {
		const stretches: Stretch[] = [];
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
	#openings(stretches: Stretch[]): number {
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
	#wrapped({ start, inner, end }: Block, stretches: Stretch[]): void {
		const text = this.#text.slice(inner.start, inner.end);
		stretches.push({ origin: 'client', text: this.#text.slice(start, inner.start) });
		stretches.push(...new Walk(text, new Tags(text), clientTags).stretches());
		stretches.push({ origin: 'client', text: this.#text.slice(inner.end, end) });
	}

	#words(start: number, end: number, stretches: Stretch[]): void {
		stretches.push({ origin: 'person', text: this.#text.slice(start, end) });
	}
}

/** Inside the person's own tags no other of theirs counts. */
const clientTags: ReadonlyMap<string, KnownTag> = new Map(
	[...knownTags].filter(([, { origin }]) => origin !== 'person'),
);
