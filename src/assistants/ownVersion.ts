import { readFile } from 'node:fs/promises';

/** The version of Precis. The manifest lies beside the folder above this file's, built or not. */
export async function ownVersion(): Promise<string> {
	const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
	return (JSON.parse(manifest) as { readonly version: string }).version;
}
