import { basename } from 'node:path';
import * as vscode from 'vscode';

/** Scheme of the addresses under which conversations are opened in the session editor. */
const sessionScheme = 'precis-session';

export interface SessionPlace {
	readonly id: string;
	/** The path of the file it was read from: without it nothing is left of one that was only looked at. */
	readonly file?: string;
}

/** VS Code keeps the addresses of editors, where nothing can be deleted: none holds words of a conversation. */
export function sessionUri({ id, file }: SessionPlace): vscode.Uri {
	// Not the name alone: the file itself may be open beside it.
	const name = file === undefined ? '' : ` · ${basename(file)}`;
	return vscode.Uri.from({
		scheme: sessionScheme,
		path: `/Precis${name}`,
		query: JSON.stringify(file === undefined ? { id } : { id, file }),
	});
}

/** Anybody can open any address: what names no conversation has no place. */
export function sessionPlaceOf({ scheme, query }: vscode.Uri): SessionPlace | undefined {
	if (scheme !== sessionScheme) {
		return undefined;
	}
	try {
		const value = JSON.parse(query) as Partial<Record<string, unknown>> | null;
		const { id, file } = value ?? {};
		if (typeof id !== 'string' || id === '') {
			return undefined;
		}
		return typeof file === 'string' ? { id, file } : { id };
	} catch {
		return undefined;
	}
}
