/** How a value is written, which says how sure we can be that it is a value and no code. */
export type Style =
	/** Between quotes. */
	| 'quoted'
	/** `NAME=value` in a shell, a `.env` file or a query string. */
	| 'environment'
	/** A line of its own, as in YAML and properties; also `--name=value`. */
	| 'line'
	/** A line of its own that could be a statement: `name = value`; also `--name value`. */
	| 'statement'
	/** Anywhere else. */
	| 'inline';

/** A value as it stands in the text. */
export interface Value {
	readonly start: number;
	readonly end: number;
	/** The value, or its beginning if it is very long: enough to judge it. */
	readonly text: string;
	readonly style: Style;
	/** The character behind the value. */
	readonly next: string;
}

/** The name in front of a separator. */
export interface Name {
	readonly word: string;
	readonly start: number;
	/** Whether it was quoted, as a key in JSON. */
	readonly quoted: boolean;
}

const lineFeed = 10;
const backslash = 92;

const longestName = 64;
const longestGap = 24;

/** How much of a value is looked at. */
const judgedLength = 256;

/** The longest quoted value that is read to its end. */
const longestQuoted = 8_192;

/** What a character can be in or around a name, by code. */
const nameCode = 1;
const spaceCode = 2;
const quoteCode = 3;
const operatorCode = 4;
const closingCode = 5;
const codes = new Uint8Array(128);
for (const [kind, characters] of [
	[nameCode, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.'],
	[spaceCode, ' \t'],
	[quoteCode, '"\'`'],
	[operatorCode, ':!=<>+'],
	[closingCode, ']?'],
] as const) {
	for (const character of characters) {
		codes[character.charCodeAt(0)] = kind;
	}
}

function codeAt(text: string, index: number): number {
	return index < 0 ? 0 : (codes[text.charCodeAt(index)] ?? 0);
}

/** The end of the text before `end` without the spaces there, of which there may only be a few. */
function skipSpacesBack(text: string, end: number): number {
	let index = end;
	while (index > end - longestGap && codeAt(text, index - 1) === spaceCode) {
		index -= 1;
	}
	return index;
}

/** The name that ends before a separator: `name =`, `"name":`, `\"name\":`, `env["name"] =`, `name?:`. */
export function nameBefore(text: string, index: number): Name | undefined {
	let end = skipSpacesBack(text, index);
	if (codeAt(text, end - 1) === operatorCode) {
		// The first part of `:=`, `!=`, `==`, `===`.
		end = skipSpacesBack(text, end - (text[end - 2] === '=' ? 2 : 1));
	}
	if (codeAt(text, end - 1) === closingCode) {
		end -= 1;
	}
	const quoted = codeAt(text, end - 1) === quoteCode;
	if (quoted) {
		end -= 1;
		for (let depth = 0; depth < 7 && text[end - 1] === '\\'; depth += 1) {
			end -= 1;
		}
	}
	let start = end;
	while (start > end - longestName && codeAt(text, start - 1) === nameCode) {
		start -= 1;
	}
	if (start === end) {
		return undefined;
	}
	// In serialised text a name can be glued to the escape before it: `\nPASSWORD=`.
	if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) {
		start += 1;
	}
	return { word: text.slice(start, end), start, quoted };
}

