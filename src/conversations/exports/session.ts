/** What a session's file says beside its messages. */
export interface ExportedSession {
	/** A UUID: by it the assistant finds the session again. */
	readonly id: string;
	readonly title: string;
	/** The folder it is about; assistants offer a session only there. */
	readonly cwd: string;
	/** When it is written, milliseconds since the epoch. */
	readonly now: number;
	/** A new UUID. */
	readonly newId: () => string;
}

/** JSON values, one a line. */
export function jsonLines(values: readonly object[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** The media type and the data of a `data:` URL; undefined: it is another one. */
export function base64Image(
	url: string,
): { readonly mediaType: string; readonly data: string } | undefined {
	const [, mediaType, data] = /^data:([\w.+-]+\/[\w.+-]+);base64,([^]*)$/.exec(url) ?? [];
	return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}
