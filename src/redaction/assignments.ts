import {
	isAssignedSecret,
	secretKind,
	type SecretKind,
	type ValueStyle,
	type SecretCandidate,
} from './judgement.ts';
import { inCases, type Rule, type Span } from './rule.ts';
import { isRandom } from './values.ts';

/** A name that describes its value. */
interface Name {
	readonly word: string;
	readonly start: number;
	readonly end: number;
	readonly kind: SecretKind;
}

/** How much of a name, of a value, of a quoted value and of a path segment is examined. */
const longestName = 64;
const judgedLength = 256;
const longestQuoted = 8_192;
const longestSegment = 512;

const nameStart = /[\w.-]{1,64}$/;
const nameEnd = /[\w.-]{0,64}/y;

/** The values of secret-looking names, as in `.env`, YAML, JSON, TOML, shell, headers, XML and code. */
function namedSecrets(text: string, index: number): readonly Span[] {
	nameEnd.lastIndex = index;
	nameEnd.test(text);
	const end = nameEnd.lastIndex;
	if (!/[\s"'`\])?=:>\\!+%]/.test(text[end] ?? '')) {
		return [];
	}
	let start =
		end - (nameStart.exec(text.slice(Math.max(0, end - longestName), end))?.[0].length ?? 0);
	if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) {
		// Directly after an escape in serialised text: `\nPASSWORD=`.
		start += 1;
	}
	const word = text.slice(start, end);
	const kind = secretKind(word);
	if (kind === undefined) {
		return [];
	}
	// A name in a path labels the text up to the next slash.
	const segment = text[start - 1] === '/' ? text.slice(end, end + longestSegment).indexOf('/') : -1;
	return secretsOf(segment < 0 ? text : text.slice(0, end + segment), { word, start, end, kind });
}

