import { readFile } from 'node:fs/promises';

/** The version of Precis. The manifest is next to the parent folder of this file's folder, built or not. */
export async function ownVersion(): Promise<string> {
	const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
	return (JSON.parse(manifest) as { readonly version: string }).version;
}
