import assert from 'node:assert/strict';

import { redact } from '../../../src/redaction/redact.ts';
import { drawFrom } from './samples.ts';

const begin = `-----BEGIN PRIVATE KEY-----`;

/** Pieces that, repeated, make rules start, run far and fail, or match again and again. */
const pieces = [
	'a',
	'A',
	'A_',
	'M',
	'MT',
	'0',
	'-',
	'--a',
	'=',
	'==',
	':',
	'>',
	'<a>',
	'"',
	'\\',
	'\\"',
	'\\n',
	'\n',
	' ',
	'.',
	'/',
	'@',
	'://',
	'https://',
	'https://a:',
	'https://a:b',
	'://a:@',
	'://:',
	'…',
	'密码',
	'\ud83d',
	'%20',
	'[0m',
	'-----BEGIN ',
	begin,
	`${begin}\n`,
	`${begin}\nMIIEabcd1234\n`,
	'-----END',
	'eyJ',
	'eyJ.',
	'eyJa-',
	'.eyJ',
	'eyJabcdefghij.',
	'eyJabcdefgh.eyJabcdefgh.',
	'eyJabcdefghi.a.',
	'sk-',
	'sk-a ',
	'sk-aB3dE5fG7hI9jK1l',
	'sk_live_',
	'ghp_',
	'ghs_1_',
	'xoxb-',
	'AKIA',
	'SG.',
	'SG.aaaaaaaaaaaaaaaaa.',
	'Bearer ',
	'Bearer a',
	'Bearer aB3dE5fG7hI9',
	'Basic ',
	'Basic dXNlcjpwYXNz ',
	'dapi',
	'key-',
	'8Q~',
	'.atlasv1.',
	'password=',
	'password="',
	"password='",
	'password=\\"',
	'password=\\\\\\"',
	'password: ',
	'"password":"',
	'password = x ? ',
	'password=a.',
	'password=密',
	'PASSWORD=',
	'PASSWORD=a',
	'PASSWORD=aB3 ',
	'SECRET_KEY_',
	'Authorization: ',
	'Authorization:Bearer ',
	'cookie: ',
	'cookie: a=',
	'Cookie: a=b; ',
	'a=b;',
	'--password ',
	'name: X_TOKEN value: ',
	'value: ',
	'"value":',
	'login a password ',
	'curl -u a:',
	'password is ',
	'key is ',
	'hooks.slack.com/services/',
	'discord.com/api/webhooks/',
	'1234567:',
	'[REDACTED]',
	'password=[REDACTED] ',
	'token = process.env.',
	'token=a.a.a(',
	'token=a["',
	'TOKEN=process.env.A || ',
	'<password>',
	'<password>a',
	`${'x'.repeat(60)}=`,
	`password=${'x'.repeat(1_000)} `,
	`password="${'x'.repeat(4_000)}" `,
	`password="password='password=\\"password=\\\\"`,
	drawFrom(1)('base64', 100_000),
];

/** Processor time in milliseconds, the best of a few runs. */
function time(text: string): number {
	let best = Number.POSITIVE_INFINITY;
	for (let run = 0; run < 3; run += 1) {
		const before = process.cpuUsage();
		redact(text);
		const used = process.cpuUsage(before);
		best = Math.min(best, (used.user + used.system) / 1_000);
	}
	return best;
}

function repeat(piece: string, length: number): string {
	return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

describe('redact takes time linear in the length of', () => {
	for (const piece of pieces) {
		it(`${JSON.stringify(piece.slice(0, 40))} repeated`, function () {
			this.timeout(60_000);
			const half = time(repeat(piece, 150_000));
			const whole = time(repeat(piece, 300_000));
			// Quadratic would be 4; below a few milliseconds the ratio says nothing.
			assert.ok(whole < 25 || whole / half < 3.2, `${half} ms, then ${whole} ms`);
		});
	}
});
