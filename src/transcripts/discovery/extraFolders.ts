import { readdir } from 'node:fs/promises';
import { messageOf } from '../../messages/errors.ts';
import { expanded } from './environment.ts';
import { fileAt, newestFirst, type FoundSession, type FoundSessions } from './findSessions.ts';
import { glance, type Glance } from './glance.ts';
import { inParallel } from './parallel.ts';
import { isMissing } from '../bytes/paths.ts';
import { filesBelow, type Search, type UnreadablePath } from './walk.ts';

/** How files end that can be sessions; all others are not looked at. */
const endings = /\.(?:jsonl|json|zst)$/;

/** Databases are not looked into: where one is in use, that would mean to copy it. */
const database =
	/(?:^|[\\/])(?:(?:opencode|kilo)[^\\/]*\.db|Cursor[\\/]User[\\/]globalStorage[\\/]state\.vscdb)$/;

const unnamed = { kind: 'session', title: '' } as const;

/** A session of any assistant, which its beginning tells. */
export interface RecognisedSession extends FoundSession {
	readonly title: string;
	readonly assistant?: string;
}

/**
 * Everything below a folder that a reader recognises.
 * @param folder May begin with `~`.
 * @param signal Stops the search; the promise rejects with the signal's reason.
 */
export async function findSessionsBelow(
	folder: string,
	home: string,
	signal: AbortSignal,
): Promise<FoundSessions<RecognisedSession>> {
	const unreadable: UnreadablePath[] = [];
	const search: Search = { signal, onUnreadable: (one) => unreadable.push(one) };
	const root = expanded(folder, home);
	// A person named it: that it is not there is worth a word.
	await readdir(root).catch((error: unknown) => {
		if (isMissing(error)) {
			search.onUnreadable({ path: root, reason: messageOf(error) });
		}
	});
	const paths = await filesBelow(root, search);
	const wanted = paths.filter((path) => endings.test(path) || database.test(path));
	const found = await inParallel(wanted, signal, async (path) => {
		const file = await fileAt(path, search);
		if (file === undefined) {
			return [];
		}
		const seen = database.test(path) ? unnamed : await glance(path, signal);
		return seen.kind === 'session' ? [recognised(file, seen)] : [];
	});
	return { sessions: newestFirst(found.flat()), unreadable };
}

function recognised(
	file: FoundSession,
	{ title, assistant }: Extract<Glance, { kind: 'session' }>,
): RecognisedSession {
	return { ...file, title, ...(assistant === undefined ? {} : { assistant }) };
}
