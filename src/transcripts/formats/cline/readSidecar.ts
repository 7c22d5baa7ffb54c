import { basename } from 'node:path';
import { readDocument, type DocumentFields } from '../../bytes/records.ts';
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
	let fields: DocumentFields = new Map();
	try {
		const document = await readDocument(sidecar, damages, { listKeys, signal });
		({ fields } = document);
		for (const { value } of document.elements) {
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
	return fields;
}
