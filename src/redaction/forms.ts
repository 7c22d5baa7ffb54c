import { rule, type Rule, wordStart } from './rule.ts';
import { isOpaque, isPlaceholder, isRandom, isLabelledSecret } from './values.ts';

/** A port followed by more text, `localhost:3000?to=a@b`, and stand-ins for a password. */
const noPassword =
	/^(?:\d{1,5}[,;|)\]}?#&']|\$\{|\$\(|\{\{|<|&lt;|%\(|\*\*)|^(?:\$[A-Z_]+|\{[\w.]*\}|\[[\w .-]+\]|%[sdv]|x{3,}|x-oauth-basic)$/i;

const isUrlPassword = (secret: string): boolean => !noPassword.test(secret);
const isNoPlaceholder = (secret: string): boolean => !isPlaceholder(secret);
const isPassword = (secret: string): boolean => isNoPlaceholder(secret) && isUrlPassword(secret);

/** `=`, `:` or the comma of a call, with quotes around it. */
const assigned = /\\{0,7}["'`]?\]?[ \t]{0,4}[:=,]{1,2}[ \t]{0,8}\\{0,7}["'`]?/.source;
const scheme = /(?!digest|aws4|signature)[a-z][a-z0-9-]{2,20}[ \t]{1,4}/.source;
const credential = /(?<secret>[^\s"'`\\,;<>${}()[\]]{6,8192})/.source;
const headers = 'Authorization,authorization,AUTHORIZATION';

/** Headers, URLs and settings: secrets recognised by the preceding text. */
const settings: readonly Rule[] = [
	rule('Bearer,bearer,BEARER', /bearer(?:[ \t]{1,4}|%20)(?<secret>[\w.~+/=-]{8,8192})/i, isOpaque),
	rule('Basic,basic,BASIC', /basic(?:[ \t]{1,4}|%20)(?<secret>[\w+/]{8,4096}={0,2})/i, isRandom),
	rule(
		headers,
		new RegExp(`authorization${assigned}${scheme}${credential}`, 'i'),
		(secret) => isNoPlaceholder(secret) && (/\d/.test(secret) || secret.length >= 20),
	),
	rule(headers, new RegExp(`authorization${assigned}${credential}`, 'i'), isOpaque),
	rule(
		'ookie:,OOKIE:',
		/ookie:[ \t]{0,4}\\{0,7}["']?(?<secret>[^\s"'\\=;]{1,64}=[^\n"'\\]{12,1024})/i,
		(pairs) => (pairs.match(/(?<==)[^;\s]{12,512}/g) ?? []).some(isOpaque),
	),
	rule('://', /:\/\/(?<secret>[^\s:/@"'`<>\\]{1,256}):x-oauth-basic@/),
	rule(
		'://,:\\/\\/',
		/:\\?\/\\?\/[^\s:/?#@"'`<>\\]{0,256}:(?<secret>[^\s/"`<>\\]{1,512})@/,
		isUrlPassword,
	),
	rule('://', /:\/\/(?<secret>[\w.-]{12,256}):?@/, isRandom),
	rule(
		'sig=,ignature=',
		/(?<=[?&;-](?:S|s)?)(?:sig|ignature)=(?<secret>[\w%+/=~-]{32,1024})/,
		isRandom,
	),
	// Keys in URLs of APIs, and stored password hashes.
	rule('://', /:\/\/[\w.-]{4,128}\/v\d\/(?<secret>[\w-]{32,64})(?![\w/-])/, isRandom),
	rule(
		'$1$,$5$,$6$,$y$,$2a$,$2b$,$2y$,$apr1$,$argon2',
		/(?<![\w$])\$\w{1,8}\$(?:rounds=\d{1,9}\$)?(?:v=\d{1,3}\$)?(?:[mtp,=\d]{5,40}\$)?(?<secret>[\w./+$]{20,256})/,
	),
	rule(':5432:', /:5432:[^\s:]{1,64}:[^\s:]{1,64}:(?<secret>[^\s:[]{4,128})/, isNoPlaceholder),
	rule('tid=', /tid=(?<secret>[0-9a-f]{32};exp=[^\s"']{20,2048})/),
	rule('hooks.slack.com/', /hooks\.slack\.com\/[a-z]{8,9}\/(?<secret>[\w/-]{8,256})/),
	rule('/webhook', /\/webhook(?:s\/\d{15,22}|b2)\/(?<secret>[\w@/-]{20,256})/),
	rule('_authToken=', /_authToken=(?<secret>[^\s$"'{}<>\\]{8,512})/, isNoPlaceholder),
	rule(
		'_authToken ',
		/(?<=config set \S{0,128})_authToken (?<secret>[^\s$"'{}<>\\]{8,512})/,
		isNoPlaceholder,
	),
	rule(
		'requirepass,masterauth',
		/(?:requirepass|masterauth) ["']?(?<secret>\S{6,256})/,
		isLabelledSecret,
	),
	// netrc, and prompts of the AWS command line.
	rule(
		'login ',
		/login \S{1,128}\s{1,8}password\s{1,8}(?<secret>[^\s"'{<$(]{4,256})/,
		isLabelledSecret,
	),
	rule('AWS Secret', /AWS Secret Access Key[^:\n]{0,40}: {0,4}(?<secret>[\w/+=]{30,128})/),
	rule(
		'nemonic,hrase',
		/(?:nemonic|hrase)["']?[ \t]?[:=][ \t]?["']?(?<secret>[a-z]{3,8}(?: [a-z]{3,8}){11,23})/,
	),
	// The preceding id in a table has already been redacted.
	rule('[REDACTED]', /\[REDACTED\]["']?,["']?(?<secret>[A-Za-z0-9/+]{40})(?![\w/+=])/, isRandom),
];

/** Command line arguments that are secrets: the programs, and the text before the secret. */
const programs: readonly (readonly [string, RegExp])[] = [
	['mysql,mysqldump,mysqladmin,mysqlimport,mysqlshow,mysqlcheck,mariadb,mariadb-dump', /-p(?! )/],
	['7z,7za,7zz,rar,unrar', /-p(?! )/],
	['sshpass,mongo,mongosh,mongodump,mongorestore,mongoexport,mongoimport', /-p ?/],
	['redis-cli,valkey-cli', /(?:-a|--pass) /],
	['sqlcmd,bcp,zip,unzip', /-P ?/],
	['ldapsearch,ldapadd,ldapmodify,ldapdelete,ldapwhoami,ldappasswd', /-w ?/],
	['openssl', /(?:-[kK] |-pass(?:in|out)? pass:)/],
	['keytool,jarsigner', /-(?:src|dest)?(?:store|key)pass /],
	['ssh-keygen', /-[NP] /],
	['smbclient,rpcclient', /-U ?["']?[^\s%"']{1,64}%/],
	['docker,podman,nerdctl,buildah,skopeo,helm,oras,crane,az', /login (?:[^\n|;&]{0,200} )?-p ?/],
	['az,aws,gh', /secret[^\n]{0,200}?(?:--value|--secret-string|-b|--body)[ =]/],
	['kubectl,oc', /secret[^\n]{0,200}?--from-literal[ =]["']?[^\s="']{1,128}=/],
	['twine,doctl', /(?:upload|auth)[^\n]{0,100}? -[pt] /],
	['rabbitmqctl', /(?:add_user|change_password) \S{1,64} /],
	['nmcli,ngrok,snyk', /(?:password|(?:add-)?authtoken|auth) /],
	['htpasswd', /-(?=\w{0,8}b)(?:\w{0,8}n\w{0,8} |\w{1,8} \S{1,128} )\S{1,128} /],
	['curl', /(?:-[uU]|--(?:proxy-)?user)[ =]["']?[^\s:"'$]{1,128}:/],
	['curl', /(?:-b|--cookie) ["']?[^\s="'$]{1,128}=/],
	['http,https,xh', /(?:-a|--auth)[ =]["']?[^\s:"'$]{1,128}:/],
];

/** A word of a command line that is not an option, a variable or a stand-in. */
const word = /\\{0,3}["']?(?<secret>[^\s"'`|;&<>()\\$%{-][^\s"'`|;&<>()\\]{2,255})/.source;
const reading =
	/(?:--password-stdin|--with-token|sudo (?:-S|--stdin)|passwd --stdin|chpasswd|--passphrase-fd)/
		.source;
const written =
	/(?:-\w{1,3} |["']?%s(?:\\{1,2}n)?["']? |["']?[\w.-]{1,64}:(?=[^\n]{1,256}chpasswd)){0,2}/.source;

const commands: readonly Rule[] = [
	...programs.map(([names, before]) =>
		rule(
			names.replaceAll(/(?=,|$)/g, ' '),
			new RegExp(
				`${wordStart}(?:${names.replaceAll(',', '|')}) (?:[^\\n|;&]{0,300}? )?${before.source}${word}`,
			),
			isPassword,
		),
	),
	// Text that is piped into a program that reads a secret.
	rule(
		'echo ,printf ',
		new RegExp(`(?:echo|printf) ${written}${word}\\\\{0,3}["']? ?\\| ?[^\\n|;&]{0,200}?${reading}`),
		isPassword,
	),
	rule(
		'--password-stdin,--with-token',
		new RegExp(`${reading}[^|;&\\n]{0,80}?<<< ?${word}`),
		isPassword,
	),
];

const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.source;
const lineEnd = /(?:\s|\\{1,7}[nrt]){0,64}/.source;
/** Line ends, marks of a transcript, quotes and header fields before a line of a key. */
const margin =
	/(?:\s|\\{1,7}[nrt]|["'`+>|#*-]|\d{1,6}[→:|]|(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{0,128}){0,64}/
		.source;
const line = '[A-Za-z0-9+/=]{24,8192}';
const lastLine = /(?:\s{1,64}[A-Za-z0-9+/=]{1,64}(?=\s{0,64}$))?/.source;

/** The bodies of private key blocks, including truncated ones; the BEGIN and END lines stay. */
const privateKeys: readonly Rule[] = [
	rule(
		'-----BEGIN ',
		new RegExp(`${begin}${lineEnd}(?<secret>(?:[^-]|-(?!----)){32,65536}?)(?=${lineEnd}-----END)`),
		(body) => /[A-Za-z0-9+/=]{24}/.test(body),
	),
	rule(
		'-----BEGIN ,Private-Lines: ',
		new RegExp(
			`(?:${begin}|Private-Lines: \\d{1,3})${margin}(?<secret>${line}(?:${margin}${line}){0,400}${lastLine})`,
		),
		(body) => /^(?:MI|b3Bl|lQ|[A-Za-z0-9+/=]{60})/.test(body) || isRandom(body),
	),
];

/** Secrets recognised by the surrounding text. */
export const formRules: readonly Rule[] = [...settings, ...commands, ...privateKeys];
