import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Rules of VS Code for extensions that the text of the sources decides. */

const root = path.resolve(import.meta.dirname, '../../..');

const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => ({
	file: file.replaceAll('\\', '/'),
	code: readFileSync(path.join(root, file), 'utf8'),
}));

/** Lines of the sources that match, as `file: line`. */
function linesWith(pattern: RegExp): readonly string[] {
	return sources.flatMap(({ file, code }) =>
		code
			.split('\n')
			.filter((line) => pattern.test(line))
			.map((line) => `${file}: ${line.trim()}`),
	);
}

describe('the code, by the rules for extensions', () => {
	it('registers commands only by the names that are compared with the manifest', () => {
		const registering =
			/\b(?:registerCommand|registry\.(?:about|add)|aboutHistory)\(\s*([^\s,(:]+)/g;
		const registered = sources.flatMap(({ code }) =>
			[...code.matchAll(registering)].map(([, name = '']) => name),
		);
		assert.ok(registered.length > 35);
		for (const name of registered) {
			// `command` and `key` are parameters of functions that register what they are given.
			assert.match(name, /^(?:(?:commands|treeCommands|chatButtons)\.\w+|command|key)$/);
		}
	});

	it('has no page of its own in the editor, and no view that lives on unseen', () => {
		assert.deepEqual(linesWith(/createWebviewPanel|retainContextWhenHidden|enableCommandUris/), []);
	});

	it('asks for the host of a webview once in each page, and keeps it out of the global scope', () => {
		const calls = linesWith(/acquireVsCodeApi\(/);
		assert.deepEqual(calls, ['src/panel/vsCode.ts: export const vsCode = acquireVsCodeApi();']);
	});

	it('puts no text into the page as markup', () => {
		assert.deepEqual(
			linesWith(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet/),
			[],
		);
	});

	it('has one log and one entry in the status bar', () => {
		assert.equal(linesWith(/createOutputChannel\('Precis', \{ log: true \}\)/).length, 1);
		assert.equal(linesWith(/createOutputChannel/).length, 1);
		assert.equal(linesWith(/createStatusBarItem/).length, 1);
	});

	it('reports nothing about people and syncs nothing', () => {
		assert.deepEqual(linesWith(/TelemetryLogger|applicationinsights|setKeysForSync/), []);
	});

	it('asks nobody to reload the window', () => {
		assert.deepEqual(linesWith(/reloadWindow/), []);
	});
});
