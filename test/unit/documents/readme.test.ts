import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkSettings } from '../../../src/vscode/settings/settings.ts';
import { codeBlocks, documentOf, read, root } from './documents.ts';

interface Manifest {
	readonly version: string;
}

const readme = documentOf('README.md');
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('the README', () => {
	it('has the commands to try everything, to test it, and to use it in a terminal', () => {
		const [start, test, terminal = '', ...more] = codeBlocks(readme, 'sh');
		assert.deepEqual([start, test], ['npm ci && npm start\n', 'npm ci && npm test\n']);
		assert.match(terminal, /npm install --global [^]*precis connect claude-code\n$/);
		assert.deepEqual(more, []);
	});
});

describe('the documents of settings', () => {
	it('shows a provider that is taken as it is', () => {
		const [example = ''] = codeBlocks(documentOf('docs/assistants.md'), 'jsonc');
		const { 'precis.models.providers': providers } = JSON.parse(`{${example}}`) as {
			readonly 'precis.models.providers': unknown;
		};
		const { models, rejected } = checkSettings((name) =>
			name === 'models.providers' ? providers : undefined,
		);
		assert.deepEqual([rejected, models.providers.map(({ name }) => name)], [[], ['azure']]);
	});
});

describe('what the marketplace shows', () => {
	for (const name of ['README.md', 'CHANGELOG.md']) {
		const { prose } = documentOf(name);

		it(`has pictures that it loads: ${name}`, () => {
			for (const [, source = ''] of prose.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
				assert.match(source, /\.(?:png|jpe?g|gif)$/);
				assert.ok(source.startsWith('https://') || existsSync(path.join(root, source)), source);
			}
		});

		it(`has texts that stand for pictures: ${name}`, () => {
			for (const [, text = ''] of prose.matchAll(/!\[([^\]]*)\]/g)) {
				assert.ok(text.length > 10, text);
			}
		});

		// Addresses in HTML stay as they are, where those of Markdown are made whole for the marketplace.
		it(`has no HTML: ${name}`, () => {
			assert.doesNotMatch(prose.replaceAll(/`[^`]*`/g, ''), /<\/?[a-z]/i);
		});
	}
});

describe('the changelog', () => {
	const { text } = documentOf('CHANGELOG.md');

	it('has the version of the package as its newest', () => {
		const [, newest = ''] = /^## \[(\d[^\]]*)\]/m.exec(text) ?? [];
		assert.equal(newest, manifest.version);
	});
});
