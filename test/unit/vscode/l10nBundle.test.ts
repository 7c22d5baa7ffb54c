import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Translators start from `l10n/bundle.l10n.json`, the texts of the code. `UPDATE_L10N=1` writes it
 * anew.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const bundle = path.join(root, 'l10n', 'bundle.l10n.json');

/** Every text that the code gives to `l10n.t`. */
function textsOfCode(): readonly string[] {
	const folder = path.join(root, 'src', 'vscode');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(path.join(folder, file), 'utf8'));
	for (const file of [
		'extension.ts',
		'protocol/panelStrings.ts',
		'protocol/sessionStrings.ts',
		'protocol/summaryStrings.ts',
	]) {
		files.push(readFileSync(path.join(root, 'src', file), 'utf8'));
	}
	const texts = files.flatMap((code) =>
		[...code.matchAll(/\bl10n\.t\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g)].map(
			([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
		),
	);
	const calls = files.join('\n').match(/\bl10n\.t\(/g) ?? [];
	assert.equal(texts.length, calls.length, 'every call has its text as a literal');
	return [...new Set(texts)].sort();
}

describe('the texts of the code', () => {
	it('are in the bundle for translators', () => {
		const texts = textsOfCode();
		const wanted = Object.fromEntries(texts.map((text) => [text, text]));
		if (process.env['UPDATE_L10N'] === '1') {
			writeFileSync(bundle, `${JSON.stringify(wanted, undefined, 2)}\n`);
		}
		assert.deepEqual(
			JSON.parse(readFileSync(bundle, 'utf8')),
			wanted,
			'run the test with UPDATE_L10N=1',
		);
	});

	it('are not put together of pieces', () => {
		for (const text of textsOfCode()) {
			assert.equal(text, text.trim());
		}
	});
});
