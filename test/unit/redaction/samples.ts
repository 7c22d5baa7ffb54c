/**
 * Invented secrets of every kind, put together at run time so that no scanner takes this repository's
 * tests for a leak.
 */

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphabets = {
	word: upper + lower + digits,
	token: `${upper}${lower}${digits}_-`,
	base64: `${upper}${lower}${digits}+/`,
	hex: `${digits}abcdef`,
	upper: upper + digits,
	letters: upper + lower,
	digits,
} as const;

/** Makes text of a given length out of one of the alphabets. */
export type Draw = (alphabet: keyof typeof alphabets, length: number) => string;

/** A reproducible source of characters. */
export function drawFrom(seed: number): Draw {
	let state = seed >>> 0;
	return (alphabet, length) => {
		const characters = alphabets[alphabet];
		let text = '';
		while (text.length < length) {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			text += characters.charAt(Math.floor((state / 2 ** 32) * characters.length));
		}
		return text;
	};
}

/** A secret and a text that holds it; `kept` are the pieces around it that have to stay. */
export interface Sample {
	readonly text: string;
	readonly secret: string;
	readonly kept?: readonly string[];
}

/** A secret that can be told by itself, inside a sentence. */
function bare(make: (draw: Draw) => string): (draw: Draw) => Sample {
	return (draw) => {
		const secret = make(draw);
		return { text: `we use ${secret} for now`, secret, kept: ['we use [REDACTED] for now'] };
	};
}

/** A secret known by what stands around it. */
function within(before: string, make: (draw: Draw) => string, after = ''): (draw: Draw) => Sample {
	return (draw) => {
		const secret = make(draw);
		return { text: before + secret + after, secret, kept: [`${before}[REDACTED]${after}`] };
	};
}

function base64Lines(draw: Draw, count: number): string {
	return Array.from({ length: count }, () => draw('base64', 64)).join('\n');
}

function pem(label: string, lineEnd: string, start = 'MII'): (draw: Draw) => Sample {
	return (draw) => {
		const secret = (start + base64Lines(draw, 6)).replaceAll('\n', lineEnd);
		const begin = `-----BEGIN ${label}-----`;
		const end = `-----END ${label}-----`;
		return {
			text: `cat key${lineEnd}${begin}${lineEnd}${secret}${lineEnd}${end}${lineEnd}done`,
			secret,
			kept: [`${begin}${lineEnd}[REDACTED]${lineEnd}${end}${lineEnd}done`],
		};
	};
}

const openAi = 'T3BlbkFJ';

