import { answerOf } from './answers.ts';
import { Archive, type ArchiveCall, type ArchivePlaces } from './archive.ts';
import { handoffAt, handoffPage } from './handoffs.ts';

/** What a client can ask about a root. */
export type Questions = ReturnType<typeof questionsAbout>;

/** Readers and store come with it: a server answers before they are loaded. All of it may throw a {@link ToolRefusal}. */
export function questionsAbout(places: ArchivePlaces) {
	const archive = new Archive(places);
	return {
		tool: (name: string, input: unknown, call: ArchiveCall) => answerOf(name, input, archive, call),
		handoffs: (cursor: string | undefined) => handoffPage(archive, cursor),
		handoff: (uri: string) => handoffAt(archive, uri),
	};
}
