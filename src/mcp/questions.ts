import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { answerOf } from './answers.ts';
import { Archive, type ArchiveCall, type ArchivePlaces } from './archive.ts';
import { handoffAt, handoffPage, type HandoffPage, type HandoffText } from './handoffs.ts';

/** What a client can ask about a root. Readers and store come with it: a server answers before they are loaded. */
export class Questions {
	readonly #archive: Archive;

	constructor(places: ArchivePlaces) {
		this.#archive = new Archive(places);
	}

	/** Calls a tool. @param input As the model wrote it. @throws {Refusal} And what reading may throw. */
	tool(name: string, input: unknown, call: ArchiveCall): Promise<CallToolResult> {
		return answerOf(name, input, this.#archive, call);
	}

	/** Newest first. @param cursor Of the page before. @throws {Refusal} */
	handoffs(cursor: string | undefined): Promise<HandoffPage> {
		return handoffPage(this.#archive, cursor);
	}

	/** @throws {Refusal} Where no conversation of the root has it. */
	handoff(uri: string): Promise<HandoffText> {
		return handoffAt(this.#archive, uri);
	}
}
