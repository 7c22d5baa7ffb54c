import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { exportText, type ExportFormat } from '../conversations/exports/exportText.ts';
import { sessionPlace } from '../conversations/exports/places.ts';
import type { Message } from '../messages/message.ts';

/** A context as another tool reads it, and how that tool goes on with it. */
export interface Exported {
	readonly text: string;
	/** Absent where nobody resumes such files. */
	readonly howToGoOn?: string;
}

/** Exports a context for work in the present folder. */
export function exported(
	format: ExportFormat,
	context: readonly Message[],
	title: string,
): Exported {
	const session = {
		id: randomUUID(),
		title,
		cwd: process.cwd(),
		now: Date.now(),
		newId: randomUUID,
	};
	const text = exportText(format, context, session);
	const place = sessionPlace(format, session, { home: homedir(), env: process.env });
	return place === undefined
		? { text }
		: {
				text,
				howToGoOn: `To go on: save it as ${place.path} and run "${place.command}" in ${session.cwd}.`,
			};
}
