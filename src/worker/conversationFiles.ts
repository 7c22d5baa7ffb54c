import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RequestError } from '../protocol/failures.ts';

/** Writes a file that is not there yet, and the folders it lies in. @throws With the code `exists`. */
export async function writeNewFile(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	try {
		// What an assistant keeps for the person alone is for nobody else to read.
		await writeFile(path, text, { flag: 'wx', mode: 0o600 });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
			throw new RequestError(
				'exists',
				`${path} is there already and was left as it is. Choose a new name.`,
			);
		}
		throw error;
	}
}
