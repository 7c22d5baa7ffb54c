import path from 'node:path';
import * as v from 'valibot';
import { wishesMark } from '../compactor/compaction.ts';

/** What a client hands to a hook on standard input. */

/** A call of a hook. */
export interface HookCall {
	readonly event: 'session-start' | 'before-compaction';
	/** Of a start: `compact`, `resume`, `startup` and the like. */
	readonly source?: string;
	/** As the client calls the session. */
	readonly session?: string;
	/** The file of the session; an absolute path. */
	readonly transcript?: string;
	/** A plugin of ours has asked for the summary already. */
	readonly isAnswered?: true;
}

/** What a client wrote is no call of a hook of ours. */
export class HookInputError extends Error {
	override readonly name = 'HookInputError';
}

const text = v.exactOptional(v.nullish(v.string()));

/** Clients write the names of fields in one of two ways. */
const input = v.object({
	hook_event_name: text,
	source: text,
	session_id: text,
	sessionId: text,
	transcript_path: text,
	transcriptPath: text,
	custom_instructions: text,
});

const events: Readonly<Record<string, HookCall['event']>> = {
	sessionstart: 'session-start',
	precompact: 'before-compaction',
};

/** Part of a path, and nothing that leads elsewhere. */
const sessionName = /^[\w.-]{1,200}$/;

/**
 * Reads what a client wrote.
 * @param event Its name for the event, where it writes none.
 * @throws {HookInputError}
 */
export function hookCall(written: string, event: string | undefined): HookCall {
	const parsed = v.safeParse(input, json(written));
	if (!parsed.success) {
		throw new HookInputError('The input of the hook is not an object with the fields of a hook.');
	}
	const { hook_event_name: named, source, session_id, sessionId } = parsed.output;
	const { transcript_path, transcriptPath, custom_instructions } = parsed.output;
	const known = events[(event ?? named ?? '').toLowerCase()];
	if (known === undefined) {
		throw new HookInputError(`Precis has no hook for the event "${event ?? named ?? ''}".`);
	}
	const session = session_id ?? sessionId ?? '';
	const transcript = transcript_path ?? transcriptPath ?? '';
	return {
		event: known,
		...(typeof source === 'string' ? { source } : {}),
		...(sessionName.test(session) && !/^\.+$/.test(session) ? { session } : {}),
		...(path.isAbsolute(transcript) ? { transcript } : {}),
		...(custom_instructions?.startsWith(wishesMark) === true ? { isAnswered: true } : {}),
	};
}

function json(written: string): unknown {
	try {
		return JSON.parse(written);
	} catch (cause) {
		throw new HookInputError('The input of the hook is not JSON.', { cause });
	}
}
