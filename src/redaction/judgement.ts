import { isPlaceholder, isRandom, splitWords } from './values.ts';

/**
 * What a name says about its value: a password can be any text, a secret is not an ordinary word, a token is generated,
 * and a key may also be a map's key: only long generated values are secrets.
 */
export type SecretKind = 'password' | 'secret' | 'token' | 'key';

/** Endings of each kind's names, without word separators. */
const endings: readonly (readonly [RegExp, SecretKind])[] = [
	[/(?:password|passwd|passphrase|passcode|passwort)$/, 'password'],
	[
		/(?:secret|(?:secret|private|access|account|signing|encryption|master|shared|hmac|jwt|cipher|webhook)key|mnemonic)$/,
		'secret',
	],
	[
		/(?:token|bearer|(?:api|auth|subscription|function|write|server|admin|app|service|session|storage|deploy|license|role|security|client|consumer|integration|bot|access)key|credentials?)$/,
		'token',
	],
];

/** Names that end like a secret but are harmless. */
const harmless =
	/(?:public|publishable|page|next|continuation|cancell?ation|cancel|sync|pad|eos|bos|unk|mask|sep|cls|stop|prev|current)(?:token|key|accesskey|apikey)$|^x?(?:amz|goog)credential$|^(?:has|is|needs?|requires?|num|max|min)(?:password|secret|token|key|auth|api|credential)/;

/** Words that may follow the decisive one: `PASSWORD_PROD`, `SECRET_KEY_BASE`, `TOKEN_2`. */
const tail =
	/^(?:value|prod|production|dev|development|test|testing|staging|stage|live|local|base|b64|base64|raw|plain|plaintext|old|new|default|primary|secondary|main|\d{1,3})$/;

/** The kind of secret in a variable, property, header or option of this name, if any. */
export function secretKind(name: string): SecretKind | undefined {
	if (name === 'PWD' || name === 'OLDPWD') {
		return undefined;
	}
	const all = splitWords(name);
	const words = all.slice(0, Math.max(1, all.findLastIndex((word) => !tail.test(word)) + 1));
	const last = words.at(-1) ?? '';
	const joined = words
		.slice(-4)
		.join('')
		.replace(/\d{1,3}$/, '');
	if (harmless.test(joined)) {
		return undefined;
	}
	if (last === 'pwd' || last === 'pw') {
		return 'password';
	}
	if (last === 'pass') {
		return /[_-]PASS$|[_-]pass$|[a-z]Pass$/.test(name) ? 'password' : 'secret';
	}
	const [, kind] = endings.find(([ending]) => ending.test(joined)) ?? [];
	const isToken = last === 'auth' || (last === 'pat' && words.length > 1);
	const isKey = words.length > 1 && last === 'key';
	return kind ?? (isToken ? 'token' : isKey ? 'key' : undefined);
}

/**
 * How a value is written, which indicates how certainly it is a value and not code: between quotes; as `NAME=value` in
 * a shell, an `.env` file or a query; on a separate line, as in YAML; on a line that could be a statement, `name =
 * value`; anywhere else.
 */
export type ValueStyle = 'quoted' | 'environment' | 'line' | 'statement' | 'inline';

/** A value with its context. */
export interface SecretCandidate {
	readonly start: number;
	readonly end: number;
	/** The value, or its beginning if it is very long: enough to judge it. */
	readonly text: string;
	readonly style: ValueStyle;
	/** The character after the value. */
	readonly next: string;
	/** Whether the value is longer than the examined part. */
	readonly isCut: boolean;
}

/** Whether the value of a secret-looking name is a secret and not code, a label or a stand-in. */
export function isAssignedSecret(value: SecretCandidate, kind: SecretKind, name: string): boolean {
	const { text, style } = value;
	if (text.length < (kind === 'token' ? 6 : 4) || text.startsWith('-----BEGIN')) {
		return false;
	}
	if (kind === 'key') {
		return isGeneratedKey(text) && (style !== 'inline' || isWordless(text));
	}
	if (isPlaceholder(text)) {
		// `DB_PASSWORD=secret`: an ordinary word, but here it is a real password.
		const isWeak = /^(?:secret|password|passwd|pass|admin|test|user)$/i.test(text);
		return kind === 'password' && style === 'environment' && isWeak;
	}
	if (style === 'quoted') {
		return isQuotedSecret(text, kind, name);
	}
	return style === 'environment'
		? isEnvironmentSecret(text, kind, name)
		: isPlainSecret(value, kind);
}

