import { previewSession } from '../../transcripts/discovery/sessionPreview.ts';
import { missingText, titleLine, type Archive, type ArchiveCall } from './archive.ts';
import { ToolRefusal } from './refusal.ts';
import type { LiveSession } from './sessions.ts';
import { rowsOfPage } from './toolDefinitions.ts';

/** A conversation in a list. */
interface ListingEntry {
	readonly conversation: string;
	/** Without secrets. */
	readonly title: string;
	readonly assistant: string;
	/** ISO 8601. */
	readonly updated: string;
	/** Whether the call comes from this conversation; false if unknown, as on the command line. */
	readonly calling: boolean;
	readonly kept: boolean;
	readonly compacted: boolean;
}

/** A page of a root's conversations. */
interface Listing {
	readonly conversations: readonly ListingEntry[];
	/** The offset of the next page; absent on the last. */
	readonly next?: number;
	/** Why conversations are missing; absent: none are. */
	readonly missing?: string;
}

/** The sessions and stored conversations of a root, newest first. @param from Number of rows to skip. */
export async function listing(archive: Archive, from: number, call: ArchiveCall): Promise<Listing> {
	const isKnown = call.client !== undefined || archive.places.session !== undefined;
	const calling = isKnown ? await callingHandle(archive, call) : undefined;
	const { conversations: storedConversations, error } = await archive.stored();
	const rows = [
		...(await archive.sessions(call.signal)).map((session) => ({
			modified: session.modified,
			entry: async () => ({
				conversation: session.handle,
				title: titleLine(await titleOf(session, call.signal)),
				assistant: session.store.label,
				kept: false,
				compacted: false,
			}),
		})),
		...storedConversations.map((stored) => ({
			modified: stored.updatedAt,
			entry: () => ({
				conversation: stored.id,
				title: titleLine(stored.title),
				assistant: stored.source,
				kept: true,
				compacted: archive.isCompacted(stored),
			}),
		})),
	].toSorted((one, other) => other.modified - one.modified);
	const conversations = await Promise.all(
		rows.slice(from, from + rowsOfPage).map(async ({ modified, entry }): Promise<ListingEntry> => {
			const each = await entry();
			const updated = new Date(modified).toISOString();
			return { ...each, updated, calling: each.conversation === calling };
		}),
	);
	const next = from + conversations.length;
	return {
		conversations,
		...(next < rows.length ? { next } : {}),
		...(error === undefined ? {} : { missing: missingText(error) }),
	};
}

/** A page as a model reads it. */
export function listingText({ conversations, next, missing }: Listing): string {
	const notes = [
		...(next === undefined ? [] : [`[More: from ${next}.]`]),
		...(missing === undefined ? [] : [`[${missing}]`]),
	];
	if (conversations.length === 0) {
		return ['There are no conversations for this folder.', ...notes].join('\n');
	}
	const rows = conversations.map((each) =>
		[
			each.conversation,
			each.title === '' ? 'untitled' : `“${each.title}”`,
			each.assistant,
			each.updated,
			...(each.calling ? ['you are in it'] : []),
			...(each.kept ? [each.compacted ? 'kept, with a handoff' : 'kept'] : []),
		].join(' · '),
	);
	return [...rows, ...notes].join('\n');
}

async function callingHandle(archive: Archive, call: ArchiveCall): Promise<string | undefined> {
	try {
		const found = await archive.find(undefined, call);
		return found.kind === 'session' ? found.session.handle : found.stored.id;
	} catch (error) {
		if (error instanceof ToolRefusal) {
			return undefined;
		}
		throw error;
	}
}

async function titleOf({ title, path, store }: LiveSession, signal: AbortSignal): Promise<string> {
	if (title !== undefined) {
		return title;
	}
	const preview = await previewSession(path, signal, store.title);
	return preview?.title ?? '';
}
