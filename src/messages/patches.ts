/** One file a patch touches. */
export interface PatchedFile {
	readonly path: string;
	readonly change: 'created' | 'changed' | 'deleted';
	/** New name, if the patch moves the file. */
	readonly movedTo?: string;
	/** The lines in the patch before and after the change, without the leading `-` and `+`. */
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** Clients' names for arguments that contain a patch. */
const patchKeys = ['patchText', 'input', 'patch'];

/** The patch of a call with its files: one of the arguments, or all of their text. @returns Undefined: it has no patch. */
export function patchOf(
	values: Readonly<Record<string, unknown>> | undefined,
	raw: string,
): { readonly text: string; readonly files: readonly PatchedFile[] } | undefined {
	const texts = patchKeys.map((key) => values?.[key]).filter((text) => typeof text === 'string');
	for (const text of [...texts, raw]) {
		const files = patchedFiles(text);
		if (files.length > 0) {
			return { text, files };
		}
	}
	return undefined;
}

/** The paths of a patch, including those it moves files to. */
export function patchedPaths(files: readonly PatchedFile[]): readonly string[] {
	return files.flatMap(({ path, movedTo }) => (movedTo === undefined ? [path] : [path, movedTo]));
}

interface Draft {
	readonly path: string;
	readonly change: PatchedFile['change'];
	movedTo?: string;
	readonly before: string[];
	readonly after: string[];
}

const changes = { Add: 'created', Update: 'changed', Delete: 'deleted' } as const;

/** The files of a patch in the `*** Begin Patch` form; none for other text. */
function patchedFiles(text: string): readonly PatchedFile[] {
	const files: Draft[] = [];
	for (const line of text.includes('*** Begin Patch') ? text.split('\n') : []) {
		const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
		const move = /^\*\*\* Move to: (.+)$/.exec(line);
		const file = files.at(-1);
		if (header !== null) {
			const change = changes[header[1] as keyof typeof changes];
			files.push({ path: (header[2] ?? '').trim(), change, before: [], after: [] });
		} else if (file !== undefined && move?.[1] !== undefined) {
			file.movedTo = move[1].trim();
		} else {
			const shown = line.replace(/^[-+ ]/, '');
			file?.before.push(...(line.startsWith('+') ? [] : [shown]));
			file?.after.push(...(line.startsWith('-') ? [] : [shown]));
		}
	}
	return files;
}
