import { basename } from 'node:path';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import type { DocumentFields } from '../../bytes/jsonElements.ts';
import { ProblemList } from '../../problems.ts';
import { TranscriptError, type TranscriptSource } from '../../reader.ts';

/** How a file beside a session is read. */
export interface SidecarOptions {
	/** Keys under which its list stands. */
	readonly listKeys?: readonly string[];
	/** Takes the elements of its list. */
	readonly take?: (value: unknown) => void;
	readonly problems: ProblemList;
	readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a JSON document beside a session. A session can be read without it: what is wrong with it
 * is one problem and no more.
 * @param name Of the file, relative to the session's folder.
 * @returns What it says beside its list; `undefined` when there is no such file.
 */
export async function readSidecar(
	source: TranscriptSource,
	name: string,
	{ listKeys = [], take, problems, signal }: SidecarOptions,
): Promise<DocumentFields | undefined> {
	const sidecar = await source.beside?.(name);
	if (sidecar === undefined) {
		return undefined;
	}
	const damages = new ProblemList();
	const document = new JsonDocument(sidecar, damages, { listKeys, signal });
	try {
		for await (const { value } of document.elements()) {
			take?.(value);
		}
	} catch (error) {
		if (!(error instanceof TranscriptError)) {
			throw error;
		}
		damages.add(1, error.message);
	}
	const [damage] = damages.toArray();
	if (damage !== undefined) {
		problems.add(1, `"${basename(name)}" beside the session: ${damage.message}`);
	}
	return document.fields;
}
