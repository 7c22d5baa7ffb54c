import { secretKind, type SecretKind } from './names.ts';
import type { Value } from './reading.ts';
import { isBasicCredentials, isPlaceholder, isRandom, splitWords } from './values.ts';

/** Syntax that a password may hold but a line of code more often does. */
const code = /[(){}[\]<>|`]|=>|&&|::|\?\./;
const path = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;
const identifier = /^[A-Za-z_$][\w$]*$/;

/** A template, or a text in a script that writes no spaces. */
const templateOrProse = /\$\{|\{\{|<%|%s|\{\w*\}|[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/;

/** Whether the value of a secret-looking name is a secret and not code, a label or a stand-in. */
export function isAssignedSecret(value: Value, kind: SecretKind, name: string): boolean {
	const { text } = value;
	const shortest = kind === 'token' ? 6 : 4;
	return (
		text.length >= shortest &&
		!text.startsWith('-----BEGIN') &&
		isLikelySecret(value, kind, name) &&
		(!isPlaceholder(text) || isWeakPassword(value, kind))
	);
}

/** `DB_PASSWORD=secret`: an ordinary word, but here it opens a door. */
function isWeakPassword({ text, style }: Value, kind: SecretKind): boolean {
	return (
		kind === 'password' &&
		style === 'environment' &&
		/^(?:secret|password|passwd|pass|admin|test|user)$/i.test(text)
	);
}

function isLikelySecret(value: Value, kind: SecretKind, name: string): boolean {
	switch (value.style) {
		case 'quoted':
			return isQuotedSecret(value.text, kind, name);
		case 'environment':
			return isEnvironmentSecret(value.text, kind, name);
		case 'line':
		case 'statement':
		case 'inline':
			return isPlainSecret(value, kind);
	}
}

function isQuotedSecret(text: string, kind: SecretKind, name: string): boolean {
	if (templateOrProse.test(text.slice(0, 256))) {
		return false;
	}
	if (/\s/.test(text)) {
		// Prose, unless one of its words is none.
		return kind !== 'token' && text.length <= 128 && text.split(/\s+/).some(isMixed);
	}
	if (isRandom(text)) {
		return !path.test(text);
	}
	if (kind === 'token') {
		// A bare `token` or `auth` is as often a word of a grammar.
		const isNamed = splitWords(name).length > 1;
		return (
			isBasicCredentials(text) ||
			(isNamed && /^(?=.*\d.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{8,}$/.test(text))
		);
	}
	return !isLabel(text, name) && (kind === 'password' || text.length >= 8 || isMixed(text));
}

/** Letters and digits side by side, as in no ordinary word. */
function isMixed(text: string): boolean {
	return text.length >= 6 && /[A-Za-z]\d|\d[A-Za-z]/.test(text);
}

/** `userPassword`, `user_password`, `Passwort`, `auth.password.hint`: the name of a field, not its value. */
function isLabel(text: string, name: string): boolean {
	if (/\d/.test(text) || !/^[\p{L}_.:/-]+$/u.test(text)) {
		return false;
	}
	const words = splitWords(text);
	const isCompound =
		words.length > 1 && words.every((part) => part.length >= 2) && text.length >= words.length * 4;
	return isCompound || /^\p{Lu}\p{Ll}+$/u.test(text) || /[^\0-\x7f]/.test(text) || text === name;
}

function isEnvironmentSecret(text: string, kind: SecretKind, name: string): boolean {
	const isCode = /^[A-Za-z_$][\w$.]*\(|^[[{(`]/.test(text) || text === name;
	if (isCode || (path.test(text) && isReferencePath(text))) {
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

function isCamelCase(text: string): boolean {
	return splitWords(text).length > 1 && isLabel(text, '');
}

/** Whether an identifier in the place of a value is the name of another variable or of a type. */
function isReference(text: string, next: string): boolean {
	return (
		/secret|token|passw|credential|private|provider/i.test(text) ||
		(!isRandom(text) &&
			(isCamelCase(text) || /[,;)}\]]/.test(next) || /^(?:[A-Z][a-z]{3,}\d*){2}/.test(text)))
	);
}

/** Long, with a digit, and without a run of small letters that could be a word: no name of anything. */
function isWordless(text: string): boolean {
	return (
		/^(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{16,64}$/.test(text) &&
		!/[a-z]{5}|^[^a-z]*$|^[^A-Z]*$/.test(text)
	);
}

function isPlainSecret({ text, style, next }: Value, kind: SecretKind): boolean {
	const isName = identifier.test(text);
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
