/** The replacement for a secret. */
export const redacted = '[REDACTED]';

/** How much of a value is enough to judge its composition. */
const judgedLength = 96;

/** 1: a lower-case letter, 2: a capital letter, 3: a digit, by code. */
const classes = new Uint8Array(128).map((_, code) =>
	[/[^a-zA-Z\d]/, /[a-z]/, /[A-Z]/, /\d/].findIndex((one) => one.test(String.fromCharCode(code))),
);

/**
 * Which letters follow each letter of the alphabet in words: per letter the bits of its followers, in base 36. The 403
 * pairs that make up 96 % of 120,000 words of prose, logs and identifiers.
 */
const followers = (
	'jxf27 b6ukf cg2rj 4ycxr jz6db b73nj 17idx b680p qsznj 5yxc 60pd cg2nz 2gh8f ' +
	'cg2nz 9y6bj cg2rj mh34 exz0f jz6db jxr0f l18f kuwl 8yol hnhx hvdh 7l 61515'
)
	.split(' ')
	.map((bits) => Number.parseInt(bits, 36));

/** Whether two adjacent characters occur in no word, number or camel case. */
function isOdd(first: number, second: number, third: number): boolean {
	const left = classes[first] ?? 0;
	const right = classes[second] ?? 0;
	if (left === 0 || right === 0) {
		return false;
	}
	if (left === 3 || right === 3) {
		return left !== right;
	}
	if (left === 1 && right === 2) {
		return classes[third] !== 1;
	}
	const followersOfLeft = followers[(first | 32) - 97] ?? 0;
	return ((followersOfLeft >> ((second | 32) - 97)) & 1) === 0;
}

/**
 * Whether a value looks generated: it has digits amid letters, and letters that do not follow each other in words, more
 * often than names such as `sha256`, `oauth2Client` or `claude-3-5-sonnet`.
 */
export function isRandom(value: string): boolean {
	const length = Math.min(value.length, judgedLength);
	let odd = 0;
	for (let index = 1; index < length; index += 1) {
		if (isOdd(value.charCodeAt(index - 1), value.charCodeAt(index), value.charCodeAt(index + 1))) {
			odd += 1;
		}
	}
	return (
		(odd >= 3 && odd >= Math.min(length * 0.15, 8)) ||
		/^(?=\d{0,30}[a-f])(?=[a-f]{0,30}\d)[0-9a-f]{24,96}$/i.test(value.slice(0, judgedLength))
	);
}

/** Whether the value after `Bearer` is a credential and not the next word of a sentence. */
export function isOpaque(value: string): boolean {
	const isLongRun = /^(?=[A-Za-z+/=]{0,512}\d)[A-Za-z0-9+/=]{32,}$/.test(value);
	return value.length >= 12 && !isPlaceholder(value) && (isRandom(value) || isLongRun);
}

/** Whether the text after a label is a secret and not the rest of the sentence: not a word, number or code. */
export function isLabelledSecret(value: string): boolean {
	return (
		!isPlaceholder(value) &&
		!/[<>]|\{\w*\}|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) &&
		(isRandom(value) || value.split(/\s+/).some((part) => /\p{L}/u.test(part) && /\d/.test(part)))
	);
}

const placeholderWords = new Set(
	(
		'your my the some a an our this that is in of for to and or with no not from insert add put enter ' +
		'use set get replace replaceme change changeme changeit me it here example examples sample dummy fake ' +
		'mock test testing tests foo bar baz qux value values string text placeholder xxx todo tbd fixme none ' +
		'null nil undefined true false yes any unknown empty missing required optional default disabled ' +
		'enabled redacted removed hidden masked omitted truncated secret secrets password passwords passwd ' +
		'pass token tokens key keys api apikey auth access client private public user username admin bearer ' +
		'basic id name credential credentials account service app session refresh number boolean object ' +
		'function symbol bytes str int bool self new old invalid wrong valid openai anthropic aws github ' +
		'gitlab google slack stripe azure project env environment variable config type include same origin ' +
		'omit manual auto inherit header query cookie body oauth oauth2 jwt hmac digest plain md5 sha1 sha256 ' +
		'sha512 bcrypt argon2 base64 hex utf8 ascii x'
	).split(' '),
);

/** The lower-case words of a name or value: `dbPassword`, `DB_PASSWORD` and `db-password` are the same. */
export function splitWords(value: string): readonly string[] {
	return value
		.replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter((part) => part !== '');
}

/** References to a secret that is stored elsewhere. */
const reference =
	/^(?:\$(?:[A-Za-z_]\w*|\{[^}]*\}?|\(.*|\d|[@*#?])$|\$\{|\$\(|\{\{|\{%|%[A-Za-z_]\w*%$|#\{|<[^>]*>?\W{0,4}$|@\w+\(|!\w+\b|op:\/\/|vault:|arn:aws|(?:secret_version=)?projects\/|ref\+|env[:.]|secrets?\.|file:|ENC\[|\[[A-Za-z])/;

const pathLike =
	/^(?:~\/|\.{1,2}\/|[A-Za-z]:\\|\/(?:home|etc|var|usr|opt|run|tmp|root|mnt|Users|app|dev|srv|data|workspace|private|Library|secrets?|path|proc|sys)\b)|\.(?:json|ya?ml|pem|key|txt|env|toml|ini|crt|p12|pfx|ts|js|tsx|jsx|py|go|rs|md|html|css|sh|conf|cfg|xml|sql|log)$/;

/** Whether the form of a value shows that it is not a secret: masked, a reference, a path, a URL or stand-in words. */
export function isPlaceholder(value: string): boolean {
	const head = value.slice(0, 256);
	const words = value.length > 80 ? [] : splitWords(value);
	// A secret followed by a path is not a secret.
	const [first = ''] = head.split('/', 1);
	const beginsRandom = first.length >= 20 && first.length < value.length && isRandom(first);
	return (
		/REDACTED|\*\*\*|\.\.\.|…/.test(value) ||
		/^(?:(.)\1+|[xX*#•.?_-]+)$/.test(value.slice(0, 64)) ||
		/(?:^|[-_. ])(?:x{4,}|your|changeme|placeholder|replace(?:me|with)?)(?:[-_. @]|$)/i.test(
			head,
		) ||
		reference.test(head) ||
		(pathLike.test(head) && !/[=+]/.test(value) && !beginsRandom) ||
		/^[a-z][a-z0-9+.-]{1,20}:\/\/|^0x[0-9a-f]{1,16}$|^#[0-9a-f]{3,8}$|^(?:\\[x0][0-9a-f]{0,2}){1,64}$/i.test(
			value,
		) ||
		(words.length > 0 &&
			words.every((word) => placeholderWords.has(word) || /^\d{1,4}$/.test(word)))
	);
}
