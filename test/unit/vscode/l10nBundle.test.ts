import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Translators start from `l10n/bundle.l10n.json`, the texts of the code. `UPDATE_L10N=1` writes it
 * anew.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const bundle = path.join(root, 'l10n', 'bundle.l10n.json');

/** Every text that the code gives to `l10n.t`, inside VS Code and in its pages. */
function textsOfCode(): readonly string[] {
	const files = ['src/vscode', 'src/panel', 'src/extension.ts'].flatMap((place) =>
		globSync(`${place}{,/**/*.{ts,tsx}}`, { cwd: root })
			.filter((file) => /\.tsx?$/.test(file))
			.map((file) => readFileSync(path.join(root, file), 'utf8')),
	);
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