const elementValue = />(?<value>[^<>\n]{4,512})<\/(?<name>[\w.:-]{1,64})>/y;
const gap = /[ \t]{1,4}(?=[^\s-])/y;
const nameOfValue = /(?:name|key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?$/i;
const namedValue =
	/\\{0,3}["']?,?(?:\s|\\[nrt]){1,40}(?:\\{0,3}["'])?value\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const separator =
	/(?:\\{0,7}["'`])?[\])?]{0,2}[ \t]{0,24}(?<operator>[:!=<>+]{0,2}[=:][=>]{0,2}|(?<=["'`][ \t]{0,24}),(?=[ \t]{0,24}["'`])|%3[Dd])[ \t]{0,24}/y;

/** `aws configure set NAME value`, `setx NAME value`, a line with `ENV NAME value`. */
const setting =
	/(?:(?:aws|npm|pnpm|yarn|git|gcloud|pip|composer|netlify) [^\n]{0,64}?(?:set|config)|(?<![\w.-])set(?:x|env)|(?:^|\n|\\n|\d→)[ \t]{0,8}ENV)[ \t]{1,4}[^\s=]{0,96}$/;

function secretsOf(text: string, name: Name): readonly Span[] {
	const { word, start, end, kind } = name;
	const before = text.slice(Math.max(0, start - 128), start);
	const judged = (value: SecretCandidate | undefined): readonly Span[] =>
		value !== undefined && isAssignedSecret(value, kind, word)
			? [
					{
						start: value.start,
						end: value.isCut ? (matchAt(run, text, value.end)?.end ?? 0) : value.end,
					},
				]
			: [];
	const element = before.endsWith('<') ? matchAt(elementValue, text, end) : undefined;
	if (element?.groups?.['name'] === word) {
		const { value = '' } = element.groups;
		return judged(valueOf(end + 1, value, 'quoted', '<'));
	}
	const isOption = word.startsWith('--');
	const spaced = isOption || setting.test(before) ? matchAt(gap, text, end) : undefined;
	if (spaced !== undefined) {
		return judged(readValue(text, spaced.end, isOption ? 'statement' : 'environment'));
	}
	const apart = nameOfValue.test(before) ? matchAt(namedValue, text, end) : undefined;
	if (apart !== undefined) {
		return judged(readValue(text, apart.end, 'line'));
	}
	const match = matchAt(separator, text, end);
	return match === undefined ? [] : judged(assignedValue(text, match, name));
}

interface Match {
	readonly all: string;
	readonly groups: Readonly<Record<string, string>> | undefined;
	readonly end: number;
}

function matchAt(pattern: RegExp, text: string, index: number): Match | undefined {
	pattern.lastIndex = index;
	const match = pattern.exec(text);
	return match === null
		? undefined
		: { all: match[0], groups: match.groups, end: index + match[0].length };
}

/** `process.env.NAME || '…'`, `os.getenv("NAME", "…")`: up to the default literal. */
const fallback =
	/[\w.$]{1,64}(?:\[["'][\w.-]{1,64}["']\]|\(["'][\w.-]{1,64}["']\))?(?:[ \t]{0,4}(?:\|\||\?\?|or)[ \t]{1,4}|(?<=[\w.$])\(["'][\w.-]{1,64}["'],[ \t]{0,4})(?=["'])/y;

const lineStart =
	/(?:^|[\n\r]|\\n)[ \t]*(?:[-+*>][ \t]{1,4}|export[ \t]|["'])?(?:\d{1,6}[→:|][ \t]*)?$/;

/** `password: |` with the value on the next line. */
const block = /[|>][+-]?\d?[ \t]{0,8}(?:\r?\n|\\{1,2}n)[ \t]{1,64}/y;
const blockLine = /[^\s\\][^\n\\]{0,512}/y;

/** `password:` followed by a line with only one word, or by such a word at the end of a quoted text. */
const below =
	/(?:\r?\n|\\{1,2}n)[ \t]{0,64}["'`]?(?<word>[^\s\\:]{6,256}?)(?=["'`]?[ \t]{0,8}(?:\r?\n|\\{1,2}n|$)|\\{0,3}["'`][\],}])/y;

const inlineEnd = /[,<>]|%26|\\|;(?:$|[A-Za-z ]{1,24}=)|&\w{1,32}=/;
const queryEnd = /[&#;<>]/;

/** The value after an operator. */
function assignedValue(
	text: string,
	match: Match,
	{ word, start }: Name,
): SecretCandidate | undefined {
	const { all, end, groups } = match;
	const operator = groups?.['operator'] ?? '';
	const opened = operator === ':' ? matchAt(block, text, end) : undefined;
	if (opened !== undefined) {
		const line = matchAt(blockLine, text, opened.end)?.all ?? '';
		return valueOf(opened.end, line.trimEnd(), 'quoted', '\n');
	}
	const alone = operator === ':' ? matchAt(below, text, end) : undefined;
	if (alone !== undefined) {
		const { word: only = '' } = alone.groups ?? {};
		return valueOf(alone.end - only.length, only, 'inline', '\n');
	}
	if (operator === ',' && !/\(\s{0,8}["'`]$/.test(text.slice(Math.max(0, start - 12), start))) {
		// Words of a list. Only in a call, the second one is the value of the first.
		return undefined;
	}
	const literal = quotedValue(text, end);
	if (operator === ',' && isShortWord(literal?.text ?? '')) {
		// `scrypt('password', 'salt')`.
		return undefined;
	}
	if (literal !== undefined || /[=!<>]=|=>/.test(operator)) {
		return literal;
	}
	const other = matchAt(fallback, text, end);
	if (other !== undefined) {
		return quotedValue(text, other.end);
	}
	const before = text[start - 1] ?? '\n';
	if (all === '=' && (/[?&;]/.test(before) || /^[A-Z][A-Z0-9_]*$/.test(word))) {
		return bareValue(text, end, 'environment', /[?&;]/.test(before) ? queryEnd : undefined);
	}
	const isLine =
		word.startsWith('--') || lineStart.test(text.slice(Math.max(0, start - 48), start));
	const ownLine = /=[ \t]+$/.test(all) ? 'statement' : 'line';
	const value = isLine ? bareValue(text, end, ownLine) : bareValue(text, end, 'inline', inlineEnd);
	// `a:b` is not an assignment, but a header may be written without the space.
	return all === ':' && (value.text.length < 6 || before === ':') ? undefined : value;
}

function isShortWord(text: string): boolean {
	return /^\p{L}{0,7}$/u.test(text) && !isRandom(text);
}

function readValue(text: string, start: number, style: ValueStyle): SecretCandidate {
	return quotedValue(text, start) ?? bareValue(text, start, style);
}

function valueOf(start: number, text: string, style: ValueStyle, next: string): SecretCandidate {
	return { start, end: start + text.length, text, style, next, isCut: false };
}

const opening = /[bfruBFRU@$]{0,2}(?<quote>\\{0,7}["'`])/y;

/** The value between a quote and the same quote, or up to the end of the line if that is missing. */
function quotedValue(text: string, start: number): SecretCandidate | undefined {
	const open = matchAt(opening, text, start);
	const quote = open?.groups?.['quote'];
	if (open === undefined || quote === undefined) {
		return undefined;
	}
	const depth = quote.length - 1;
	let slashes = 0;
	let index = open.end;
	for (const limit = Math.min(text.length, index + longestQuoted); index < limit; index += 1) {
		const character = text[index];
		// In serialised text quotes have backslashes; one with more of them belongs to the value.
		if (character === quote[depth] && (depth === 0 ? slashes % 2 === 0 : slashes <= depth)) {
			index -= depth === 0 ? 0 : slashes;
			break;
		}
		if (character === '\n') {
			break;
		}
		slashes = character === '\\' ? slashes + 1 : 0;
	}
	return valueOf(open.end, text.slice(open.end, index), 'quoted', text[index] ?? '\n');
}

/** A run of characters without space, quote or escaped line end. */
const run = /(?:[^\s"'`\\«»“”]|["'](?=[A-Za-z0-9])|\\(?![nrtu"'`\\]))*/y;

const statementEnd = /%26|;(?:$|[A-Za-z ]{1,24}=)|&\w{1,32}=|[<>|]$|\\/;

/** The unquoted value at `start`, up to where the surrounding language continues. */
function bareValue(
	text: string,
	start: number,
	style: ValueStyle,
	terminator = statementEnd,
): SecretCandidate {
	const head = matchAt(run, text.slice(start, start + judgedLength), 0)?.all ?? '';
	const cut = head.search(terminator);
	if (cut < 0 && head.length === judgedLength) {
		return { ...valueOf(start, head, style, ''), isCut: true };
	}
	const closing = style === 'environment' ? /[,;)\]}]{1,8}$/ : /[,;.)\]}]{1,8}$/;
	const value = (cut < 0 ? head : head.slice(0, cut)).replace(closing, '');
	const next = text[start + value.length] ?? '\n';
	const isOwnLine = (style === 'line' || style === 'statement') && !/[\r\n\\]/.test(next);
	const isOption = /--[\w-]{1,64}[ \t=]{1,4}$/.test(text.slice(Math.max(0, start - 72), start));
	return valueOf(start, value, isOwnLine && !isOption ? 'inline' : style, next);
}

const stems = 'pass pwd pw secret token key cred auth mnemonic bearer'.split(' ');

/** Names of variables, properties, headers, options and elements. */
export const nameRules: readonly Rule[] = [
	{ starts: ['PAT', ...stems.flatMap(inCases)], find: namedSecrets },
];
