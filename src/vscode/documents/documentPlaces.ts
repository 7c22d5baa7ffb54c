import * as v from 'valibot';
import * as vscode from 'vscode';

/** Scheme of the documents that show what a conversation holds. */
export const documentScheme = 'precis';

const conversation = v.string();

/** `handover`: a handoff with what was said since. */
const schema = v.variant('kind', [
	v.object({ kind: v.picklist(['handoff', 'handover']), conversation, record: v.number() }),
	v.object({ kind: v.literal('requests'), conversation, preview: v.number() }),
]);

/** What a document shows: a handoff, or what a preview would send. */
export type DocumentPlace = v.InferOutput<typeof schema>;

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
	const place = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), query);
	return place.success ? place.output : undefined;
}
