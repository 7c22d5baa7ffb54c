import * as vscode from 'vscode';

/** Scheme of the documents that show what a conversation holds. */
export const documentScheme = 'precis';

/** What a document shows: a handoff, or what a preview would send. */
export type DocumentPlace =
	| { readonly kind: 'handoff'; readonly conversation: string; readonly record: number }
	/** A handoff with what was said since. */
	| { readonly kind: 'handover'; readonly conversation: string; readonly record: number }
	| { readonly kind: 'requests'; readonly conversation: string; readonly preview: number };

/**
 * VS Code keeps the addresses of editors, where nothing can be deleted: none holds words of a conversation.
 * @param name What the editor's tab says, without an ending.
 */
export function documentUri(place: DocumentPlace, name: string): vscode.Uri {
	return vscode.Uri.from({
		scheme: documentScheme,
		authority: place.kind,
		path: `/${name.replaceAll('/', ' ')}.md`,
		query: JSON.stringify(place),
	});
}

/** Anybody can open any address: what does not name a place of ours is none. */
export function placeOf({ query }: vscode.Uri): DocumentPlace | undefined {
	try {
		const value = JSON.parse(query) as Partial<Record<string, unknown>> | null;
		const { kind, conversation, record, preview } = value ?? {};
		if (typeof conversation !== 'string') {
			return undefined;
		}
		if ((kind === 'handoff' || kind === 'handover') && typeof record === 'number') {
			return { kind, conversation, record };
		}
		return kind === 'requests' && typeof preview === 'number'
			? { kind, conversation, preview }
			: undefined;
	} catch {
		return undefined;
	}
}
