import { messageOf } from '../messages/errors.ts';
import { TranscriptError } from './reader.ts';

/** What people understand of the errors an operating system gives for a file. */
const causes: Readonly<Record<string, string>> = {
	ENOENT: 'the file does not exist',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EISDIR: 'it is a folder',
};

/** The error for a file whose bytes could not be had, or are more than can be held. */
export function unreadable(name: string, cause: unknown): TranscriptError {
	if (cause instanceof RangeError) {
		// A string beyond V8's half gigabyte, or something nested deeper than the stack.
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
