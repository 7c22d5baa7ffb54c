import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheDirectory } from './paths.ts';

/**
 * Makes a file that the system can execute out of a script: it calls this process's Node, so it does
 * not depend on what `node` means where it is called.
 * @returns Its path, in the cache.
 */
export async function nodeWrapper(name: string, script: string): Promise<string> {
	await mkdir(cacheDirectory, { recursive: true });
	if (process.platform === 'win32') {
		const file = path.join(cacheDirectory, `${name}.cmd`);
		await writeFile(file, `@"${process.execPath}" "${script}" %*\r\n`);
		return file;
	}
	const file = path.join(cacheDirectory, name);
	const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
	// `exec`, so that signals reach the script itself.
	const content = `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(script)} "$@"\n`;
	await writeFile(file, content, { mode: 0o755 });
	return file;
}
