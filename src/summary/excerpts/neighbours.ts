/** What a line says only together with the lines around it. */

/** A line of a text, trimmed, with the characters of white space before it. */
export interface TextLine {
	/** Trimmed; empty between paragraphs. */
	readonly text: string;
	readonly indent: number;
	/** Whether it stands in a fenced block. */
	readonly isFenced: boolean;
}

/** Words by which a sentence goes on from the one before it. */
const referring =
	/^(?:["'“‘(*_`]{0,3})(?:(?:that|this|these|those|it|its|they|their|them|he|she|his|her|so|but|and|or|also|however|then|thus|hence|therefore|otherwise|instead|both|neither|same|such|either|besides|moreover|das|dies|diese[rs]?|sie|es|aber|und|oder|also|dann|dadurch|damit|dabei|dafür|deshalb|daher|sonst|außerdem|beide|cela|ça|elles?|ils?|mais|et|donc|ensuite|sinon|eso|esto|pero|y|entonces|luego|isso|mas|então|quindi|però|это|эти|но|и|поэтому)(?=[\s,:]|['’]\p{L})|[)\]}])/iu;

/** A line of prose that begins in the middle of a sentence. */
const insideSentence = /^\p{Ll}[\p{L}'’-]{0,30}(?:,? [\p{L}'’-]{1,30}){5}/u;

/** Whether a text means little without the line before it: it refers back, or is a later entry of a list. */
export function refersBack(text: string): boolean {
	const entry = entryOf(text);
	return entry === undefined
		? referring.test(text) || insideSentence.test(text)
		: entry.number !== 1;
}

/** Lines behind an entry in which the next one begins. */
const reach = 8;

/** Whether a list, a fenced block or what a line announces goes on behind the line at a position. */
export function goesOnBehind(lines: readonly TextLine[], at: number): boolean {
	const own = lines[at];
	if (own === undefined) {
		return false;
	}
	const behind = lines.slice(at + 1, at + 1 + reach);
	const next = behind.find(({ text }) => saysSomething(text));
	if (next === undefined) {
		return false;
	}
	if (announcing.test(own.text) || (own.isFenced && next.isFenced)) {
		return true;
	}
	const entry = entryOf(own.text);
	if (entry === undefined) {
		const following = own.indent > next.indent ? entryOf(next.text) : undefined;
		return following !== undefined && following.number !== 1;
	}
	for (const line of behind.filter(({ text }) => saysSomething(text))) {
		const following = entryOf(line.text);
		if (following?.kind === entry.kind && following.number === (entry.number ?? -1) + 1) {
			return true;
		}
		if (entry.number === undefined && line.indent <= own.indent) {
			return following?.kind === entry.kind;
		}
	}
	return false;
}

/** Whether a text has a word or a number in it. Most begin with one. */
export function saysSomething(text: string): boolean {
	const first = text.charCodeAt(0) | 32;
	return (first >= 97 && first <= 122) || /[\p{L}\p{N}]/u.test(text);
}

/** How a line ends that announces the next one. */
const announcing = /(?:[:：…]|\.\.\.)["')`*_]{0,3}$/;

/** An entry of a list or a row of a table; numbered ones, letters too, with their number. */
interface Entry {
	readonly kind: 'bullet' | 'row' | 'number' | 'letter';
	readonly number?: number;
}

const numbered = /^(?:#{1,6} )?\*{0,2}(\d{1,3})[.)]\*{0,2}\s/;
const lettered = /^(?:[-*+•] )?\*{0,2}(?:\(([a-z])\)|([a-z])\))\*{0,2}\s/;

function entryOf(text: string): Entry | undefined {
	const number = numbered.exec(text)?.[1];
	if (number !== undefined) {
		return { kind: 'number', number: Number(number) };
	}
	const [, inside, before] = lettered.exec(text) ?? [];
	const letter = inside ?? before;
	if (letter !== undefined) {
		return { kind: 'letter', number: letter.charCodeAt(0) - 96 };
	}
	if (/^[-*+•]\s/.test(text)) {
		return { kind: 'bullet' };
	}
	return text.startsWith('|') ? { kind: 'row' } : undefined;
}
