/** Metadata of an exported session. */
export interface ExportedSession {
	/** The UUID by which the assistant finds the session again. */
	readonly id: string;
	readonly title: string;
	/** The working directory; assistants offer a session only there. */
	readonly cwd: string;
	/** When the file is written, milliseconds since the epoch. */
	readonly now: number;
	/** A new UUID. */
	readonly newId: () => string;
}

/** JSON values, one a line. */
export function jsonLines(values: readonly object[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
