import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';

/** Scheme of the addresses under which conversations are opened in the session editor. */
const sessionScheme = 'precis-session';

const schema = v.object({
	id: v.pipe(v.string(), v.minLength(1)),
	/** The path of the file it was read from: without it nothing is left of one that was only looked at. */
	file: v.exactOptional(v.string()),
});

/** Which conversation an editor shows. */
export type SessionAddress = Readonly<v.InferOutput<typeof schema>>;

/** VS Code keeps the addresses of editors, where nothing can be deleted: none holds words of a conversation. */
export function sessionUri({ id, file }: SessionAddress): vscode.Uri {
	// Not the name alone: the file itself may be open beside it.
	const name = file === undefined ? '' : ` · ${basename(file)}`;
	return vscode.Uri.from({
		scheme: sessionScheme,
		path: `/Precis${name}`,
		query: JSON.stringify(file === undefined ? { id } : { id, file }),
	});
}

/** Anybody can open any address: what names no conversation has no place. */
export function sessionPlaceOf({ scheme, query }: vscode.Uri): SessionAddress | undefined {
	const place = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), query);
	return scheme === sessionScheme && place.success ? place.output : undefined;
}
