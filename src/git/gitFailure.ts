import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/**
 * Why sharing through a repository failed. `no-repository`: the folder is in none, or git refuses to work in it.
 * `conflict`: a reference of the same name exists with other content. `push-unclear`: a push was ended before the
 * remote answered, which may have the handoff. `pushed-unlisted`: the remote has it, but the local reference could
 * not be made.
 */
export type GitFailureCode =
	| 'no-git'
	| 'no-repository'
	| 'no-remote'
	| 'no-identity'
	| 'unreachable'
	| 'sign-in'
	| 'refused'
	| 'conflict'
	| 'too-large'
	| 'not-a-handoff'
	| 'timed-out'
	| 'cancelled'
	| 'push-unclear'
	| 'pushed-unlisted'
	| 'failed';

/** A failure of git, or of content that it fetched. */
export class GitFailure extends Error {
	override readonly name = 'GitFailure';
	readonly code: GitFailureCode;
	/** Message of git or the remote, redacted, in one line; may be empty. */
	readonly detail: string;

	constructor(code: GitFailureCode, detail = '', options?: ErrorOptions) {
		const plain = plainLine(detail, 400);
		super(plain === '' ? code : `${code}: ${plain}`, options);
		this.code = code;
		this.detail = plain;
	}
}

/** Foreign text in one line, redacted and without controls. */
export function plainLine(text: string, longest: number): string {
	return redact(withoutControls(text.slice(0, 10 * longest)))
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longest)
		.toWellFormed();
}

/** Git's messages in the C locale and their codes; the first match counts. */
const codes: readonly (readonly [RegExp, GitFailureCode])[] = [
	[/not a git repository|detected dubious ownership|must be run in a work tree/i, 'no-repository'],
	[/please tell me who you are|unable to auto-detect email|empty ident name/i, 'no-identity'],
	[
		/authentication failed|could not read (?:username|password)|terminal prompts disabled|permission denied|host key verification failed|returned error: 40[13]/i,
		'sign-in',
	],
	[/remote rejected|pre-receive hook|hook declined|failed to push some refs/i, 'refused'],
	[
		/could not resolve host|could not read from remote|does not appear to be a git repository|unable to access|connection (?:refused|reset|timed out)|network is unreachable|no route to host|repository not found/i,
		'unreachable',
	],
];

/** Classifies git's message in the C locale. */
export function parseGitFailure(message: string): GitFailure {
	const [, code = 'failed' as const] = codes.find(([pattern]) => pattern.test(message)) ?? [];
	return new GitFailure(code, message);
}
