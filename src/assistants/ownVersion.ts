import { readFile } from 'node:fs/promises';

/** The version of Precis, from its manifest: two folders up, in the sources as in the build. */
export async function ownVersion(): Promise<string> {
	const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
	return (JSON.parse(manifest) as { readonly version: string }).version;
}