/** Not a hash or an id: those are the keys of caches and tables. */
function isGeneratedKey(text: string): boolean {
	return /^(?=.*[g-zA-Z])\w{16,256}$/.test(text) && isRandom(text) && !isPlaceholder(text);
}

/** Syntax that a password may contain but a line of code contains more often. */
const code = /[(){}[\]<>|`]|=>|&&|::|\?\./;
const path = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;

/** A template, or a text in a script without spaces. */
const templateOrProse = /\$\{|\{\{|<%|%s|\{\w*\}|[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/;

function isQuotedSecret(text: string, kind: SecretKind, name: string): boolean {
	if (templateOrProse.test(text.slice(0, 256))) {
		return false;
	}
	if (/\s/.test(text)) {
		// Prose, unless one of its words is not an ordinary word.
		return kind !== 'token' && text.length <= 128 && text.split(/\s+/).some(isMixed);
	}
	if (isRandom(text)) {
		return !path.test(text) || text.split('.').some((part) => part.length >= 20 && isRandom(part));
	}
	if (kind === 'token') {
		// A bare `token` or `auth` is as often a grammar term.
		return /^(?=.*\d.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{8,}$/.test(text) && splitWords(name).length > 1;
	}
	return !isLabel(text, name) && (kind === 'password' || text.length >= 8 || isMixed(text));
}

/** Letters and digits mixed, unlike any ordinary word. */
function isMixed(text: string): boolean {
	return text.length >= 6 && /[A-Za-z]\d|\d[A-Za-z]/.test(text);
}

/** `userPassword`, `user_password`, `Passwort`, `auth.password.hint`: the name of a field, not its value. */
function isLabel(text: string, name: string): boolean {
	return (
		!/\d/.test(text) &&
		/^[\p{L}_.:/-]+$/u.test(text) &&
		(isCompound(text) || /^\p{Lu}\p{Ll}+$/u.test(text) || /[^\0-\x7f]/.test(text) || text === name)
	);
}

function isCompound(text: string): boolean {
	const words = splitWords(text);
	const areLong = words.every((part) => part.length >= 2) && text.length >= words.length * 4;
	return words.length > 1 && areLong;
}

function isEnvironmentSecret(text: string, kind: SecretKind, name: string): boolean {
	const isCode = /^[A-Za-z_$][\w$.]*\(|^[[{(`]/.test(text) || text === name;
	const isReferencePath =
		/^(?:process|os|env|config|settings|self|this|window|import|secrets|vars|\w)\./.test(text) ||
		secretKind(text) !== undefined;
	if (isCode || (path.test(text) && isReferencePath)) {
		return false;
	}
	return kind !== 'token' || isMixed(text) || (text.length >= 8 && !isLabel(text, name));
}

/** Whether an identifier in place of a value is the name of another variable or of a type. */
function isReference(text: string, next: string): boolean {
	const isName = /[,;)}\]]/.test(next) || /^(?:[A-Z][a-z]{3,}\d*){2}/.test(text);
	return (
		/secret|token|passw|credential|private|provider/i.test(text) ||
		(!isRandom(text) && (isName || (isCompound(text) && isLabel(text, ''))))
	);
}

/** Long, with a digit, and without a run of lower-case letters that could be a word: not a name. */
function isWordless(text: string): boolean {
	return (
		/^(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{16,64}$/.test(text) &&
		!/[a-z]{5}|^[^a-z]*$|^[^A-Z]*$/.test(text)
	);
}

function isPlainSecret({ text, style, next }: SecretCandidate, kind: SecretKind): boolean {
	const isName = /^[A-Za-z_$][\w$]*$/.test(text);
	if (code.test(text) || path.test(text) || (isName && isReference(text, next))) {
		return false;
	}
	if (isRandom(text) || isWordless(text)) {
		return text.length >= (kind === 'token' ? 12 : 6);
	}
	if (kind === 'token' || /^[&*@!+-]/.test(text)) {
		return false;
	}
	if (kind === 'secret') {
		return style !== 'inline' && isMixed(text);
	}
	const isStrong = /[A-Za-z]/.test(text) && /[\d!@#$%^&*+~?]/.test(text) && text.length >= 6;
	return isStrong || (style === 'line' && /^(?:[a-z]{6,}|\d{4,})$/.test(text));
}