const opening = /[bfruBFRU@$]{0,2}(?<quote>\\{0,7}["'`])/y;

/** `process.env.NAME || '…'`, `os.getenv("NAME", "…")`: up to the literal that stands in. */
const fallback =
	/[\w.$]{1,64}(?:\[["'][\w.-]{1,64}["']\]|\(["'][\w.-]{1,64}["']\))?(?:[ \t]{0,4}(?:\|\||\?\?|or)[ \t]{1,4}|(?<=[\w.$])\(["'][\w.-]{1,64}["'],[ \t]{0,4})(?=["'])/y;

/** A run of characters that no space, quote or escaped line end interrupts. */
const bare = /(?:[^\s"'`\\]|["'](?=[A-Za-z0-9])|\\(?![nrtu"'`\\]))+/y;

const lineStart =
	/(?:^|[\n\r]|\\n)[ \t]*(?:[-+*>][ \t]{1,4}|export[ \t]|["'])?(?:\d{1,6}[→:|][ \t]*)?$/;

/** The value between a quote and the same quote, or up to the end of the line if it is missing. */
export function quotedValue(text: string, start: number, quote: string): Value {
	const limit = Math.min(text.length, start + longestQuoted);
	const depth = quote.length - 1;
	const mark = quote.charCodeAt(depth);
	let end = start;
	let slashes = 0;
	for (let index = start; index <= limit; index += 1) {
		const code = text.charCodeAt(index);
		end = index;
		// In serialised text quotes carry backslashes; one with more of them belongs to the value.
		if (code === mark && (depth === 0 ? slashes % 2 === 0 : slashes <= depth)) {
			end = depth === 0 ? index : index - slashes;
			break;
		}
		if (code === lineFeed) {
			break;
		}
		slashes = code === backslash ? slashes + 1 : 0;
	}
	end = Math.min(end, limit);
	const value = text.slice(start, end);
	return { start, end, text: value, style: 'quoted', next: text[end] ?? '\n' };
}

/** Reads the values behind separators, each stretch of the text at most once. */
export class ValueReader {
	readonly text: string;
	/** The run of bare characters that was read last: a value may begin anywhere in it. */
	private run = { start: 0, end: 0 };

	constructor(text: string) {
		this.text = text;
	}

	/** The value behind the separator at `index`. */
	valueAfter(index: number, name: Name): Value | undefined {
		const { text } = this;
		let operatorEnd = index + 1;
		while (operatorEnd < index + 3 && /[=>]/.test(text[operatorEnd] ?? '')) {
			operatorEnd += 1;
		}
		let start = operatorEnd;
		while (start < operatorEnd + longestGap && codeAt(text, start) === spaceCode) {
			start += 1;
		}
		const literal = literalAt(text, start);
		if (literal !== undefined) {
			return literal;
		}
		const isEquals = text[index] === '=';
		if (isEquals && (operatorEnd > index + 1 || /[=!]/.test(text[index - 1] ?? ''))) {
			return undefined;
		}
		fallback.lastIndex = start;
		if (fallback.test(text)) {
			return literalAt(text, fallback.lastIndex);
		}
		const before = text[name.start - 1] ?? '\n';
		const inQuery = before === '?' || before === '&' || before === ';';
		if (isEquals && start === index + 1 && name.start + name.word.length === index) {
			if (inQuery) {
				return this.bareValue(start, 'environment', /[&#;<>]/);
			}
			if (/^[A-Z][A-Z0-9_]*$/.test(name.word)) {
				return this.bareValue(start, 'environment');
			}
		}
		const isOption = name.word.startsWith('--');
		const isLine = isOption || isLineStart(text, name.start);
		const ownLine = isEquals && start > index + 1 ? 'statement' : 'line';
		const value = isLine
			? this.bareValue(start, ownLine)
			: this.bareValue(start, 'inline', /[,<>]|\\|;(?:$|[A-Za-z ]{1,24}=)|&\w{1,32}=/);
		// `a:b` is no assignment, but a header may be written without the space.
		const isGlued = text[index] === ':' && start === index + 1 && !name.quoted;
		return isGlued && (value.text.length < 6 || before === ':') ? undefined : value;
	}

	/** The value without quotes at `start`, ended where the language around goes on. */
	bareValue(
		start: number,
		style: Style,
		terminator: RegExp = /;(?:$|[A-Za-z ]{1,24}=)|&\w{1,32}=|[<>|]$|\\/,
	): Value {
		const runEnd = this.runEnd(start);
		const head = this.text.slice(start, Math.min(runEnd, start + judgedLength));
		const cut = head.search(terminator);
		const isWhole = cut < 0 && start + head.length < runEnd;
		const untrimmed = cut < 0 ? head : head.slice(0, cut);
		const closing = style === 'environment' ? /[,;)\]}]{1,8}$/ : /[,;.)\]}]{1,8}$/;
		const value = isWhole ? head : untrimmed.replace(closing, '');
		const end = isWhole ? runEnd : start + value.length;
		const next = this.text[end] ?? '\n';
		const isOwnLine = style === 'line' || style === 'statement';
		const isInline = isOwnLine && !/[\r\n\\]/.test(next) && !this.isOption(start);
		return { start, end, text: value, style: isInline ? 'inline' : style, next };
	}

	/** Whether the value at `start` belongs to `--name value` or `--name=value`. */
	private isOption(start: number): boolean {
		return /--[\w-]{1,64}[ \t=]{1,4}$/.test(this.text.slice(Math.max(0, start - 72), start));
	}

	private runEnd(start: number): number {
		if (start < this.run.start || start >= this.run.end) {
			bare.lastIndex = start;
			this.run = { start, end: bare.test(this.text) ? bare.lastIndex : start };
		}
		return this.run.end;
	}
}

function literalAt(text: string, start: number): Value | undefined {
	opening.lastIndex = start;
	const quote = opening.exec(text)?.groups?.['quote'];
	return quote === undefined ? undefined : quotedValue(text, opening.lastIndex, quote);
}

function isLineStart(text: string, start: number): boolean {
	return lineStart.test(text.slice(Math.max(0, start - 48), start));
}
