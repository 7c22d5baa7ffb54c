import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/** Why sharing through a repository failed. What a person can do about each is for the edge to say. */
export type GitFailureCode =
	/** No program called git was found. */
	| 'no-git'
	/** The folder lies in no repository, or git refuses to work in it. */
	| 'no-repository'
	/** The repository has no remote of this name. */
	| 'no-remote'
	/** Git knows neither name nor email address of who commits. */
	| 'no-identity'
	/** The remote does not answer, or is gone. */
	| 'unreachable'
	/** The remote wants a sign-in that git has not got. */
	| 'sign-in'
	/** The remote, or a hook, does not accept the push. */
	| 'refused'
	/** A reference of the same name holds something else. */
	| 'conflict'
	/** What was shared is larger than Precis reads or git printed more than it may. */
	| 'too-large'
	/** What was fetched is no handoff of Precis. */
	| 'not-a-handoff'
	| 'timed-out'
	| 'cancelled'
	/** A push was cancelled or took too long: the remote may have the handoff. */
	| 'push-unclear'
	/** The remote has the handoff, but no reference to it could be made here. */
	| 'pushed-unlisted'
	/** Anything else; the detail has git's words. */
	| 'failed';

/** Longest detail, characters. */
const longestDetail = 400;

/** Git, or what came through it, failed. */
export class GitFailure extends Error {
	readonly code: GitFailureCode;
	/** What git or the remote said, without secrets and controls, in one line; empty where nothing was said. */
	readonly detail: string;

	constructor(code: GitFailureCode, detail = '', options?: ErrorOptions) {
		const plain = plainDetail(detail);
		super(plain === '' ? code : `${code}: ${plain}`, options);
		this.name = 'GitFailure';
		this.code = code;
		this.detail = plain;
	}
}

/** The words of another program in one line. */
function plainDetail(text: string): string {
	return redact(withoutControls(text.slice(0, 4 * longestDetail)))
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longestDetail);
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
	const code = meanings.find(([pattern]) => pattern.test(said))?.[1] ?? 'failed';
	return new GitFailure(code, said);
}
