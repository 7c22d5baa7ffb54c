import { secretKind, type SecretKind } from './names.ts';
import type { Span } from './spans.ts';
import {
	isBasicCredentials,
	isPlaceholder,
	isPlaceholderWords,
	isRandom,
	splitWords,
} from './values.ts';

/** What may stand between a name and its value, or open an option: one pass finds them all. */
const separator = /[=:>]|--(?=[a-z])/g;

/** How a value is written, which says how sure we can be that it is a value and no code. */
type Style =
	/** Between quotes. */
	| 'quoted'
	/** `NAME=value` in a shell, a `.env` file or a query string. */
	| 'environment'
	/** A line of its own: YAML, INI, properties. */
	| 'line'
	/** Anywhere else. */
	| 'inline';

interface Value {
	readonly start: number;
	readonly text: string;
	readonly style: Style;
	/** The character behind the value. */
	readonly next: string;
}

/** The values of secret-looking names, as in `.env`, YAML, JSON, TOML, shell, headers, XML and code. */
export function assignmentSpans(text: string): readonly Span[] {
	const spans: Span[] = [];
	separator.lastIndex = 0;
	for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
		const found = spansAt(text, match.index);
		const last = found.at(-1);
		if (last !== undefined) {
			spans.push(...found);
			separator.lastIndex = last.end;
		}
	}
	return spans;
}

function spansAt(text: string, index: number): readonly Span[] {
	const character = text[index];
	if (character === '-') {
		return optionSpans(text, index);
	}
	if (character === '>') {
		return elementSpans(text, index);
	}
	const name = nameBefore(text, index);
	if (name === undefined) {
		return [];
	}
	const kind =
		name.word.toLowerCase() === 'value' ? namedBefore(text, name.start) : secretKind(name.word);
	if (kind === undefined) {
		return [];
	}
	if (kind === 'cookie') {
		return character === ':' ? cookieSpans(text, index + 1) : [];
	}
	if (kind === 'authorization') {
		return authorizationSpans(text, index + 1);
	}
	const value = valueAfter(text, index, name);
	return value !== undefined && isSecret(value, kind, name.word) ? [spanOf(value)] : [];
}

function spanOf(value: Value): Span {
	return { start: value.start, end: value.start + value.text.length };
}

interface Name {
	readonly word: string;
	readonly start: number;
	/** Whether it was quoted, as a key in JSON. */
	readonly quoted: boolean;
}

const nameLength = 64;

/** The name that ends before a separator: `name =`, `"name":`, `\"name\":`, `env["name"] =`, `name?:`. */
function nameBefore(text: string, index: number): Name | undefined {
	let end = index;
	while (end > index - 24 && isSpace(text.charCodeAt(end - 1))) {
		end -= 1;
	}
	if (/[:!=<>+]/.test(text[end - 1] ?? '')) {
		// The first half of `:=`, `!=`, `==`, `===`.
		end -= text[end - 2] === '=' ? 2 : 1;
		while (end > index - 24 && isSpace(text.charCodeAt(end - 1))) {
			end -= 1;
		}
	}
	if (text[end - 1] === ']' || text[end - 1] === '?') {
		end -= 1;
	}
	let quoted = false;
	if (isQuote(text.charCodeAt(end - 1))) {
		quoted = true;
		end -= 1;
		while (end > index - 32 && text[end - 1] === '\\') {
			end -= 1;
		}
	}
	let start = end;
	while (start > 0 && start > end - nameLength && isNameCharacter(text.charCodeAt(start - 1))) {
		start -= 1;
	}
	if (start === end) {
		return undefined;
	}
	// In serialised text a name can be glued to the escape before it: `\nPASSWORD=`.
	const escaped = text[start - 1] === '\\' && /^[nrt]/.test(text.slice(start, start + 1)) ? 1 : 0;
	return { word: text.slice(start + escaped, end), start: start + escaped, quoted };
}

function isSpace(code: number): boolean {
	return code === 32 || code === 9;
}

function isQuote(code: number): boolean {
	return code === 34 || code === 39 || code === 96;
}

function isNameCharacter(code: number): boolean {
	return (
		(code >= 97 && code <= 122) ||
		(code >= 65 && code <= 90) ||
		(code >= 48 && code <= 57) ||
		code === 95 ||
		code === 45 ||
		code === 46
	);
}

