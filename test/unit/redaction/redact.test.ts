import assert from 'node:assert/strict';

import { redact, secretSpans } from '../../../src/redaction/redact.ts';
import { harmless } from './harmless.ts';
import { drawFrom, samples } from './samples.ts';

describe('redact', () => {
	for (const [kind, make] of Object.entries(samples)) {
		it(`takes out: ${kind}`, () => {
			for (let seed = 1; seed <= 25; seed += 1) {
				const { text, secret, kept = [] } = make(drawFrom(seed * 7_919));
				const result = redact(text);
				assert.ok(!result.includes(secret), result);
				for (const piece of kept) {
					assert.ok(result.includes(piece), `${result}\nlacks\n${piece}`);
				}
			}
		});
	}

	for (const text of harmless) {
		it(`leaves: ${JSON.stringify(text.slice(0, 70))}`, () => {
			assert.equal(redact(text), text);
		});
	}

	it('takes out a key that happens to look a little like words', () => {
		// Put together here so that no scanner takes it for a leak.
		const key = ['s3WawLlk', 'jMpWrgpd', 'SxNieb'].join('');
		assert.equal(redact(`tool --api-key=${key} run`), 'tool --api-key=[REDACTED] run');
	});

	it('joins what several rules find in one place', () => {
		const token = `ghp_${drawFrom(5)('word', 36)}`;
		assert.equal(redact(`Authorization: Bearer ${token}`), 'Authorization: Bearer [REDACTED]');
		assert.equal(redact(`GITHUB_TOKEN="${token}"`), 'GITHUB_TOKEN="[REDACTED]"');
		assert.equal(redact(`https://x:${token}@github.com`), 'https://x:[REDACTED]@github.com');
	});

	it('finds secrets that touch escapes, colours and each other', () => {
		const draw = drawFrom(9);
		const token = `ghp_${draw('word', 36)}`;
		const key = `AKIA${draw('upper', 16)}`;
		assert.equal(redact(`a\\n${key}\\nb`), 'a\\n[REDACTED]\\nb');
		assert.equal(redact(`\u001b[32m${key}\u001b[0m`), '\u001b[32m[REDACTED]\u001b[0m');
		assert.equal(redact(`q=%22${key}%22`), 'q=%22[REDACTED]%22');
		assert.equal(redact(`${token}-${token}`), '[REDACTED]-[REDACTED]');
	});

	it('reads a key through the line numbers, diff marks and quotes of a transcript', () => {
		const draw = drawFrom(11);
		const lines = Array.from({ length: 5 }, () => draw('base64', 64));
		for (const prefix of ['     12→', '+', '> ', '    ']) {
			const body = lines.map((line) => prefix + line).join('\n');
			const text = `${prefix}-----BEGIN PRIVATE KEY-----\n${body}\n${prefix}-----END PRIVATE KEY-----\nend`;
			const result = redact(text);
			assert.ok(
				lines.every((line) => !result.includes(line.slice(0, 12))),
				result,
			);
			assert.ok(result.endsWith('-----END PRIVATE KEY-----\nend'), result);
		}
	});

	it('takes out a key whose end is missing where its line ends are escaped', () => {
		const key = `MII${'aB3dE5gH7jK9'.repeat(5)}`;
		const text = JSON.stringify({
			output: `-----BEGIN PRIVATE KEY-----\n${key}\nThe build passed.`,
		});
		assert.equal(redact(text), text.replace(key, '[REDACTED]'));
	});

	it('gives the places in order and without overlap', () => {
		const text = Object.values(samples)
			.map((make, index) => make(drawFrom(index)).text)
			.join('\n');
		let end = 0;
		for (const span of secretSpans(text)) {
			assert.ok(span.start >= end && span.end > span.start);
			({ end } = span);
		}
		assert.ok(secretSpans(text).length >= Object.keys(samples).length);
	});
});
