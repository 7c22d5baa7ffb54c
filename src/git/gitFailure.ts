import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/**
 * Why sharing through a repository failed; the edge says what a person can do about it. `no-repository`: the
 * folder lies in none, or git refuses to work in it. `conflict`: a reference of the same name holds something
 * else. `push-unclear`: a push was ended before the remote answered, which may have the handoff.
 * `pushed-unlisted`: the remote has it, but no reference to it could be made here.
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

/** Git, or what came through it, failed. */
export class GitFailure extends Error {
	readonly code: GitFailureCode;
	/** What git or the remote said, without secrets and controls, in one line; empty where nothing was said. */
	readonly detail: string;

	constructor(code: GitFailureCode, detail = '', options?: ErrorOptions) {
		const plain = plainLine(detail, 400);
		super(plain === '' ? code : `${code}: ${plain}`, options);
		this.name = 'GitFailure';
		this.code = code;
		this.detail = plain;
	}
}

/** The words of another program or person in one line, without secrets and controls. */
export function plainLine(text: string, longest: number): string {
	return redact(withoutControls(text.slice(0, 10 * longest)))
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longest)
		.toWellFormed();
}

/** What git prints for a failure, in the C locale, and what it means; the first that fits counts. */
const meanings: readonly (readonly [RegExp, GitFailureCode])[] = [
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

/** The failure that git's messages tell of. @param said What git printed for people, in the C locale. */
export function failureSaid(said: string): GitFailure {
	return new GitFailure(meanings.find(([pattern]) => pattern.test(said))?.[1] ?? 'failed', said);
}
