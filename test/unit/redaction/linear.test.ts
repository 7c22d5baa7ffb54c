import { assertLinear } from '../../support/growth.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { drawFrom } from './samples.ts';

const begin = `-----BEGIN PRIVATE KEY-----`;

/** Pieces that, repeated, make rules start, run far and fail, or match again and again. */
const pieces = [
	'a',
	'A_',
	'MT',
	'-',
	'=',
	':',
	'>',
	'<a>',
	'"',
	'\\"',
	'\\n',
	' ',
	'@',
	'://',
	'https://a:b',
	'://a:@',
	'密码',
	'\ud83d',
	begin,
	`${begin}\n`,
	`${begin}\nMIIEabcd1234\n`,
	'eyJ',
	'.eyJ',
	'eyJabcdefgh.eyJabcdefgh.',
	'eyJabcdefghi.a.',
	'sk-aB3dE5fG7hI9jK1l',
	'ghp_',
	'SG.aaaaaaaaaaaaaaaaa.',
	'eyJ.',
	'AKIA',
	'1234567:',
	'Bearer ',
	'Bearer aB3dE5fG7hI9',
	'Basic dXNlcjpwYXNz ',
	'key-',
	'password=',
	'password="',
	'password=\\\\\\"',
	'password: ',
	'"password":"',
	'password = x ? ',
	'password=密',
	'PASSWORD=',
	'PASSWORD=a',
	'SECRET_KEY_',
	'PASSWORD=aB3 ',
	'Authorization:Bearer ',
	'cookie: a=',
	'Cookie: a=b; ',
	'--password ',
	'name: X_TOKEN value: ',
	'login a password ',
	'curl -u a:',
	'password is ',
	'key is ',
	'hooks.slack.com/services/',
	'discord.com/api/webhooks/',
	'password=[REDACTED] ',
	'token = process.env.',
	'token=a.a.a(',
	'TOKEN=process.env.A || ',
	'<password>a',
	`${'x'.repeat(60)}=`,
	`password=${'x'.repeat(1_000)} `,
	`password="${'x'.repeat(4_000)}" `,
	`password="password='password=\\"password=\\\\"`,
	drawFrom(1)('base64', 100_000),
];

function repeat(piece: string, length: number): string {
	return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

describe('redact takes time linear in the length of', () => {
	for (const piece of pieces) {
		it(`${JSON.stringify(piece.slice(0, 40))} repeated`, () => {
			assertLinear(10_000, (size) => {
				const text = repeat(piece, size);
				return () => redact(text);
			});
		});
	}
});
