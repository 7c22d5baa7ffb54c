/**
 * Says what prevents a release. `node packaging/releaseCheck.ts v0.2.0` fails where anything does; the
 * release workflow runs it before it makes the package.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { addressesOf, type Addresses } from './address.ts';
import { root } from './paths.ts';

/** What of `package.json` a release depends on. */
export interface ReleaseManifest extends Partial<Addresses> {
	readonly version: string;
}

/** Whether a version is a pre-release: those have odd minors, as the marketplace advises. */
export function isPreRelease(version: string): boolean {
	return Number(version.split('.')[1]) % 2 === 1;
}

/** What npm calls a version: `latest` is what an installation without a version gets. */
export function npmTag(version: string): 'latest' | 'next' {
	return isPreRelease(version) ? 'next' : 'latest';
}

/**
 * One sentence for each obstacle.
 * @param changelog The text of `CHANGELOG.md`.
 * @param tag The tag of the release.
 */
export function obstacles(
	manifest: ReleaseManifest,
	changelog: string,
	tag: string,
): readonly string[] {
	const { version } = manifest;
	return [
		...addressObstacles(manifest),
		...(tag === `v${version}` ? [] : [`The tag is ${tag}, but the version is ${version}.`]),
		...(isDated(changelog, version)
			? []
			: [`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`]),
	];
}

function addressObstacles({ repository, homepage, bugs, qna }: ReleaseManifest): readonly string[] {
	if (repository === undefined) {
		return ['package.json names no repository. Run `node packaging/address.ts ADDRESS`.'];
	}
	const expected = addressesOf(repository.url.replace(/\.git$/, ''));
	return isDeepStrictEqual({ repository, homepage, bugs, qna }, expected)
		? []
		: ['The addresses in package.json disagree. Run `node packaging/address.ts ADDRESS`.'];
}

function isDated(changelog: string, version: string): boolean {
	const heading = `## [${version}] - `;
	return changelog
		.split('\n')
		.some(
			(line) => line.startsWith(heading) && /^\d{4}-\d\d-\d\d$/.test(line.slice(heading.length)),
		);
}

if (import.meta.main) {
	const read = (name: string): Promise<string> => readFile(path.join(root, name), 'utf8');
	const manifest = JSON.parse(await read('package.json')) as ReleaseManifest;
	for (const obstacle of obstacles(manifest, await read('CHANGELOG.md'), process.argv[2] ?? '')) {
		process.stderr.write(`${obstacle}\n`);
		process.exitCode = 1;
	}
}
