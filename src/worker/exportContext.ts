import { randomUUID } from 'node:crypto';
import { contextFor, exportText } from '../conversations/exports/exportText.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import { writeNewFile } from './conversationFiles.ts';
import type { WorkerServices } from './workerServices.ts';

/** Writes the context of a conversation as a new file of another tool. */
export async function exportContext(
	{ service, store }: WorkerServices,
	{ id, format, path, session }: WorkerRequests['exportContext']['parameters'],
): Promise<void> {
	const title = store.find(id)?.title ?? '';
	const context = contextFor(format, service.of(id).read());
	await writeNewFile(path, exportText(format, context, { ...session, title, newId: randomUUID }));
}
