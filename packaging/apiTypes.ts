/**
 * Makes one file of the types that other extensions copy. `node packaging/apiTypes.ts` writes
 * `docs/precis.d.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './paths.ts';

/** Where the types lie that are published. */
export const apiTypesFile = path.join(root, 'docs', 'precis.d.ts');

const source = path.join(root, 'src', 'api.ts');
const moduleLine = /^(?:import|export) type [^;]* from '([^']+)';\n/gm;

/** The first sentences of the source are for those who change it; these are for those who copy it. */
const opening = `/**
 * What other extensions get from Precis, version 1. This file imports nothing: copy it into your
 * extension. \`docs/api.md\` has examples.
`;

/** The types of `src/api.ts` and of what it exports from other files, without imports. */
export async function apiTypes(): Promise<string> {
	const entry = (await readFile(source, 'utf8')).replace(/^[^]*?(?= \*\n)/, opening);
	const parts = [...entry.matchAll(/^export type \* from '([^']+)';$/gm)].map(([, file = '']) =>
		readFile(path.join(path.dirname(source), file), 'utf8'),
	);
	const texts = [entry, ...(await Promise.all(parts))];
	return texts
		.map((text) =>
			text
				.replaceAll(moduleLine, '')
				.replaceAll(/\n{3,}/g, '\n\n')
				.trim(),
		)
		.join('\n\n')
		.concat('\n');
}

if (import.meta.main) {
	await writeFile(apiTypesFile, await apiTypes());
}
