import { messageOf } from '../messages/errors.ts';
import { TranscriptError } from './reader.ts';

/** Users' words for an operating system's file errors. */
const causes: Readonly<Record<string, string>> = {
	ENOENT: 'the file does not exist',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EISDIR: 'it is a folder',
};

/** The error for a file that could not be read or is too large for memory. */
export function unreadable(name: string, cause: unknown): TranscriptError {
	if (cause instanceof RangeError) {
		// A string beyond V8's half gigabyte, or nesting deeper than the stack.
		return new TranscriptError(
			'too-large',
			`"${name}" contains data that is too large or nested too deeply.`,
			{ cause },
		);
	}
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
	const reason = causes[code] ?? messageOf(cause);
	return new TranscriptError('unreadable', `"${name}" cannot be read: ${reason}.`, { cause });
}