/** By kind. */
export const samples: Readonly<Record<string, (draw: Draw) => Sample>> = {
	// Command lines.
	'mysql -p': within('mysql -u root -p', (d) => d('word', 12), ' app'),
	'mysql in a container': within('docker exec db mysql -uroot -p', (d) => d('word', 12), ' -e "x"'),
	'mysql in JSON': within('{"command":"mysql -p', (d) => d('word', 12), ' app"}'),
	sshpass: within("sshpass -p '", (d) => d('word', 10), "' ssh root@10.0.0.1"),
	'sshpass in JSON': within('"sshpass -p \\"', (d) => d('word', 10), '\\" ssh a"'),
	'redis-cli -a': within('redis-cli -h cache -a ', (d) => d('word', 12), ' ping'),
	'docker login -p': within('docker login -u me -p ', (d) => d('word', 12), ' ghcr.io'),
	'az login -p': within('az login --service-principal -u x -p ', (d) => d('word', 12), ' -t y'),
	'sqlcmd -P': within('sqlcmd -S db -U sa -P ', (d) => d('word', 12), ' -Q "select 1"'),
	'ldapsearch -w': within('ldapsearch -x -D cn=admin -w ', (d) => d('word', 12), ' -b dc=x'),
	'openssl -k': within('openssl enc -aes-256-cbc -k ', (d) => d('word', 12), ' -in a'),
	'openssl -passin': within('openssl rsa -in a.pem -passin pass:', (d) => d('word', 12), ' -out b'),
	'zip -P': within('zip -r -P ', (d) => d('word', 12), ' out.zip dir'),
	'htpasswd -b': within('htpasswd -cb users bob ', (d) => d('word', 12), ' && ls'),
	'htpasswd -nb': within('htpasswd -nbB bob ', (d) => d('word', 12)),
	'curl -b': within('curl -b session=', (d) => d('word', 12), ' https://x.example'),
	'curl -u': within('curl -s -u bob:', (d) => d('word', 12), ' https://x.example'),
	'piped to docker': within('echo ', (d) => d('word', 12), ' | docker login --password-stdin'),
	'piped to sudo': within('echo "', (d) => d('word', 12), '" | sudo -S apt update'),
	'piped to gh': within("printf '%s' ", (d) => d('word', 12), ' | gh auth login --with-token'),
	'piped to chpasswd': within('echo "root:', (d) => d('word', 12), '" | chpasswd'),
	'here-string': within('docker login --password-stdin <<< ', (d) => d('word', 12)),
	'git remote': within('git remote add o https://', (d) => `${d('word', 20)}x9Q2`, '@host/a.git'),
	'aws configure': within('aws configure set aws_secret_access_key ', (d) => d('base64', 40)),
	'npm config': within('npm config set //r.example/:_authToken ', (d) => d('word', 30)),
	'gh secret': within('gh secret set DEPLOY --body ', (d) => d('word', 12)),
	'kubectl literal': within(
		'kubectl create secret generic x --from-literal=pw=',
		(d) => d('word', 12),
		' -n y',
	),
	'Dockerfile ENV': within('FROM node\nENV PASSWORD ', (d) => d('word', 8), '\nRUN x'),
	setx: within('setx API_KEY ', (d) => `${d('word', 19)}7`),

	// Blocks and paths.
	'YAML block': within('db:\n  password: |\n    ', (d) => `${d('word', 12)}7x`, '\n  host: a'),
	'YAML block in JSON': within(
		'"a:\\n  secret: >-\\n    ',
		(d) => `${d('word', 12)}7x`,
		'\\nb: 1"',
	),
	'password in a path': within('/x/password=', (d) => `a7${d('word', 12)}`, '/f.txt'),
	'key in a path': within('cat /x/API_KEY=', (d) => `${d('word', 24)}7`, '/f.pem'),

	'OpenAI legacy': bare((d) => `sk-${d('word', 20)}${openAi}${d('word', 20)}`),
	'OpenAI plain': bare((d) => `sk-${d('word', 48)}`),
	'OpenAI project': bare((d) => `sk-proj-${d('token', 74)}${openAi}${d('token', 73)}x`),
	'OpenAI service account': bare((d) => `sk-svcacct-${d('token', 74)}${openAi}${d('token', 73)}x`),
	Anthropic: bare((d) => `sk-ant-api03-${d('token', 93)}AA`),
	OpenRouter: bare((d) => `sk-or-v1-${d('hex', 64)}`),
	xAI: bare((d) => `xai-${d('word', 80)}`),
	Groq: bare((d) => `gsk_${d('word', 52)}`),
	'Hugging Face': bare((d) => `hf_${d('letters', 34)}`),
	Perplexity: bare((d) => `pplx-${d('word', 48)}`),
	'AWS key id': bare((d) => `AKIA${d('upper', 16)}`),
	'AWS temporary key id': bare((d) => `ASIA${d('upper', 16)}`),
	'AWS secret key in a profile': within(
		'aws_secret_access_key = ',
		(d) => d('base64', 40),
		'\nregion = x',
	),
	'AWS secret key in a shell': within(
		'export AWS_SECRET_ACCESS_KEY=',
		(d) => `a1${d('base64', 38)}`,
	),
	'AWS session token': within('AWS_SESSION_TOKEN="', (d) => `${d('base64', 300)}==`, '"'),
	'Google API key': bare((d) => `AIza${d('token', 34)}x`),
	'Google OAuth secret': bare((d) => `GOCSPX-${d('word', 28)}`),
	'Google access token': bare((d) => `ya29.${d('word', 60)}`),
	'GitHub personal': bare((d) => `ghp_${d('word', 36)}`),
	'GitHub OAuth': bare((d) => `gho_${d('word', 36)}`),
	'GitHub user': bare((d) => `ghu_${d('word', 36)}`),
	'GitHub server': bare((d) => `ghs_${d('word', 36)}`),
	'GitHub refresh': bare((d) => `ghr_${d('word', 76)}`),
	'GitHub fine-grained': bare((d) => `github_pat_${d('word', 22)}_${d('word', 59)}`),
	GitLab: bare((d) => `glpat-${d('token', 19)}x`),
	'GitLab deploy': bare((d) => `gldt-${d('token', 19)}x`),
	'Slack bot': bare((d) => `xoxb-${d('digits', 12)}-${d('digits', 12)}-${d('word', 24)}`),
	'Slack user': bare((d) => `xoxp-${d('digits', 12)}-${d('digits', 12)}-${d('hex', 32)}`),
	'Slack app': bare((d) =>
		['xapp', '1', `A${d('upper', 10)}`, d('digits', 13), d('hex', 64)].join('-'),
	),
	'Slack webhook': within(
		`https://hooks.slack.com/services/`,
		(d) => `T${d('upper', 9)}/B${d('upper', 9)}/${d('word', 24)}`,
	),
	'Stripe live': bare((d) => `sk_live_${d('word', 24)}`),
	'Stripe restricted': bare((d) => `rk_test_${d('word', 24)}`),
	'Stripe webhook': bare((d) => `whsec_${d('word', 32)}`),
	npm: bare((d) => `npm_${d('word', 36)}`),
	'npm registry': within(
		'//registry.npmjs.org/:_authToken=',
		(d) => `${d('hex', 8)}-1a2b-${d('hex', 12)}`,
	),
	PyPI: bare((d) => `pypi-AgEIcHlwaS5vcmc${d('token', 79)}x`),
	Telegram: within('bot 123456789:', (d) => `AA${d('token', 32)}x`, ' started'),
	Discord: bare((d) => `MT${d('word', 22)}.${d('word', 6)}.${d('token', 27)}x`),
	'Discord webhook': within(
		`https://discord.com/api/webhooks/123456789012345678/`,
		(d) => `${d('token', 67)}x`,
	),
	SendGrid: bare((d) => `SG.${d('token', 22)}.${d('token', 42)}x`),
	Twilio: bare((d) => `SK${d('hex', 32)}`),
	'Twilio auth token': within('TWILIO_AUTH_TOKEN=', (d) => `0a${d('hex', 30)}`),
	Mailgun: bare((d) => `key-${d('hex', 32)}`),
	Databricks: bare((d) => `dapi${d('hex', 32)}`),
	Vault: bare((d) => `hvs.${d('token', 94)}x`),
	DigitalOcean: bare((d) => `dop_v1_${d('hex', 64)}`),
	'Azure storage': within(
		'DefaultEndpointsProtocol=https;AccountName=demo;AccountKey=',
		(d) => `${d('base64', 86)}==`,
		';EndpointSuffix=core.windows.net',
	),
	'Azure SAS': within(
		'https://x.blob.core.windows.net/c?sv=2024&sig=',
		(d) => `${d('word', 43)}%3D`,
		'&se=1',
	),
	age: bare((d) => `AGE-SECRET-KEY-1${d('upper', 58)}`),
	Linear: bare((d) => `lin_api_${d('word', 40)}`),
	Notion: bare((d) => `ntn_${d('digits', 11)}${d('word', 35)}`),
	Figma: bare((d) => `figd_${d('token', 42)}x`),
	Shopify: bare((d) => `shpat_${d('hex', 32)}`),
	Docker: bare((d) => `dckr_pat_${d('token', 26)}x`),
	Cloudflare: bare((d) => `cfut_${d('word', 40)}${d('hex', 8)}`),
	Grafana: bare((d) => `glsa_${d('word', 32)}_${d('hex', 8)}`),
	Vercel: bare((d) => `vcp_${d('word', 24)}`),
	Tailscale: bare((d) => `tskey-auth-${d('word', 16)}-${d('word', 32)}`),
	'1Password': bare((d) => `ops_ey${d('word', 200)}`),
	JWT: bare((d) => `eyJ${d('token', 33)}.eyJ${d('token', 80)}.${d('token', 42)}x`),
	'bearer header': within('Authorization: Bearer ', (d) => `a1${d('word', 30)}`, '\n'),
	'bearer in code': within("headers.set('authorization', 'Bearer ", (d) => d('hex', 40), "')"),
	'token header': within('"Authorization": "Token ', (d) => `1a${d('hex', 38)}`, '"'),
	'basic header': within(
		'authorization: Basic ',
		(d) => Buffer.from(`user:${d('word', 12)}`).toString('base64'),
		'\n',
	),
	'API key header': within('-H "X-Api-Key: ', (d) => `9f${d('hex', 30)}`, '" https://x'),
	'password in a URL': within('postgres://user:', (d) => d('word', 12), '@host:5432/db'),
	'password without user in a URL': within('redis://:', (d) => d('word', 12), '@cache:6379'),
	'short password in a URL': within('https://bob:', () => 'hunter2', '@example.com/x'),
	'password with marks in a URL': within('mysql://root:', (d) => `%40$${d('word', 8)}!`, '@db/x'),
	'token in a URL': within(
		'https://',
		(d) => `x1${d('word', 38)}`,
		':x-oauth-basic@github.com/a/b',
	),
	'env file': within('# local\nOPENAI_API_KEY=', (d) => `${d('word', 24)}4`, '\nDEBUG=1'),
	'env file, weak password': within('POSTGRES_PASSWORD=', () => 'postgres', '\n'),
	'env file, word as password': within('DB_PASSWORD=', () => 'secret', '\n'),
	'env file, token of a stage': within('AZURE_DEVOPS_PAT_PROD=', (d) => `${d('word', 24)}4`, '\n'),
	'env file, password of a stage': within('DB_PW_PROD=', (d) => `${d('word', 12)}4`, '\n'),
	'env file, quoted': within('SECRET_KEY="', (d) => `${d('word', 10)}!${d('word', 10)}`, '"'),
	YAML: within('db:\n  password: ', (d) => `pw${d('word', 8)}7`, '\n  user: x'),
	'YAML, on the line below': within(
		'db:\n  password:\n    ',
		(d) => `pw${d('word', 8)}7`,
		'\n  user: x',
	),
	'a form, on the line below': within('Password:\n', (d) => `pw${d('word', 8)}7!`, '\n'),
	'a form at the end of a text in JSON': within(
		'{"text":"Password:\\n',
		(d) => `pw${d('word', 8)}7!`,
		'"}',
	),
	// Letters alone may read like a name in camel case: these eight never do.
	'argument of letters': within("set('api_key', '", (d) => `qZxVkQjW${d('letters', 16)}`, "')"),
	'argument of words': within("login('password', '", () => 'correcthorsebattery', "')"),
	'YAML, quoted': within("  client_secret: '", (d) => `${d('word', 24)}4`, "'\n"),
	'YAML list of a container': within(
		'- name: DB_PASSWORD\n  value: ',
		(d) => `b4${d('word', 9)}`,
		'\n',
	),
	JSON: within('{"password":"', (d) => `${d('word', 10)}4`, '","a":1}'),
	'JSON, pretty': within('{\n  "apiKey": "', (d) => `4f${d('word', 30)}`, '"\n}'),
	'JSON in JSON, with a quote': within(
		'{\\"password\\":\\"',
		(d) => `${d('word', 6)}\\\\\\"${d('word', 6)}`,
		'\\",\\"a\\":1}',
	),
	'JSON with a quote': within(
		'{"password":"',
		(d) => `${d('word', 6)}\\"${d('word', 6)}`,
		'","a":1}',
	),
	'without a space': within('login with admin password:', (d) => `7${d('word', 8)}`, ' please'),
	'JSON in JSON': within('{\\"password\\":\\"', (d) => `${d('word', 10)}4`, '\\",\\"a\\":1}'),
	TOML: within('token = "', (d) => `z9${d('word', 30)}`, '"\n'),
	properties: within('spring.datasource.password=', (d) => `s3${d('word', 8)}`, '\n'),
	'connection string': within(
		'Server=x;User Id=sa;Password=',
		(d) => `s3${d('word', 8)}`,
		';Encrypt=true',
	),
	'query string': within('https://x/y?access_token=', (d) => `s3${d('word', 20)}`, '&page=2'),
	option: within('tool --password ', (d) => `s3${d('word', 8)}`, ' --verbose'),
	'option with sign': within('tool --api-key=', (d) => `s3${d('word', 20)}`, ' run'),
	element: within('<password>', (d) => `${d('word', 12)}4`, '</password>'),
	'assignment in code': within("const dbPassword = '", (d) => `${d('word', 10)}4`, "';"),
	'fallback in code': within(
		"const jwtSecret = process.env.JWT_SECRET || '",
		(d) => `${d('word', 20)}4`,
		"';",
	),
	'environment in code': within('os.environ["API_KEY"] = "', (d) => `q7${d('word', 22)}`, '"'),
	'escaped lines': within('{"out":"TOKEN=', (d) => `q7${d('word', 22)}`, '\\nnext"}'),
	netrc: within('machine x login me password ', (d) => `${d('word', 9)}7`, '\n'),
	curl: within('curl -s -u admin:', (d) => d('word', 10), ' https://x'),
	sentence: within('the password is ', (d) => `k${d('word', 5)}x7yz`, ' I think'),
	cookie: within('Cookie: ', (d) => `theme=dark; sid=7f${d('hex', 30)}; lang=en`, '\n'),
	'private key': pem('PRIVATE KEY', '\n'),
	'RSA private key': pem('RSA PRIVATE KEY', '\n'),
	'EC private key, escaped lines': pem('EC PRIVATE KEY', '\\n'),
	'private key in JSON in JSON': pem('PRIVATE KEY', '\\\\n'),
	'encrypted private key': pem('ENCRYPTED PRIVATE KEY', '\r\n'),
	'OpenSSH private key': pem('OPENSSH PRIVATE KEY', '\n', 'b3BlbnNzaC1rZXktdjE'),
	'PGP private key': pem('PGP PRIVATE KEY BLOCK', '\n', 'lQOYBF'),
	'private key cut off': (draw) => {
		const begin = `-----BEGIN RSA PRIVATE KEY-----`;
		const secret = `MII${base64Lines(draw, 5)}\nabc`;
		return { text: `${begin}\n${secret}`, secret, kept: [`${begin}\n[REDACTED]`] };
	},
};
