/**
 * Names the packages of others that are in the bundles, with their licences.
 * `node packaging/notices.ts` writes `ThirdPartyNotices.txt`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { extensionBundles } from './bundles.ts';
import { root } from './paths.ts';

/** Where the notices lie. */
export const noticesFile = path.join(root, 'ThirdPartyNotices.txt');

interface PackageManifest {
	readonly name: string;
	readonly version: string;
	readonly license: string;
}

/**
 * The notices for what a production build puts into the bundles now.
 * @throws Where a package comes without a licence.
 */
export async function thirdPartyNotices(): Promise<string> {
	const packages = await bundledPackages();
	const notices = await Promise.all([...packages].sort().map(notice));
	return `Precis contains software of others, under these licences.\n\n${notices.join('\n')}`;
}

/** Folders of packages of which at least one byte is in a bundle, relative to the root. */
async function bundledPackages(): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	for (const bundle of extensionBundles(true)) {
		const { metafile } = await build({ ...bundle, absWorkingDir: root, write: false });
		for (const { inputs } of Object.values(metafile.outputs)) {
			for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
				const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
				if (folder !== undefined && bytesInOutput > 0) {
					found.add(folder);
				}
			}
		}
	}
	return found;
}

async function notice(folder: string): Promise<string> {
	const where = path.join(root, folder);
	const manifest = JSON.parse(
		await readFile(path.join(where, 'package.json'), 'utf8'),
	) as PackageManifest;
	const texts = await licenceTexts(where, manifest.name);
	const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
	const body = texts
		.join('\n\n')
		.replaceAll('\r\n', '\n')
		.replaceAll(/[ \t]+$/gm, '');
	return `${'='.repeat(72)}\n${title}\n${'='.repeat(72)}\n\n${body}\n`;
}

/** @throws Where there is none. */
async function licenceTexts(folder: string, name: string): Promise<readonly string[]> {
	const own = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file)).sort();
	// What a package names without shipping it lies here.
	const files =
		own.length > 0
			? own.map((file) => path.join(folder, file))
			: [path.join(root, 'packaging', 'licences', `${name.replace('/', '-')}.txt`)];
	return Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).trim()));
}

if (import.meta.main) {
	await writeFile(noticesFile, await thirdPartyNotices());
}
