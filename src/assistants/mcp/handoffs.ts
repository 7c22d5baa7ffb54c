import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { redactedLine } from '../../summary/redactedLine.ts';
import type { Archive, Kept } from './archive.ts';
import { redact } from '../../redaction/redact.ts';
import { ToolRefusal } from './refusal.ts';

/** Handoffs of the root's conversations, as resources. */

const scheme = 'precis://handoff/';
const mimeType = 'text/markdown';
const resourcesOfPage = 50;
const longestName = 120;

/** Newest first. @param cursor Names the page, as the one before it told. @throws {ToolRefusal} Where it is none. */
export async function handoffPage(
	archive: Archive,
	cursor: string | undefined,
): Promise<ListResourcesResult> {
	if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
		throw new ToolRefusal('bad-arguments', 'There is no such page.');
	}
	const from = Number(cursor ?? 0);
	const compacted = (await kept(archive)).filter(({ active }) => active !== undefined);
	const resources = compacted
		.slice(from, from + resourcesOfPage)
		.filter((stored) => archive.handoff(stored) !== undefined)
		.map(({ id, title, updatedAt }) => ({
			uri: `${scheme}${id}`,
			name: redactedLine(title, longestName) || id,
			mimeType,
			annotations: { lastModified: new Date(updatedAt).toISOString() },
		}));
	const next = from + resourcesOfPage;
	return next < compacted.length ? { resources, nextCursor: String(next) } : { resources };
}

/** @throws {ToolRefusal} Where no conversation of the root has it. */
export async function handoffAt(archive: Archive, uri: string): Promise<ReadResourceResult> {
	const id = uri.startsWith(scheme) ? uri.slice(scheme.length) : undefined;
	const stored = (await kept(archive)).find((each) => each.id === id);
	const handoff = stored === undefined ? undefined : archive.handoff(stored);
	if (handoff === undefined) {
		throw new ToolRefusal('unknown-conversation', 'There is no such handoff in this folder.');
	}
	return { contents: [{ uri, mimeType, text: redact(handoff) }] };
}

/** @throws {StoreError} There are no handoffs elsewhere. */
async function kept(archive: Archive): Promise<Kept['conversations']> {
	const { conversations, error } = await archive.stored();
	if (error !== undefined) {
		throw error;
	}
	return conversations;
}
