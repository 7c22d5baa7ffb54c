import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../src/panel/styles');

const namedColours = /\b(?:white|black|red|green|blue|yellow|gray|grey|orange|purple|silver)\b/i;

describe('the style sheets of the panel', () => {
	for (const file of readdirSync(folder)) {
		const style = readFileSync(path.join(folder, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

		it(`take colours from the theme only (${file})`, () => {
			const values = [...style.matchAll(/:\s*([^;{}]+);/g)].map(([, value = '']) =>
				value.replaceAll(/--[\w-]+/g, ''),
			);
			for (const value of values) {
				assert.doesNotMatch(value, /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|oklch)a?\(/i);
				assert.doesNotMatch(value, namedColours);
			}
		});

		it(`take fonts from VS Code only (${file})`, () => {
			for (const [, value = ''] of style.matchAll(/font-family:\s*([^;]+);/g)) {
				assert.match(value, /^var\(--vscode-(?:editor-)?font-family\)$/);
			}
		});

		it(`stop what moves when motion is not wanted (${file})`, () => {
			const moves = /(?:animation|transition):\s*(?!none)/.test(style);
			assert.ok(
				!moves ||
					(style.includes('prefers-reduced-motion') && style.includes('.vscode-reduce-motion')),
			);
		});
	}
});
