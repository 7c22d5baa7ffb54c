import { isBasicCredentials, isOpaque, isPlaceholder, isRandom, isToldSecret } from './values.ts';

/** Where in a run of characters a secret may begin: anywhere, not inside a word, not inside a token. */
type Boundary = 'anywhere' | 'word' | 'token';

/** One kind of secret that can be told by how it begins. */
export interface Rule {
	readonly name: string;
	/** What a match begins with: literals, found for all rules in one pass over the text. */
	readonly starts: readonly string[];
	readonly boundary: Boundary;
	/**
	 * Matched where a start was found. The group `secret` is what goes; without one the whole match.
	 * Quantifiers are bounded and never nested, so an attempt costs no more than it consumes.
	 */
	readonly pattern: RegExp;
	/** Decides on a match by its secret part; absent where the form alone is proof. */
	readonly accept?: (secret: string) => boolean;
}

function rule(
	name: string,
	starts: string,
	pattern: string,
	boundary: Boundary = 'word',
	accept?: (secret: string) => boolean,
): Rule {
	const base = { name, starts: starts.split(' '), boundary, pattern: new RegExp(pattern, 'dy') };
	return accept === undefined ? base : { ...base, accept };
}

const word = '[A-Za-z0-9]';
const token = '[A-Za-z0-9_-]';

/** A port with more text behind it: `localhost:3000?to=a@b`, not a user and a password. */
const afterPort = /^\d{1,5}[,;|)\]}?#&']/;

