import { TranscriptError, type TranscriptProblem, type TranscriptSource } from './reader.ts';

/** What people understand of the errors an operating system gives for a file. */
const causes: Readonly<Record<string, string>> = {
	ENOENT: 'the file does not exist',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EISDIR: 'it is a folder',
	ENAMETOOLONG: 'the path is too long',
	ELOOP: 'the symbolic links form a loop',
	ENOSPC: 'there is no disk space for temporary files',
	EIO: 'the disk reported an error',
	ESTALE: 'the network drive is not available',
	EMFILE: 'too many files are open',
};

/** What went wrong with a file, in words people understand. */
function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) {
		return String(cause);
	}
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
	return causes[code] ?? cause.message;
}

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
	return new TranscriptError('unreadable', `"${name}" cannot be read: ${reasonOf(cause)}.`, {
		cause,
	});
}

/** The error for a file that was read to its end without finding a single message. */
export function withoutMessages(
	source: TranscriptSource,
	label: string,
	problems: readonly TranscriptProblem[],
): TranscriptError {
	const [first] = problems;
	if (first === undefined) {
		return new TranscriptError(
			'empty',
			`"${source.name}" was recognised as ${label}, but it contains no messages.`,
		);
	}
	return new TranscriptError(
		'unreadable',
		`"${source.name}" was recognised as ${label}, but no message in it could be read. ` +
			`Line ${first.line}: ${first.message}`,
	);
}
