/** One file a patch touches. */
export interface PatchedFile {
	readonly path: string;
	readonly change: 'created' | 'modified' | 'deleted';
	/** New name, where the patch moves the file. */
	readonly movedTo?: string;
	/** Added and removed lines, without their signs. */
	readonly lines: string;
}

/** The files of a patch in the `*** Begin Patch` form or as a unified diff; none for other text. */
export function patchedFiles(text: string): PatchedFile[] {
	return text.includes('*** Begin Patch') ? envelopeFiles(text) : unifiedFiles(text);
}

interface Draft {
	path: string;
	change: PatchedFile['change'];
	movedTo?: string;
	lines: string[];
}

function finish(drafts: readonly Draft[]): PatchedFile[] {
	return drafts.map((draft) => ({ ...draft, lines: draft.lines.join('\n') }));
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
			files.push({ path: (header[2] ?? '').trim(), change, lines: [] });
		} else if (file !== undefined && move?.[1] !== undefined) {
			file.movedTo = move[1].trim();
		} else if (file !== undefined && /^(?:[+-]|@@)/.test(line)) {
			file.lines.push(line.replace(/^(?:[+-]|@@ ?)/, ''));
		}
	}
	return finish(files);
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
		} else if (/^(?:[+-]|@@)/.test(line)) {
			files.at(-1)?.lines.push(line.replace(/^(?:[+-]|@@.*@@ ?)/, ''));
		}
	}
	return finish(files);
}

function unifiedFile(from: string, to: string): Draft {
	if (from === '/dev/null') {
		return { path: to, change: 'created', lines: [] };
	}
	return to === '/dev/null'
		? { path: from, change: 'deleted', lines: [] }
		: { path: to, change: 'modified', lines: [] };
}
