/** One file a patch touches. */
export interface PatchedFile {
	readonly path: string;
	readonly change: 'created' | 'modified' | 'deleted';
	/** New name, if the patch moves the file. */
	readonly movedTo?: string;
	/** The lines that the patch shows, without their signs, as they were and as they are then. */
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** Clients' names for arguments that contain a patch. */
const patchKeys = ['patchText', 'input', 'patch', 'diff'];

/** The patch of a call: one of its arguments, or all of them; undefined if it has none. */
export function patchText(
	values: Readonly<Record<string, unknown>> | undefined,
	raw: string,
): string | undefined {
	const texts = patchKeys.map((key) => values?.[key]).filter((text) => typeof text === 'string');
	return [...texts, raw].find((text) => patchedFiles(text).length > 0);
}

/** The files of a patch in the `*** Begin Patch` form or as a unified diff; none for other text. */
export function patchedFiles(text: string): PatchedFile[] {
	return text.includes('*** Begin Patch') ? envelopeFiles(text) : unifiedFiles(text);
}

/** The paths of a patch, including those it moves files to. */
export function patchedPaths(text: string): string[] {
	return patchedFiles(text).flatMap(({ path, movedTo }) =>
		movedTo === undefined ? [path] : [path, movedTo],
	);
}

interface Draft {
	path: string;
	change: PatchedFile['change'];
	movedTo?: string;
	before: string[];
	after: string[];
}

function noteLine(file: Draft | undefined, line: string): void {
	const text = line.replace(/^[-+ ]/, '');
	if (!line.startsWith('+')) {
		file?.before.push(text);
	}
	if (!line.startsWith('-')) {
		file?.after.push(text);
	}
}

function envelopeFiles(text: string): PatchedFile[] {
	const changes = { Add: 'created', Update: 'modified', Delete: 'deleted' } as const;
	const files: Draft[] = [];
	for (const line of text.split('\n')) {
		const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
		const move = /^\*\*\* Move to: (.+)$/.exec(line);
		const file = files.at(-1);
		if (header !== null) {
			const change = changes[header[1] as keyof typeof changes];
			files.push({ path: (header[2] ?? '').trim(), change, before: [], after: [] });
		} else if (file !== undefined && move?.[1] !== undefined) {
			file.movedTo = move[1].trim();
		} else {
			noteLine(file, line);
		}
	}
	return files;
}

function unifiedFiles(text: string): PatchedFile[] {
	const files: Draft[] = [];
	let old = '';
	for (const line of text.split('\n')) {
		const from = /^--- (?:a\/)?([^\t\n]+)/.exec(line);
		const to = /^\+\+\+ (?:b\/)?([^\t\n]+)/.exec(line);
		if (from?.[1] !== undefined) {
			old = from[1].trim();
		} else if (to?.[1] !== undefined && old !== '') {
			files.push(unifiedFile(old, to[1].trim()));
			old = '';
		} else {
			noteLine(files.at(-1), line);
		}
	}
	return files;
}

function unifiedFile(from: string, to: string): Draft {
	const lines = { before: [], after: [] };
	if (from === '/dev/null') {
		return { path: to, change: 'created', ...lines };
	}
	return to === '/dev/null'
		? { path: from, change: 'deleted', ...lines }
		: { path: to, change: 'modified', ...lines };
}
