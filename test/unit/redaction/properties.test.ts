import assert from 'node:assert/strict';
import * as fc from 'fast-check';

import { redact } from '../../../src/redaction/redact.ts';
import { harmless } from './harmless.ts';
import { drawFrom, samples } from './samples.ts';

const kinds = Object.keys(samples);

const surrounding = fc.oneof(
	fc.string({ maxLength: 60 }),
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc.array(fc.constantFrom(...harmless), { maxLength: 4 }).map((lines) => lines.join('\n')),
);

const secretText = fc
	.record({ kind: fc.constantFrom(...kinds), seed: fc.nat() })
	.map(({ kind, seed }) => ({ kind, ...samples[kind]?.(drawFrom(seed)) }));

describe('redact, whatever the text', () => {
	it('no secret survives, nor a longer piece of it', () => {
		fc.assert(
			fc.property(secretText, surrounding, surrounding, (sample, before, after) => {
				const { kind, text = '', secret = '' } = sample;
				const result = redact(`${before}\n${text}\n${after}`);
				const pieces = [secret];
				for (let index = 0; index + 16 <= secret.length; index += 4) {
					pieces.push(secret.slice(index, index + 16));
				}
				for (const piece of pieces) {
					assert.ok(
						!result.includes(piece) || before.includes(piece) || after.includes(piece),
						`${kind}: ${piece} is left in ${result}`,
					);
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('what was redacted once does not change again', () => {
		const anything = fc.oneof(
			surrounding,
			secretText.map(({ text = '' }) => text),
			secretText.map(({ secret = '' }) => secret),
			fc.constantFrom(
				'password=',
				'TOKEN=',
				'"',
				"'",
				'\\"',
				'=',
				': ',
				'://a:',
				'@',
				'Bearer ',
				'\n',
			),
		);
		fc.assert(
			fc.property(fc.array(anything, { maxLength: 8 }), (parts) => {
				const once = redact(parts.join(''));
				assert.equal(redact(once), once);
			}),
			{ numRuns: 400 },
		);
	});

	it('identifiers, hashes and numbers stay byte for byte', () => {
		const hex = (length: number): fc.Arbitrary<string> =>
			fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
		const harmlessToken = fc.oneof(
			hex(40),
			hex(7),
			hex(64).map((digest) => `sha256:${digest}`),
			fc.uuid(),
			fc.base64String({ minLength: 40, maxLength: 200 }),
			fc.base64String({ minLength: 88, maxLength: 88 }).map((digest) => `sha512-${digest}`),
			fc.integer().map(String),
			fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
		);
		fc.assert(
			fc.property(fc.array(harmlessToken, { maxLength: 10 }), (tokens) => {
				const text = tokens.join(' ');
				assert.equal(redact(text), text);
			}),
			{ numRuns: 400 },
		);
	});
});
