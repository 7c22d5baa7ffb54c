import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { redact } from '../../../src/redaction/redact.ts';

/**
 * Providers come up with new keys, and secretlint's rules are kept up to date. Its own patterns are held against
 * ours: a kind that a newer version of it knows and ours does not fails here.
 */

const source = readFileSync(
	fileURLToPath(import.meta.resolve('@secretlint/secretlint-rule-preset-recommend')),
	'utf8',
);

/** How secretlint writes a pattern that begins with a provider's prefix. */
const literal = /\/\(\?<!\\p\{L\}\)([^\n]+?)\/[dgimsuy]{1,7}/g;

/** Patterns that take more than real keys are made of; samples of those are in `secretlint.test.ts`. */
const looser = ['npm_', '(ghs)_[0-9]', 'SG\\.'];

/** Patterns as texts can be made from: what only looks around is left out, and so are names of groups. */
const patterns = [...source.matchAll(literal)]
	.map(([, pattern = '']) =>
		pattern.replaceAll(/\(\?!\[[^\]]*\]\)/g, '').replaceAll(/\(\?<\w+>/g, '('),
	)
	.filter((pattern) => /^\(?[a-z]/i.test(pattern))
	.filter((pattern) => !looser.some((beginning) => pattern.startsWith(beginning)));

describe("a secret of secretlint's rules", () => {
	it('is of many kinds', () => {
		assert.ok(patterns.length >= 20, `${patterns.length} patterns`);
	});

	for (const pattern of new Set(patterns)) {
		it(`is taken out: ${pattern}`, () => {
			const secrets = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
			fc.assert(
				fc.property(fc.noShrink(secrets), (secret) => {
					assert.equal(redact(`The key ${secret} is there.`), 'The key [REDACTED] is there.');
				}),
				{ numRuns: 50, seed: 4_711 },
			);
		});
	}
});
