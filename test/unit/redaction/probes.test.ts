import assert from 'node:assert/strict';

import { redact } from '../../../src/redaction/redact.ts';
import { drawFrom } from './samples.ts';

const draw = drawFrom(7);
const hex = (length: number): string => draw('hex', length);
const mixed = (length: number): string => draw('word', length);

/** What an auditor puts into a conversation: the text before a secret, the secret, the text behind. */
const probes: readonly (readonly [string, string, string?])[] = [
	['AWS Secret Access Key [None]: ', mixed(40), '\nDefault region'],
	['AWS Secret Access Key [****************ABCD]: ', mixed(40)],
	['Access key ID,Secret access key\nAKIAQ7RTZ2MW5XK9PLVD,', mixed(40), '\n'],
	['User,AKIAQ7RTZ2MW5XK9PLVD,', mixed(40), ',console'],
	['pw: ', 'Tr0ub4dor&3\n'],
	['password%3D', 'hunter2Xyz99', '%26user'],
	['api_key%3D', mixed(32)],
	['requirepass ', 'Redis4ever99x'],
	['masterauth ', 'Redis4ever99x'],
	['', `AQ.${mixed(50)}`],
	['', `csk-${mixed(48)}`],
	['', `tvly-${mixed(32)}`],
	['', `tvly-dev-${mixed(32)}`],
	['', `jina_${mixed(60)}`],
	['', `lsv2_pt_${hex(32)}_${hex(10)}`],
	['', `phx_${mixed(43)}`],
	['', `re_${mixed(8)}_${mixed(24)}`],
	// Names that only say key, calls that take a name and its value, addresses, and what systems keep.
	['MAPS_KEY=', mixed(20)],
	['export TRANSLATOR_KEY="', mixed(32), '"'],
	['geocoder_key: ', mixed(40), '\n'],
	["define('AUTH_SALT_KEY', '", mixed(64), "');"],
	['config.set("apiKey", "', mixed(32), '")'],
	["os.environ.get('SCANNER_API_KEY', '", `hawk1.${mixed(20)}.${mixed(20)}`, "')"],
	['curl https://mainnet.node.example/v3/', hex(32), ' '],
	['postgres:5432:shop:admin:', 'Tr0ub4dor-3'],
	['root:$6$', `${mixed(16)}$${mixed(86)}`, ':19000:0'],
	['admin:$2b$10$', mixed(53), '\n'],
	['', `pk_81234567_${draw('upper', 32)}`],
	['', `bkaj_${hex(40)}`],
	['', `sntryi_${hex(64)}`],
	['', `cog_${draw('word', 52).toLowerCase()}`],
	['1/1209876543211234:', hex(32)],
	['', `1000.${hex(32)}.${hex(32)}`],
	['', `AAAAAAAAAAAAAAAAAAAAAA${mixed(40)}%2B${mixed(40)}`],
	['', `sat.${mixed(22)}.${mixed(24)}.${mixed(20)}`],
	['zero width: ', `ghp_${mixed(10)}\u200b${mixed(26)}`],
	['joiner: ', `sk-ant-api03-${mixed(10)}\u2060${mixed(30)}`],
	['soft hyphen: ', `npm_${mixed(20)}\u00ad${mixed(16)}`],
];

describe('a token that is broken over lines', () => {
	const whole = [`ghp_${mixed(36)}`, `sk-ant-api03-${mixed(80)}`, `xai-${mixed(80)}`];
	for (const token of whole) {
		for (const at of [9, 20, token.length - 8]) {
			it(`leaves no part of ${token.slice(0, 7)}…, broken at ${at}`, () => {
				const parts = [token.slice(0, at), token.slice(at)];
				const shown = redact(`export KEY_OF_MINE ${parts.join('\n')}\nNext line.`);
				assert.ok(
					parts.every((part) => !shown.includes(part)),
					shown,
				);
				assert.ok(shown.endsWith('\nNext line.'), shown);
			});
		}
	}

	it('leaves no part of one over many lines', () => {
		const token = `sk-proj-${mixed(150)}`;
		const lines = token.match(/.{1,30}/g) ?? [];
		const shown = redact(`> ${lines.join('\n  ')}\n\nDone.`);
		assert.ok(
			lines.every((line) => !shown.includes(line)),
			shown,
		);
		assert.ok(shown.endsWith('Done.'), shown);
	});

	it('takes no word along that stands below a whole one', () => {
		const token = `ghp_${mixed(36)}`;
		assert.equal(redact(`${token}\nhandshake failed`), '[REDACTED]\nhandshake failed');
	});
});

describe('a probe', () => {
	for (const [before, secret, behind = ''] of probes) {
		it(`${JSON.stringify(before.slice(0, 48))} with ${secret.slice(0, 6)}… leaves no secret`, () => {
			const shown = redact(`${before}${secret.trim()}${behind}`);
			assert.ok(!shown.includes(secret.trim()), shown);
			assert.ok(shown.endsWith(`[REDACTED]${behind}`), shown);
		});
	}

	for (const text of [
		'requirepass is off by default',
		're_match_all_the_things_again',
		'a\u200bb zero-width text',
		'token%3Dvalue',
		'CACHE_KEY=9fceb02d0ae598e95dc970b74767f19372d61af8',
		'"idempotencyKey": "123e4567-e89b-12d3-a456-426614174000"',
		"const kinds = ['password', 'passphrase', 'passcode'];",
		"t('password', 'Password')",
		'sort_key = created_at_and_id',
		'const makesDpopKey = isL3DpopResponse || isL2DpopResponse;',
		'read(cacheKey=isL3DpopResponse)',
		'https://api.example.com/v1/projects/list-of-all-the-things-in-it',
		'image: registry.example/v2/app@sha256',
		'node_modules/a/b$1$2.js',
	]) {
		it(`${JSON.stringify(text)} stays as it is`, () => assert.equal(redact(text), text));
	}
});
