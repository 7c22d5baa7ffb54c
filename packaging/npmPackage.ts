/**
 * Makes the package of the command line, without what only VS Code needs: a folder that `npm pack` takes.
 * `node packaging/npmPackage.ts FOLDER` writes it.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { extensionBundles } from './bundles.ts';
import { root } from './paths.ts';
import type { ReleaseManifest } from './releaseCheck.ts';

/** What the package is called on the npm registry, here and nowhere else. */
export const npmName = '@precis-vscode/cli';

/** The oldest Node that it is tested on: the first of its line whose SQLite searches full text. */
export const oldestNode = '22.16.0';

/** The largest size of the bundles as they are packed, bytes. */
const budget = 3_000_000;

const entry = 'dist/cli.mjs';

/** What plugins of assistants load, which no bundle of ours does. */
const compactors = 'dist/compactors';

interface Manifest extends ReleaseManifest {
	readonly license: string;
}

/**
 * Writes the package.
 * @param folder Is emptied first.
 * @throws Where it would be too large.
 */
async function writeNpmPackage(folder: string): Promise<void> {
	const { version, license, repository, homepage, bugs } = JSON.parse(
		await readFile(path.join(root, 'package.json'), 'utf8'),
	) as Manifest;
	await rm(folder, { recursive: true, force: true });
	await mkdir(path.join(folder, 'dist', 'chunks'), { recursive: true });
	await mkdir(path.join(folder, compactors), { recursive: true });
	const manifest = {
		name: npmName,
		version,
		description:
			'Compact, search and hand over long sessions of coding assistants, and keep what their own compactions lose.',
		license,
		...(repository === undefined ? {} : { repository, homepage, bugs }),
		type: 'module',
		bin: { precis: entry },
		engines: { node: `>=${oldestNode}` },
		publishConfig: { access: 'public' },
	};
	await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
	const guide = await readFile(path.join(root, 'docs', 'command-line.md'), 'utf8');
	await writeFile(path.join(folder, 'README.md'), withoutRelativeLinks(guide));
	for (const name of ['LICENSE', 'ThirdPartyNotices.txt']) {
		await cp(path.join(root, name), path.join(folder, name));
	}
	let size = 0;
	for (const [file, bytes] of await bundleFiles()) {
		size += gzipSync(bytes).length;
		await writeFile(path.join(folder, file), bytes, { mode: file === entry ? 0o755 : 0o644 });
	}
	if (size > budget) {
		throw new Error(`The npm package has ${size} bytes; its budget is ${budget}.`);
	}
}

/** The other documents are not in the package. */
function withoutRelativeLinks(markdown: string): string {
	return markdown.replace(/\[([^\]\n]{1,200})\]\((?!https?:|#)[^)\n]{1,200}\)/g, '$1');
}

/** The command line's bundle and what it may load, by path. */
async function bundleFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
	const bundles: readonly BuildOptions[] = extensionBundles(true);
	const builds = await Promise.all(
		bundles
			.filter(({ format }) => format === 'esm')
			.map((bundle) => build({ ...bundle, absWorkingDir: root, metafile: true, write: false })),
	);
	const contents = new Map(
		builds.flatMap(({ outputFiles }) =>
			outputFiles.map(({ path: file, contents: bytes }) => [
				path.relative(root, file).split(path.sep).join('/'),
				bytes,
			]),
		),
	);
	const outputs = Object.fromEntries(
		builds.flatMap(({ metafile }) => Object.entries(metafile.outputs)),
	);
	return new Map(
		[...loadedBy(outputs)].map((file) => [file, contents.get(file) ?? new Uint8Array()]),
	);
}

function loadedBy(outputs: Metafile['outputs']): ReadonlySet<string> {
	const plugins = Object.keys(outputs).filter((file) => path.posix.dirname(file) === compactors);
	const files = new Set([entry, ...plugins]);
	for (const file of files) {
		for (const { path: loaded } of outputs[file]?.imports ?? []) {
			if (outputs[loaded] !== undefined) {
				files.add(loaded);
			}
		}
	}
	return files;
}

if (import.meta.main) {
	await writeNpmPackage(path.resolve(process.argv[2] ?? path.join(root, 'out', 'npm')));
}
