/** Failures of the medium, distinguished by what a user can do about them. */
export type StoreFailure =
	| 'disk-full'
	/** Another window or program kept it locked for too long. */
	| 'locked'
	| 'read-only'
	/** Another window is compacting this conversation, or writing to it. */
	| 'in-use'
	/** The file has invalid content. */
	| 'damaged'
	/** The conversation or record does not exist, or was deleted. */
	| 'not-found'
	/** The host has no `node:sqlite`, or one without full-text search. */
	| 'no-sqlite'
	| 'closed'
	| 'io';

const advice: Readonly<Record<StoreFailure, string>> = {
	'disk-full': 'The disk is full. Free some space, then try again; nothing was half-written.',
	locked:
		'Another window or program keeps the stored conversations locked. Try again, or close the other window.',
	'in-use':
		'Another window is writing in this conversation, or compacting it. Try again when it has ended.',
	'read-only': 'The stored conversations cannot be changed: the file or its folder is read-only.',
	damaged:
		'The stored conversations are damaged. Close all windows and open one again: Precis then sets the damaged file aside and opens its latest backup.',
	'not-found': 'This conversation is no longer stored; another window may have deleted it.',
	'no-sqlite':
		'Precis cannot work in this VS Code: it has no database (node:sqlite with full-text search). Update VS Code.',
	closed: 'The store of conversations is closed.',
	io: 'The disk reported an error while conversations were read or written.',
};

/** A failure of the store. The message is for users; the cause has the details. */
export class StoreError extends Error {
	readonly kind: StoreFailure;

	constructor(kind: StoreFailure, options: { readonly cause?: unknown; detail?: string } = {}) {
		const { cause, detail } = options;
		super(
			detail === undefined ? advice[kind] : `${advice[kind]} (${detail})`,
			cause === undefined ? {} : { cause },
		);
		this.name = 'StoreError';
		this.kind = kind;
	}
}

/** Whether another window was writing in the same conversation. */
export function isInUse(error: unknown): boolean {
	return error instanceof StoreError && error.kind === 'in-use';
}

/** Whether the store was closed in the meantime. */
export function isClosed(error: unknown): boolean {
	return error instanceof StoreError && error.kind === 'closed';
}

/** Primary result codes of SQLite, sqlite.org/rescode.html. */
const kindOfCode: Readonly<Record<number, StoreFailure>> = {
	5: 'locked',
	6: 'locked',
	8: 'read-only',
	11: 'damaged',
	13: 'disk-full',
	14: 'io',
	26: 'damaged',
};

/** No space for the shared-memory file: extended code SQLITE_IOERR_SHMSIZE. */
const noSpaceForSharedMemory = 10 | (19 << 8);

const kindOfSystemError: Readonly<Record<string, StoreFailure>> = {
	ENOSPC: 'disk-full',
	EDQUOT: 'disk-full',
	EROFS: 'read-only',
	EACCES: 'read-only',
	EPERM: 'read-only',
	EBUSY: 'locked',
};

/** Converts errors of SQLite and the file system to a {@link StoreError}; returns others unchanged. */
export function toStoreError(error: unknown): unknown {
	const { code, errcode, message } = detailsOf(error);
	if (error instanceof StoreError || (code === undefined && errcode === undefined)) {
		return error;
	}
	if (code === 'ERR_INVALID_STATE') {
		return new StoreError('closed', { cause: error });
	}
	if (errcode === undefined) {
		const kind = code === undefined ? undefined : kindOfSystemError[code];
		const isSystemError = error instanceof Error && 'syscall' in error;
		return kind === undefined && !isSystemError
			? error
			: new StoreError(kind ?? 'io', { cause: error, detail: message });
	}
	if (/no such module: fts5/.test(message)) {
		return new StoreError('no-sqlite', { cause: error });
	}
	const kind = errcode === noSpaceForSharedMemory ? 'disk-full' : kindOfCode[errcode & 0xff];
	return kind === undefined
		? new StoreError('io', { cause: error, detail: message })
		: new StoreError(kind, { cause: error });
}

function detailsOf(error: unknown): { code?: string; errcode?: number; message: string } {
	if (!(error instanceof Error)) {
		return { message: String(error) };
	}
	const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
	return {
		message: error.message,
		...(typeof code === 'string' ? { code } : {}),
		...(typeof errcode === 'number' ? { errcode } : {}),
	};
}