/** `name: DB_PASSWORD, value: …`, as containers and workflows write their environment. */
function namedBefore(text: string, start: number): SecretKind | undefined {
	const before = text.slice(Math.max(0, start - 160), start);
	const match =
		/(?:name|key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?([\w.-]{1,64})\\{0,3}["']?,?(?:\s|\\[nrt]){0,40}(?:\\{0,3}["']|)$/i.exec(
			before,
		);
	const kind = match?.[1] === undefined ? undefined : secretKind(match[1]);
	return kind === 'cookie' || kind === 'authorization' ? 'token' : kind;
}

const opening = /[bfruBFRU@$]{0,2}(?<quote>\\{0,7}["'`])/y;
const unquoted = /(?:[^\s"'`\\]|["'](?=[A-Za-z0-9])|\\(?![nrtu"'`\\])){1,1024}/y;

/** `process.env.NAME || '…'`, `os.getenv("NAME", "…")`: up to the literal that stands in. */
const fallback =
	/[\w.$]{1,64}(?:\[["'][\w.-]{1,64}["']\]|\(["'][\w.-]{1,64}["']\))?(?:[ \t]{0,4}(?:\|\||\?\?|or)[ \t]{1,4}|(?<=[\w.$]{1,64})\(["'][\w.-]{1,64}["'],[ \t]{0,4})(?=["'])/y;

/** The longest quoted value that is read to its end. */
const longestValue = 8_192;

function valueAfter(text: string, index: number, name: Name): Value | undefined {
	const tight = text[index - 1] !== ' ' && !/[\s=>]/.test(text[index + 1] ?? ' ');
	let start = index + 1;
	const comparison =
		text[index] === '=' && (text[start] === '=' || /[=!]/.test(text[index - 1] ?? ''));
	const arrow = text[index] === '=' && text[start] === '>';
	while (start < text.length && start < index + 3 && /[=>]/.test(text[start] ?? '')) {
		start += 1;
	}
	const afterOperator = start;
	while (start < afterOperator + 24 && isSpace(text.charCodeAt(start))) {
		start += 1;
	}
	opening.lastIndex = start;
	const quote = opening.exec(text)?.groups?.['quote'];
	if (quote !== undefined) {
		return quotedValue(text, opening.lastIndex, quote);
	}
	if (comparison || arrow) {
		return undefined;
	}
	fallback.lastIndex = start;
	const isFallback = fallback.test(text);
	opening.lastIndex = fallback.lastIndex;
	const fallbackQuote = isFallback ? opening.exec(text)?.groups?.['quote'] : undefined;
	if (fallbackQuote !== undefined) {
		return quotedValue(text, opening.lastIndex, fallbackQuote);
	}
	unquoted.lastIndex = start;
	const raw = unquoted.exec(text)?.[0];
	if (raw === undefined) {
		return undefined;
	}
	const before = text[name.start - 1] ?? '\n';
	const inQuery = before === '?' || before === '&' || before === ';';
	const environment =
		tight && text[index] === '=' && (inQuery || /^[A-Z][A-Z0-9_]*$/.test(name.word));
	if (text[index] === ':' && start === index + 1 && !name.quoted && !isRandom(raw)) {
		return undefined;
	}
	const value = trim(raw, inQuery, environment);
	const next = text[start + value.length] ?? '\n';
	const isOption = name.word.startsWith('--');
	const ownLine = isOption || (isLineStart(text, name.start) && /[\r\n\\]/.test(next));
	const style = environment ? 'environment' : ownLine ? 'line' : 'inline';
	return { start, text: value, style, next };
}

function quotedValue(text: string, start: number, quote: string): Value {
	const limit = Math.min(text.length, start + longestValue);
	let end = start;
	while (end < limit && text[end] !== '\n' && !text.startsWith(quote, end)) {
		// A backslash protects what follows, unless it belongs to the quotes of the text around.
		end += text[end] === '\\' && quote.length === 1 ? 2 : 1;
	}
	end = Math.min(end, limit);
	return { start, text: text.slice(start, end), style: 'quoted', next: text[end] ?? '\n' };
}

/** Ends an unquoted value where the language around goes on. */
function trim(raw: string, inQuery: boolean, environment: boolean): string {
	const end = inQuery ? raw.search(/[&#;]/) : raw.search(/;(?:$|[A-Za-z ]{1,24}=)|[<>|]$|\\/);
	const cut = end < 0 ? raw : raw.slice(0, end);
	return environment ? cut.replace(/[,;)\]}]{1,8}$/, '') : cut.replace(/[,;.)\]}]{1,8}$/, '');
}

const lineStart =
	/(?:^|[\n\r]|\\n)[ \t]*(?:[-+*>][ \t]{1,4}|export[ \t]|["'])?(?:\d{1,6}[→:|][ \t]*)?$/;

function isLineStart(text: string, start: number): boolean {
	return lineStart.test(text.slice(Math.max(0, start - 48), start));
}

/** Syntax that a password may hold but a line of code more often does. */
const code = /[(){}[\]<>|`]|=>|&&|::|\?\./;
const path = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;
const identifier = /^[A-Za-z_$][\w$]*$/;

function isSecret(value: Value, kind: SecretKind, name: string): boolean {
	const { text, style } = value;
	const shortest = kind === 'token' ? 6 : 4;
	if (text.length < shortest || isPlaceholder(text) || text.startsWith('-----BEGIN')) {
		return false;
	}
	switch (style) {
		case 'quoted':
			return isQuotedSecret(text, kind, name);
		case 'environment':
			return isEnvironmentSecret(text, kind, name);
		case 'line':
		case 'inline':
			return isPlainSecret(value, kind);
	}
}

function isQuotedSecret(text: string, kind: SecretKind, name: string): boolean {
	// A template, or a text in a script that writes no spaces.
	if (
		/\$\{|\{\{|<%|%s|\{\w*\}|[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(text.slice(0, 256))
	) {
		return false;
	}
	if (/\s/.test(text)) {
		// Prose, unless one of its words is no word: passphrases with digits, tokens in sentences.
		return kind !== 'token' && text.length <= 128 && text.split(/\s+/).some(isMixed);
	}
	if (isRandom(text)) {
		return !path.test(text);
	}
	if (kind === 'token') {
		// A bare `token` or `auth` is as often a word of a grammar.
		return (
			isBasicCredentials(text) ||
			(splitWords(name).length > 1 && /^(?=.*\d.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{8,}$/.test(text))
		);
	}
	return !isLabel(text, name) && (kind === 'password' || text.length >= 8 || isMixed(text));
}

function isMixed(wordOfText: string): boolean {
	return /[A-Za-z]\d|\d[A-Za-z]/.test(wordOfText) && wordOfText.length >= 6;
}

/** `userPassword`, `user_password`, `Passwort`, `auth.password.hint`: the name of a field, not its value. */
function isLabel(text: string, name: string): boolean {
	if (/\d/.test(text) || !/^[\p{L}_.:/-]+$/u.test(text)) {
		return false;
	}
	const words = splitWords(text);
	return (
		words.length > 1 || /^\p{Lu}\p{Ll}+$/u.test(text) || /[^\0-\x7f]/.test(text) || text === name
	);
}

function isEnvironmentSecret(text: string, kind: SecretKind, name: string): boolean {
	if (/^[A-Za-z_$][\w$.]*\(|^[[{(`]/.test(text) || text.toLowerCase() === name.toLowerCase()) {
		return false;
	}
	if (path.test(text) && isReferencePath(text)) {
		return false;
	}
	return kind !== 'token' || isMixed(text) || (text.length >= 8 && !isLabel(text, name));
}

function isReferencePath(text: string): boolean {
	return (
		/^(?:process|os|env|config|settings|self|this|window|import|secrets|vars|\w)\./.test(text) ||
		secretKind(text) !== undefined
	);
}

function isPlainSecret({ text, style, next }: Value, kind: SecretKind): boolean {
	if (code.test(text) || path.test(text) || /^[&*@!+-]/.test(text)) {
		return false;
	}
	const isName = identifier.test(text);
	if (isName && (/[,;)}\]]/.test(next) || /^(?:[A-Z][a-z]+\d*){2}/.test(text)) && !isRandom(text)) {
		return false;
	}
	if (kind === 'token') {
		return text.length >= 12 && isRandom(text);
	}
	if (isRandom(text)) {
		return text.length >= 6;
	}
	if (kind === 'secret') {
		return style === 'line' && isMixed(text);
	}
	const mixed = /[A-Za-z]/.test(text) && /[\d!@#$%^&*+~?]/.test(text) && text.length >= 6;
	return mixed || (style === 'line' && /^(?:[a-z]{6,}|\d{4,})$/.test(text));
}

const credential =
	/[ \t]{0,8}\\{0,7}["'`]?(?:(?<scheme>[A-Za-z][A-Za-z0-9-]{2,20})[ \t]{1,4})?(?<value>[^\s"'`\\,;<>${}()[\]]{1,8192})/y;

/** `Authorization: scheme credential`, as a header line or a property. */
function authorizationSpans(text: string, start: number): readonly Span[] {
	credential.lastIndex = start;
	const groups = credential.exec(text)?.groups;
	const value = groups?.['value'];
	if (value === undefined || isPlaceholder(value) || isPlaceholderWords(value)) {
		return [];
	}
	const scheme = groups?.['scheme']?.toLowerCase();
	const proof =
		scheme === 'basic'
			? isBasicCredentials(value) || isRandom(value)
			: scheme === undefined
				? value.length >= 12 && isRandom(value)
				: value.length >= 6 && (/\d/.test(value) || value.length >= 20) && !/[=:]$/.test(value);
	if (!proof || (scheme !== undefined && /^(?:digest|aws4-hmac-sha256|signature)$/.test(scheme))) {
		return [];
	}
	const end = credential.lastIndex;
	return [{ start: end - value.length, end }];
}

const cookie = /[ \t;]{0,8}\\{0,7}["']?(?<name>[\w.$-]{1,64})=(?<value>[^\s;,"'\\]{1,4096})/y;

/** The generated values in a `Cookie` or `Set-Cookie` header. */
function cookieSpans(text: string, start: number): readonly Span[] {
	const spans: Span[] = [];
	cookie.lastIndex = start;
	for (let match = cookie.exec(text); match !== null; match = cookie.exec(text)) {
		const value = match.groups?.['value'] ?? '';
		if (value.length >= 12 && isRandom(value) && !isPlaceholder(value)) {
			spans.push({ start: cookie.lastIndex - value.length, end: cookie.lastIndex });
		}
	}
	return spans;
}

const option = /--(?<name>[a-z][\w-]{1,40})[ \t]{1,4}(?:(?<quote>\\{0,3}["'])|(?=[^\s-]))/y;

/** `--password value`. */
function optionSpans(text: string, index: number): readonly Span[] {
	option.lastIndex = index;
	const groups = option.exec(text)?.groups;
	const name = groups?.['name'];
	const kind = name === undefined ? undefined : secretKind(name);
	if (kind === undefined || name === undefined) {
		return [];
	}
	const start = option.lastIndex;
	const quote = groups?.['quote'];
	if (quote !== undefined) {
		const value = quotedValue(text, start, quote);
		return isSecret(value, kind, name) ? [spanOf(value)] : [];
	}
	unquoted.lastIndex = start;
	const value = trim(unquoted.exec(text)?.[0] ?? '', false, false);
	return isSecret({ start, text: value, style: 'line', next: ' ' }, kind, name)
		? [{ start, end: start + value.length }]
		: [];
}

const elementValue = /(?<value>[^<>\n]{4,512})<\/(?<name>[\w.:-]{1,64})>/y;

/** `<password>value</password>`. */
function elementSpans(text: string, index: number): readonly Span[] {
	const name = nameBefore(text, index);
	if (
		name === undefined ||
		text[name.start - 1] !== '<' ||
		name.start + name.word.length !== index
	) {
		return [];
	}
	const kind = secretKind(name.word);
	if (kind === undefined) {
		return [];
	}
	elementValue.lastIndex = index + 1;
	const groups = elementValue.exec(text)?.groups;
	const value = groups?.['value'];
	if (value === undefined || groups?.['name'] !== name.word) {
		return [];
	}
	const found: Value = { start: index + 1, text: value, style: 'quoted', next: '<' };
	return isSecret(found, kind, name.word) ? [spanOf(found)] : [];
}
