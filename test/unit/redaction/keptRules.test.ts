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
	assert.ok(patterns.length >= 20, `${patterns.length} patterns`);
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

describe('a token that begins as its provider has it', () => {
	const run = 'aB3dE6gH9kL2mN5pQ8rS1tU4vW7xY0zC';
	const hex = '7fe302ddc151c506e0b701165b01d2fc';
	for (const token of [
		`p8e-${hex}`,
		`FLWSECK_TEST-${hex}-X`,
		`fio-u-${run}${run}`,
		`s-s4t2ud-${hex}${hex}`,
		`sm_pat_${run}`,
		`wandb_v1_${run}`,
		`apify_api_${run}`,
		`mdb_sa_sk_${run}`,
		`os_v2_app_${hex}`,
		`n8n_api_${run}`,
		`llx-${run}`,
		`tr_prod_${run}`,
		`secret-live-${run}`,
		`4b1d${run}aB3dE6`,
		`pat.${run.slice(0, 22)}.${hex.slice(0, 24)}.${run.slice(0, 20)}`,
		`eyJrIjoi${run}${run}aB3dE6gH`,
		`aB3dE6_${run.slice(0, 29)}_mmk`,
		`xY~5Q~${run}`,
	]) {
		it(`is taken out: ${token.slice(0, 12)}…`, () => {
			const redacted = redact(`The key ${token} is there.`);
			assert.match(redacted, /^The key \S{0,8}\[REDACTED\]\S{0,4} is there\.$/);
		});
	}
});
