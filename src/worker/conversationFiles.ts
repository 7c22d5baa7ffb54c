import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parseDocument, type ConversationDocument } from '../conversations/store/document.ts';
import { RequestError } from '../protocol/failures.ts';

/** Conversations as files of their own. */

/** Writes a conversation into a file; whatever goes wrong, a file that was there stays whole. */
export async function writeDocument(path: string, document: ConversationDocument): Promise<void> {
	const beside = `${path}.${randomUUID()}.tmp`;
	try {
		await writeFile(beside, `${JSON.stringify(document)}\n`, { flag: 'wx', mode: 0o600 });
		await rename(beside, path);
	} catch (error) {
		await rm(beside, { force: true });
		throw error;
	}
}

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

/** @throws With what is wrong in it and where, when the file holds no conversation. */
export async function readDocument(path: string): Promise<ConversationDocument> {
	const outcome = parseDocument(await readFile(path, 'utf8'));
	if (outcome.kind === 'invalid') {
		const problems = outcome.problems.join('; ');
		throw new RequestError(
			'invalid-document',
			`${basename(path)} is not a conversation that Precis has exported: ${problems}`,
		);
	}
	return outcome.document;
}
