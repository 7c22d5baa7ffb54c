import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { packageBudget } from '../../packaging/budgets.ts';
import { packageFile, root } from '../../packaging/paths.ts';
import type { ReleaseManifest } from '../../packaging/releaseCheck.ts';
import { startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import { run } from '../vscode/processes.ts';
import { unzipped } from './zip.ts';

/*
 * What `npm run package` made. `files.txt` says what is in it; `UPDATE_PACKAGE_FILES=1` writes it anew.
 * The hashes of chunks change with every change of the code, so the list leaves them out.
 */

const listFile = path.join(import.meta.dirname, 'files.txt');

function packageFiles(): ReadonlyMap<string, Buffer> {
	const files = [...unzipped(readFileSync(packageFile))].flatMap(([name, content]) =>
		name.startsWith('extension/') ? [[name.slice('extension/'.length), content] as const] : [],
	);
	return new Map(files);
}

/** Every path that the manifest names: what runs, icons, pictures. */
function namedFiles(part: unknown): readonly string[] {
	if (typeof part === 'string') {
		return /^(?:\.\/)?(?:dist|media)\//.test(part) ? [path.posix.normalize(part)] : [];
	}
	return typeof part === 'object' && part !== null ? Object.values(part).flatMap(namedFiles) : [];
}

describe('the package', () => {
	const files = existsSync(packageFile) ? packageFiles() : undefined;
	const names = [...(files?.keys() ?? [])].sort();

	before('is made', () => {
		assert.ok(files !== undefined, 'run `npm run package` first');
	});

	function read(name: string): string {
		const content = files?.get(name);
		assert.ok(content !== undefined, name);
		return content.toString('utf8');
	}

	it('has the files of the list and no others', () => {
		// Into how many chunks code is split that several bundles share is nothing to agree on.
		const list = [...new Set(names.map((name) => name.replace(/-[\dA-Z]{8}\.mjs$/, '-*.mjs')))]
			.toSorted()
			.map((name) => `${name}\n`)
			.join('');
		if (process.env['UPDATE_PACKAGE_FILES'] === '1') {
			writeFileSync(listFile, list);
		}
		assert.equal(list, readFileSync(listFile, 'utf8'), 'run with UPDATE_PACKAGE_FILES=1');
	});

	it('has no sources, tests, source maps, packages or hidden files', () => {
		for (const name of names) {
			assert.doesNotMatch(
				name,
				/(?<!\.d)\.tsx?$|\.map$|(?:^|\/)(?:\.|node_modules|src|test|out)/,
				name,
			);
			assert.ok(!name.startsWith('dist/') || !read(name).includes('sourceMappingURL='), name);
		}
	});

	it('does not know where it was made', () => {
		for (const name of names) {
			assert.ok(!read(name).includes(root), name);
		}
	});

	it('stays within its budget', () => {
		assert.ok(statSync(packageFile).size <= packageBudget);
	});

	it('has the manifest of the checkout, and every file that it names', () => {
		const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
		assert.deepEqual(JSON.parse(read('package.json')), manifest);
		const named = namedFiles(manifest);
		assert.ok(named.includes('dist/extension.cjs') && named.includes('media/icon.png'));
		assert.deepEqual(
			named.filter((name) => files?.has(name) !== true),
			[],
		);
	});

	it('shows pictures of a web server where its repository is known', () => {
		const { repository } = JSON.parse(read('package.json')) as ReleaseManifest;
		const pictures = [...read('readme.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)];
		assert.ok(pictures.length > 0);
		for (const [, address = ''] of pictures) {
			assert.ok(repository === undefined || address.startsWith('https://'), address);
		}
	});

	it('has every file of `dist` and `media` that the code asks for by name', () => {
		const code = read('dist/extension.cjs');
		const asked = [...code.matchAll(/"(dist|media)",((?:"[\w.-]+",?)+)\)/g)].map(
			([, folder = '', rest = '']) =>
				[folder, ...rest.split(',').map((part) => part.slice(1, -1))].join('/'),
		);
		assert.ok(asked.includes('dist/worker.mjs'), asked.join(' '));
		for (const name of asked) {
			assert.ok(
				names.some((one) => one === name || one.startsWith(`${name}/`)),
				name,
			);
		}
	});

	it('asks for no package beside Node, VS Code and what lies in it', () => {
		for (const name of names.filter((one) => /^dist\/.*js$/.test(one))) {
			for (const [, module = ''] of read(name).matchAll(
				/\b(?:require\(|from ?|import\()"([\w@./:-]+)"/g,
			)) {
				const isOwn =
					module.startsWith('.') &&
					names.includes(path.posix.join(path.posix.dirname(name), module));
				assert.ok(isOwn || module === 'vscode' || isBuiltin(module), `${name}: ${module}`);
			}
		}
	});

	describe('has a command line that', () => {
		let folder = '';

		before(async () => {
			folder = await mkdtemp(path.join(os.tmpdir(), 'precis-package-'));
			for (const [name, content] of files ?? []) {
				await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
				await writeFile(path.join(folder, name), content);
			}
		});
		after(() => rm(folder, { recursive: true }));

		function compact(...more: readonly string[]): Promise<string> {
			const sample = path.join(folder, 'media', 'sample', 'sample-session.jsonl');
			const program = path.join(folder, 'dist', 'cli.mjs');
			return run(process.execPath, [program, sample, '--force', ...more]);
		}

		it('runs from there', async () => {
			assert.match(await compact(), /^\[Handoff from an earlier context window/);
		});

		for (const api of ['chat', 'responses'] as const) {
			it(`has a model write the summary over ${api}`, async () => {
				const provider = await startFakeProvider();
				try {
					const server = ['--base-url', provider.baseUrl, '--model', 'small', '--api', api];
					const report = JSON.parse(await compact('--json', ...server)) as {
						readonly compactions: readonly { readonly summariser: unknown }[];
					};
					const summarisers = report.compactions.map(({ summariser }) => summariser);
					assert.deepEqual(summarisers, [{ kind: 'model', model: 'small' }]);
				} finally {
					await provider.dispose();
				}
			});
		}
	});
});
