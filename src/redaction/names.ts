import { splitWords } from './values.ts';

/** What a name says about its value: a password can be any text, a secret is no ordinary word, a token is generated. */
export type SecretKind = 'password' | 'secret' | 'token';

const stem = /PAT$|pass|pwd|pw$|secret|token|key|cred|auth|mnemonic|bearer/i;

/** How the names of each kind end, without what sets their words apart. */
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

/** Names that end like a secret and are none. */
const harmless =
	/(?:public|publishable|page|next|continuation|cancell?ation|cancel|sync|pad|eos|bos|unk|mask|sep|cls|stop|prev|current)(?:token|key|accesskey|apikey)$|^x?(?:amz|goog)credential$|^(?:has|is|needs?|requires?|num|max|min)(?:password|secret|token|key|auth|api|credential)/;

/** Words that may follow the one that counts: `PASSWORD_PROD`, `SECRET_KEY_BASE`, `TOKEN_2`. */
const tail =
	/^(?:value|prod|production|dev|development|test|testing|staging|stage|live|local|base|b64|base64|raw|plain|plaintext|old|new|default|primary|secondary|main|\d{1,3})$/;

/** What kind of secret a variable, property, header or option of this name holds, if any. */
export function secretKind(name: string): SecretKind | undefined {
	if (!stem.test(name) || name === 'PWD' || name === 'OLDPWD') {
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
	if (last === 'pwd' || /(?:^|[_-])pw$/i.test(name)) {
		return 'password';
	}
	if (last === 'pass') {
		return /[_-]PASS$|[_-]pass$|[a-z]Pass$/.test(name) ? 'password' : 'secret';
	}
	const [, kind] = endings.find(([ending]) => ending.test(joined)) ?? [];
	const isToken = last === 'auth' || (last === 'pat' && words.length > 1);
	return kind ?? (isToken ? 'token' : undefined);
}
