import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { contextFor, exportText } from '../conversations/exports/exportText.ts';
import { RequestError } from '../protocol/failures.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import type { WorkerServices } from './workerServices.ts';

/** Writes the context of a conversation as a new file of another tool. */
export async function exportContext(
	{ service, store }: WorkerServices,
	{ id, format, path, session }: WorkerRequests['exportContext']['parameters'],
): Promise<void> {
	const title = store.find(id)?.title ?? '';
	const { weighedLog, active } = service.of(id).read();
	const context = contextFor(format, weighedLog, active);
	await writeNewFile(path, exportText(format, context, { ...session, title, newId: randomUUID }));
}

/** Writes a file that is not there yet, and the folders it lies in. @throws With the code `exists`. */
async function writeNewFile(path: string, text: string): Promise<void> {
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