function isUrlPassword(secret: string): boolean {
	return (
		!afterPort.test(secret) &&
		!/^(?:\$\{|\$\(|\{\{|<|&lt;|%\(|\*\*)/.test(secret) &&
		!/^(?:\$[A-Z_]+|\{[\w.]*\}|\[[\w .-]+\]|%[sdv]|x{3,}|x-oauth-basic)$/i.test(secret)
	);
}

/** Every kind of secret with a recognisable beginning. */
export const rules: readonly Rule[] = [
	// Model providers.
	rule(
		'openai, anthropic, openrouter',
		'sk-',
		`sk-(?:proj|svcacct|admin|ant-[a-z]{3,8}\\d\\d|or-v1)-${token}{20,300}`,
	),
	rule('secret key', 'sk-', `sk-(?:(?!sk-)${token}){16,512}`, 'word', isRandom),
	rule('groq', 'gsk_', `gsk_${word}{20,128}`),
	rule('xai', 'xai-', `xai-${word}{20,256}`, 'word', isRandom),
	rule('hugging face', 'hf_ api_org_', `(?:hf|api_org)_${word}{30,128}`),
	rule('perplexity', 'pplx-', `pplx-${word}{32,128}`),
	rule('cerebras', 'csk-', `csk-${word}{30,128}`),
	rule('tavily', 'tvly-', `tvly-${token}{20,128}`),
	rule('jina', 'jina_', `jina_${token}{30,128}`),
	rule('langsmith', 'lsv2_', `lsv2_[a-z]{2}_[A-Za-z0-9_]{32,128}`),
	rule('replicate', 'r8_', `r8_${word}{30,64}`),

	// Clouds.
	rule(
		'aws access key id',
		'AKIA ASIA A3T AGPA AIDA AROA AIPA ANPA ANVA ABIA ACCA',
		`A[A-Z3][A-Z][A-Z0-9][A-Z0-9]{16}(?!${word})`,
	),
	rule('google api key', 'AIza', `AIza${token}{35}`),
	rule('google api key, newer', 'AQ.', `AQ\\.${token}{30,256}`, 'token', isRandom),
	rule('google oauth secret', 'GOCSPX-', `GOCSPX-${token}{20,128}`),
	rule('google access token', 'ya29.', `ya29\\.[A-Za-z0-9_.-]{20,2048}`),
	rule('google refresh token', '1//0', `1//0${token}{30,256}`),
	rule(
		'aws configure',
		'AWS Secret Access Key',
		`AWS Secret Access Key ?(?:\\[[^\\]\\n]{0,32}\\])?: {0,4}(?<secret>[A-Za-z0-9/+=]{30,128})`,
	),
	// The id before it has been taken out.
	rule(
		'aws secret in a table',
		'[REDACTED]',
		`\\[REDACTED\\]["']?,["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
		'anywhere',
		isRandom,
	),
	rule('digitalocean', 'dop_v1_ doo_v1_ dor_v1_', `do[opr]_v1_[0-9a-f]{32,128}`),
	rule('databricks', 'dapi', `dapi[0-9A-Fa-f]{32}(?:-\\d)?(?!${word})`),
	rule('vault', 'hvs. hvb. hvr.', `hv[sbr]\\.${token}{24,512}`),
	rule(
		'azure ad client secret',
		'8Q~ 7Q~',
		`(?<=${token}{3})[78]Q~[A-Za-z0-9_.~-]{31,34}`,
		'anywhere',
	),
	rule('cloudflare', 'cfk_ cfut_ cfat_', `cf(?:k|ut|at)_${word}{40,64}`),
	rule('vercel', 'vcp_ vci_ vca_ vcr_ vck_', `vc[piark]_${word}{20,64}`),
	rule('heroku', 'HRKU-', `HRKU-${token}{36,128}`),
	rule('fly.io', 'fm2_ fo1_', `(?:fm2|fo1)_[A-Za-z0-9+/=_-]{40,2048}`),
	rule('supabase', 'sbp_', `sbp_[0-9a-f]{40}`),
	rule('netlify', 'nfp_', `nfp_${word}{36,64}`),
	rule('planetscale', 'pscale_', `pscale_(?:tkn|pw|oauth)_${token}{32,128}`),
	rule('tailscale', 'tskey-', `tskey-[a-z]{2,20}-${token}{16,128}`),
	rule('doppler', 'dp.pt. dp.st. dp.ct. dp.sa.', `dp\\.(?:pt|st|ct|sa)\\.[A-Za-z0-9_.-]{32,128}`),
	rule('pulumi', 'pul-', `pul-[0-9a-f]{40}`),
	rule('terraform', '.atlasv1.', `(?<=${word}{14})\\.atlasv1\\.${token}{60,80}`, 'anywhere'),

	// Code hosts and registries.
	rule('github', 'ghp_ gho_ ghu_ ghs_ ghr_', `gh[pousr]_[A-Za-z0-9_]{36,255}`, 'anywhere'),
	rule('github installation', 'ghs_', `ghs_\\d{1,20}_[A-Za-z0-9_.-]{36,4096}`, 'anywhere'),
	rule('github fine-grained', 'github_pat_', `github_pat_[A-Za-z0-9_]{60,255}`, 'anywhere'),
	rule(
		'gitlab',
		'glpat- gldt- glrt- glrtr- glft- glptt- glcbt- glimt- glagent- gloas- glsoat- glffct-',
		`gl[a-z]{2,6}-[A-Za-z0-9_.-]{20,300}`,
	),
	rule('bitbucket', 'ATBB', `ATBB${word}{28,64}`),
	rule('atlassian', 'ATATT3', `ATATT3[A-Za-z0-9_=-]{60,512}`),
	rule('npm', 'npm_', `npm_${word}{36,64}`),
	rule(
		'npm registry',
		'_authToken=',
		`_authToken=(?<secret>[^\\s$"'{}<>\\\\]{8,512})`,
		'anywhere',
		(secret) => !isPlaceholder(secret),
	),
	rule('pypi', 'pypi-Ag', `pypi-Ag${token}{50,512}`),
	rule('rubygems', 'rubygems_', `rubygems_[0-9a-f]{40,64}`),
	rule('crates.io', 'cio', `cio${word}{32}(?!${word})`, 'word', isRandom),
	rule('docker hub', 'dckr_pat_ dckr_oat_', `dckr_[po]at_${token}{20,64}`),
	rule('circleci', 'CCIPAT_ CCIPRJ_', `CCIP(?:AT|RJ)_${token}{30,128}`),
	rule('buildkite', 'bkua_', `bkua_[0-9a-z]{40}`),

	// Messaging and mail.
	rule(
		'slack token',
		'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxd- xoxe- xoxe.',
		`xox[a-z][.-][A-Za-z0-9%.-]{10,512}`,
		'anywhere',
	),
	rule('slack app token', 'xapp-', `xapp-[A-Za-z0-9-]{10,512}`, 'anywhere'),
	rule(
		'slack webhook',
		'hooks.slack.com/',
		`hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9_/-]{8,256})`,
		'anywhere',
	),
	rule(
		'discord webhook',
		'discord.com/api/ discordapp.com/api/',
		`discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{15,22}/(?<secret>${token}{20,128})`,
		'anywhere',
	),
	rule('resend', 're_', `re_${token}{20,64}`, 'token', isRandom),
	rule('sendgrid', 'SG.', `SG\\.${token}{16,128}\\.${token}{16,256}`),
	rule('twilio', 'SK', `SK[0-9a-f]{32}(?!${word})`),
	rule('mailgun', 'key- pubkey-', `key-[0-9a-f]{32}(?!${word})`),

	// Payments and products.
	rule('stripe', 'sk_live_ sk_test_ rk_live_ rk_test_', `[sr]k_(?:live|test)_${word}{16,256}`),
	rule('stripe webhook', 'whsec_', `whsec_[A-Za-z0-9+/=]{24,128}`),
	rule('square', 'sq0', `sq0(?:atp|csp)-${token}{20,64}`),
	rule('shopify', 'shpat_ shpca_ shppa_ shpss_', `shp(?:at|ca|pa|ss)_${word}{32,64}`),
	rule('linear', 'lin_api_ lin_oauth_', `lin_(?:api|oauth)_[A-Za-z0-9_]{32,128}`),
	rule('notion', 'ntn_', `ntn_\\d{6,12}${word}{30,64}`),
	rule('notion, older', 'secret_', `secret_${word}{40,64}`, 'word', isRandom),
	rule('figma', 'figd_ figo_', `fig[do]_${token}{36,200}`),
	rule('grafana', 'glc_ glsa_', `gl(?:c|sa)_[A-Za-z0-9+/_]{32,400}={0,2}`),
	rule('sentry', 'sntrys_ sntryu_', `sntry[su]_[A-Za-z0-9+/=_-]{40,512}`),
	rule('new relic', 'NRAK-', `NRAK-[A-Z0-9]{27}`),
	rule('posthog', 'phx_', `phx_${word}{30,64}`),
	rule('postman', 'PMAK-', `PMAK-[0-9a-f]{24}-[0-9a-f]{34}`),
	rule('1password', 'ops_ey', `ops_ey[A-Za-z0-9+/=_-]{100,2048}`),
	rule('age', 'AGE-SECRET-KEY-', `AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,2048}`),

	// Forms that belong to no provider.
	rule(
		'json web token',
		'eyJ',
		`eyJ${token}{8,16384}\\.(?:eyJ${token}{8,65536}(?:\\.${token}{0,4096})?|` +
			`${token}{0,4096}\\.${token}{8,4096}\\.${token}{8,65536}\\.${token}{8,4096})`,
		'token',
	),
	rule(
		'bearer',
		'Bearer bearer BEARER',
		`[Bb][Ee][Aa][Rr][Ee][Rr](?:[ \\t]{1,4}|%20)(?<secret>[A-Za-z0-9._~+/=-]{8,8192})`,
		'word',
		isOpaque,
	),
	rule(
		'basic',
		'Basic basic BASIC',
		`[Bb][Aa][Ss][Ii][Cc](?:[ \\t]{1,4}|%20)(?<secret>[A-Za-z0-9+/]{6,4096}={0,2})`,
		'word',
		isBasicCredentials,
	),
	rule(
		'url user of a token service',
		'://',
		`://(?<secret>[^\\s:/@"'\`<>\\\\]{1,256}):x-oauth-basic@`,
		'anywhere',
	),
	rule(
		'url password',
		':// :\\/\\/',
		`:\\\\?/\\\\?/[^\\s:/?#@"'\`<>\\\\]{0,256}:(?<secret>[^\\s/"\`<>\\\\]{1,512})@`,
		'anywhere',
		isUrlPassword,
	),
	rule('url token', '://', `://(?<secret>[A-Za-z0-9_.-]{12,256}):?@`, 'anywhere', isRandom),
	rule(
		'signed url',
		'sig= Signature=',
		'(?<=[?&](?:amp;)?(?:X-(?:Amz|Goog)-)?)(?:sig|Signature)=(?<secret>[A-Za-z0-9%+/=_~-]{32,1024})',
		'anywhere',
		isRandom,
	),
	rule(
		'told in a sentence',
		'assword assphrase oken ecret key Key',
		`(?:assword|assphrase|oken|ecret|[Kk]ey) (?:is|was|set to)(?: now)?:? ["'\`]?` +
			`(?<secret>[^\\s"'\`<>,;()[\\]{}]{6,256})`,
		'anywhere',
		isToldSecret,
	),
	rule(
		'told in another language',
		'asswort ot de passe ontraseña enha ароль 密码 密碼 パスワード 비밀번호',
		'(?:asswort|ot de passe|ontraseña|enha|ароль|密码|密碼|パスワード|비밀번호)' +
			'(?:[  ]?[:：=]| ?(?:ist|lautet|est|es|é|è|是|は|는|은)(?: |(?=[A-Za-z0-9]))) {0,3}["\'`]?' +
			'(?<secret>[^\\s"\'`<>,;()[\\]{}。，、]{6,256})',
		'anywhere',
		isToldSecret,
	),
	rule(
		'url-encoded assignment',
		'%3D %3d',
		`(?<=(?:assword|asswd|[_-]pwd|ecret|oken|[Kk]ey|ASSWORD|ECRET|OKEN|KEY))%3[Dd]` +
			`(?<secret>[^\\s%&"'\`<>\\\\]{6,256})`,
		'anywhere',
		(secret) => !isPlaceholder(secret) && (isRandom(secret) || isToldSecret(secret)),
	),
	rule(
		'redis configuration',
		'requirepass masterauth',
		`(?:requirepass|masterauth)["']?[ \\t]{1,8}["']?(?<secret>[^\\s"']{6,256})`,
		'word',
		(secret) => !isPlaceholder(secret) && isToldSecret(secret),
	),
	rule(
		'netrc',
		'machine default',
		`(?:machine\\s{1,8}\\S{1,256}|default)\\s{1,8}login[ \\t]{1,8}\\S{1,128}\\s{1,8}` +
			`password[ \\t]{1,8}(?<secret>[^\\s"'{<$(]\\S{0,255})`,
		'word',
		(secret) => !isPlaceholder(secret),
	),
	rule(
		'curl user',
		'curl',
		`curl\\b[^\\n]{0,200}?[ \\t](?:-u|--user)[ =]["']?[^\\s:"']{1,128}:(?<secret>[^\\s"'\\\\]{3,256})`,
		'word',
		isUrlPassword,
	),
];

/** Kinds without a literal beginning: found by a short pattern in the same pass. */
export const unprefixedRules: readonly Rule[] = [
	rule('discord bot', '', `[MNO]${token}{23,27}\\.${token}{6}\\.${token}{27,45}`, 'token'),
	rule('telegram bot', '', `:(?<secret>${token}{35})(?!${token})`, 'anywhere'),
];

/** Where an unprefixed rule may match; cheap to refute at most positions. */
export const unprefixedStart = `(?<!${token})[MNO]${token}{23,27}\\.${token}{6}\\.|:(?<=\\d{6}:)(?=${token}{35})`;

/** What {@link unprefixedStart} begins with, two characters each. */
export const unprefixedOpenings: readonly string[] = Array.from(
	'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
).flatMap((second) => Array.from('MNO:', (first) => first + second));
