import { splitWords } from './values.ts';

/**
 * What a name says about its value: a `password` can be any text, a `secret` is at least no ordinary
 * word, a `token` is generated, an `authorization` is a scheme and a credential, a `cookie` a list.
 */
export type SecretKind = 'password' | 'secret' | 'token' | 'authorization' | 'cookie';

const stem = /pass|pwd|pw$|secret|token|key|cred|auth|cookie|mnemonic|bearer/i;

const password = /(?:password|passwd|passphrase|passcode|passwort)$/;

const secret =
	/(?:secret|(?:secret|private|access|account|signing|encryption|master|shared|hmac|jwt|cipher|webhook)key|mnemonic)$/;

const token =
	/(?:token|bearer|(?:api|auth|subscription|function|write|server|admin|app|service|session|storage|deploy|license|role|security|client|consumer|integration|bot|access)key|credentials?)$/;

/** Names that end like a secret and are none. */
const harmless =
	/(?:public|publishable|page|next|continuation|cancell?ation|cancel|sync|pad|eos|bos|unk|mask|sep|cls|stop|prev|current)(?:token|key|accesskey|apikey)$|^x?(?:amz|goog)credential$|^(?:has|is|needs?|requires?|num|max|min)(?:password|secret|token|key|auth|api|credential)/;

/** Words that may follow the one that counts: `PASSWORD_PROD`, `SECRET_KEY_BASE`, `TOKEN_2`. */
const tails = new Set(
	'value prod production dev development test testing staging stage live local base b64 base64 raw plain plaintext old new default primary secondary main'.split(
		' ',
	),
);

/** What kind of secret a variable, property, header or option of this name holds, if any. */
export function secretKind(name: string): SecretKind | undefined {
	if (!stem.test(name) || name === 'PWD' || name === 'OLDPWD') {
		return undefined;
	}
	const words = [...splitWords(name)];
	while (words.length > 1 && isTail(words.at(-1) ?? '')) {
		words.pop();
	}
	const last = words.at(-1) ?? '';
	const joined = words
		.slice(-4)
		.join('')
		.replace(/\d{1,3}$/, '');
	if (harmless.test(joined)) {
		return undefined;
	}
	if (last === 'authorization') {
		return 'authorization';
	}
	if (last === 'cookie') {
		return 'cookie';
	}
	if (password.test(joined) || last === 'pwd' || /(?:^|[_-])pw$/i.test(name)) {
		return 'password';
	}
	if (last === 'pass') {
		return /[_-]PASS$|[_-]pass$|[a-z]Pass$/.test(name) ? 'password' : 'secret';
	}
	if (secret.test(joined)) {
		return 'secret';
	}
	return token.test(joined) || last === 'auth' ? 'token' : undefined;
}

function isTail(word: string): boolean {
	return tails.has(word) || /^\d{1,3}$/.test(word);
}
