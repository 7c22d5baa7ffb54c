import { readFile } from 'node:fs/promises';

/** The version of Precis. In the sources and when built, its manifest is two folders above the folder of this file. */
export async function ownVersion(): Promise<string> {
	const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
	return (JSON.parse(manifest) as { readonly version: string }).version;
}
