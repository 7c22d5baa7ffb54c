/**
 * Gives the manifest the address of the repository, and the three that follow from it.
 * `node packaging/address.ts https://github.com/OWNER/NAME` writes `package.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { root } from './paths.ts';

/** Where the manifest sends people: the source, its front page, problems, questions. */
export interface Addresses {
	readonly repository: { readonly type: 'git'; readonly url: string };
	readonly homepage: string;
	readonly bugs: { readonly url: string };
	readonly qna: string;
}

const gitHubRepository = /^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/;

/**
 * The addresses of a repository on GitHub.
 * @param repository `https://github.com/OWNER/NAME`.
 * @throws Where it is anything else.
 */
export function addressesOf(repository: string): Addresses {
	if (!gitHubRepository.test(repository) || repository.endsWith('.git')) {
		throw new Error('Enter the address of the repository, as https://github.com/OWNER/NAME.');
	}
	return {
		repository: { type: 'git', url: `${repository}.git` },
		homepage: `${repository}#readme`,
		bugs: { url: `${repository}/issues` },
		qna: `${repository}/discussions`,
	};
}

if (import.meta.main) {
	const file = path.join(root, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
	const addresses = addressesOf(process.argv[2] ?? '');
	await writeFile(file, `${JSON.stringify({ ...manifest, ...addresses }, undefined, 2)}\n`);
}
