import { authorizationSpans, cookieSpans } from './headers.ts';
import { blockSpans } from './blocks.ts';
import { isAssignedSecret } from './judgement.ts';
import { secretKind, type SecretKind } from './names.ts';
import { nameBefore, quotedValue, ValueReader, type Value } from './reading.ts';
import type { Span } from './spans.ts';

/** What may stand between a name and its value, or open an option: one pass finds them all. */
const separator = /[=:>]|--(?=[a-z])/g;

/** The values of secret-looking names, as in `.env`, YAML, JSON, TOML, shell, headers, XML and code. */
export function assignmentSpans(text: string): readonly Span[] {
	const spans: Span[] = [];
	const reader = new ValueReader(text);
	separator.lastIndex = 0;
	for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
		const found = spansAt(reader, match.index);
		const last = found.at(-1);
		if (last !== undefined) {
			spans.push(...found);
			separator.lastIndex = last.end;
		}
	}
	return spans;
}

function spansAt(reader: ValueReader, index: number): readonly Span[] {
	const { text } = reader;
	const character = text[index];
	if (character === '-') {
		return optionSpans(reader, index);
	}
	if (character === '>') {
		return elementSpans(text, index);
	}
	const name = nameBefore(text, index);
	if (name === undefined) {
		return [];
	}
	if (text[name.start - 1] === '/') {
		// A name in a path labels what stands up to the next slash.
		const end = text.indexOf('/', index + 1);
		if (end >= 0 && end < index + longestSegment) {
			return spansAt(new ValueReader(text.slice(0, end)), index);
		}
	}
	const kind =
		name.word.toLowerCase() === 'value' ? namedBefore(text, name.start) : secretKind(name.word);
	switch (kind) {
		case undefined:
			return [];
		case 'cookie':
			return character === ':' ? cookieSpans(text, index + 1) : [];
		case 'authorization':
			return authorizationSpans(text, index + 1);
		case 'password':
		case 'secret':
		case 'token':
			return (
				blockSpans(text, index, name, kind) ??
				judged(reader.valueAfter(index, name), kind, name.word)
			);
	}
}

/** Characters of a path's part that may hold a name and its value. */
const longestSegment = 512;

function judged(value: Value | undefined, kind: SecretKind, name: string): readonly Span[] {
	return value !== undefined && isAssignedSecret(value, kind, name)
		? [{ start: value.start, end: value.end }]
		: [];
}

const nameOfValue =
	/(?:name|key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<name>[\w.-]{1,64})\\{0,3}["']?,?(?:\s|\\[nrt]){0,40}(?:\\{0,3}["']|)$/i;

/** The kind of `name: DB_PASSWORD, value: …`, as containers and workflows write their environment. */
function namedBefore(text: string, start: number): SecretKind | undefined {
	const name = nameOfValue.exec(text.slice(Math.max(0, start - 160), start))?.groups?.['name'];
	const kind = name === undefined ? undefined : secretKind(name);
	return kind === 'cookie' || kind === 'authorization' ? 'token' : kind;
}

const option = /--(?<name>[a-z][\w-]{1,40})[ \t]{1,4}(?:(?<quote>\\{0,3}["'])|(?=[^\s-]))/y;

/** `--password value`. */
function optionSpans(reader: ValueReader, index: number): readonly Span[] {
	option.lastIndex = index;
	const groups = option.exec(reader.text)?.groups;
	const name = groups?.['name'];
	const kind = name === undefined ? undefined : secretKind(name);
	if (kind === undefined || name === undefined) {
		return [];
	}
	const quote = groups?.['quote'];
	const value =
		quote === undefined
			? reader.bareValue(option.lastIndex, 'statement')
			: quotedValue(reader.text, option.lastIndex, quote);
	return judged(value, kind, name);
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
	const start = index + 1;
	const end = start + value.length;
	return judged({ start, end, text: value, style: 'quoted', next: '<' }, kind, name.word);
}
