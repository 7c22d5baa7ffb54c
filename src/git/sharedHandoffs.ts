import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';
import { failureSaid, GitFailure } from './gitFailure.ts';
import { linesOf, type Repository } from './repository.ts';

/**
 * Handoffs that people share through a repository: each is a commit of its own, without a parent,
 * under a reference of a random name. No branch, no file and no index is touched by any of it.
 */

/** Where the references are, here and on the remote. Branches and tags are elsewhere. */
const place = 'refs/precis/handoffs';

/** What a commit holds. */
const files = { handoff: 'handoff.md', conversation: 'conversation.json' } as const;

/** Bytes of what Precis shares and reads. A handoff with what was said since has some 60,000; a conversation is parsed in under 50 ms. */
const mostBytes = { handoff: 512 * 1024, conversation: 4 * 1024 * 1024 } as const;

/** How long a push or a fetch may take, hooks included, milliseconds. */
const remoteDeadlineMs = 120_000;

/** Handoffs that are listed at most. */
const mostListed = 200;

/** Characters of a title at most. */
const longestTitle = 120;

/** What is shared, without secrets: what a person was shown. */
export interface Shared {
	readonly title: string;
	/** The handoff, as Markdown. */
	readonly handoff: string;
	/** The compacted conversation as OpenAI messages; absent where only the handoff is shared. */
	readonly conversation?: string;
}

/** What a commit says beside its files; in one line each. */
export interface CommitHeader {
	readonly title: string;
	/** Name and email address, as git knows them. */
	readonly author: string;
	/** Likewise; mostly the same. */
	readonly committer: string;
}

/** A handoff in the repository. Names and titles are what its author wrote: untrusted, in one line. */
export interface ListedHandoff {
	/** The commit's whole id. */
	readonly commit: string;
	readonly title: string;
	readonly author: string;
	/** When it was shared, by its author's clock; milliseconds since the epoch. */
	readonly date: number;
}

/** What a commit holds, as bytes that nobody has vetted. */
export interface FetchedHandoff {
	readonly handoff: Uint8Array;
	readonly conversation?: Uint8Array;
}

/** What the commit of a handoff would say. @throws {GitFailure} `no-identity`. */
export async function headerOf(
	repository: Repository,
	{ title }: Pick<Shared, 'title'>,
): Promise<CommitHeader> {
	const person = async (variable: string): Promise<string> =>
		withoutControls(await repository.text('var', variable)).replace(/ \d+ [+-]\d{4}$/, '');
	return {
		title: plainTitle(title),
		author: await person('GIT_AUTHOR_IDENT'),
		committer: await person('GIT_COMMITTER_IDENT'),
	};
}

/**
 * Commits a handoff and pushes it to a remote.
 * @param id A random UUID, which names the reference.
 * @returns The commit.
 * @throws {GitFailure} Nothing is listed here then; what was pushed when a deadline passed is unknown.
 */
export async function share(
	repository: Repository,
	remote: string,
	shared: Shared,
	id: string,
	signal?: AbortSignal,
): Promise<string> {
	await repository.expectRemote(remote);
	const commit = await committed(repository, shared);
	const reference = `${place}/${id}`;
	await push(repository, remote, commit, reference, signal);
	// The old value: the reference must not be there.
	await repository.text('update-ref', '--', reference, commit, '0'.repeat(commit.length));
	return commit;
}

async function committed(repository: Repository, shared: Shared): Promise<string> {
	const entries: string[] = [];
	for (const part of ['handoff', 'conversation'] as const) {
		const text = shared[part];
		if (text === undefined) {
			continue;
		}
		if (Buffer.byteLength(text) > mostBytes[part]) {
			throw new GitFailure('too-large', files[part]);
		}
		const blob = await written(repository, ['hash-object', '-w', '--stdin'], text);
		entries.push(`100644 blob ${blob}\t${files[part]}\n`);
	}
	const tree = await written(repository, ['mktree'], entries.join(''));
	const encoding = ['-c', 'i18n.commitEncoding=UTF-8'];
	return written(
		repository,
		[...encoding, 'commit-tree', '-F', '-', tree],
		`${plainTitle(shared.title)}\n`,
	);
}

/** The id of the object that a run writes. */
async function written(
	repository: Repository,
	given: readonly string[],
	input: string,
): Promise<string> {
	const id = (await repository.output({ arguments: given, input })).toString('utf8').trim();
	if (!isObjectId(id)) {
		throw new GitFailure('failed', id);
	}
	return id;
}

async function push(
	repository: Repository,
	remote: string,
	commit: string,
	reference: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	// What the repository is set to push along stays here: nothing but this commit was shown.
	const alone = ['--no-follow-tags', '--recurse-submodules=no'];
	const { exit, output, said } = await repository.attempt({
		arguments: ['push', '--porcelain', ...alone, '--', remote, `${commit}:${reference}`],
		deadlineMs: remoteDeadlineMs,
		...(signal === undefined ? {} : { signal }),
	});
	if (exit !== 0) {
		throw pushFailure(output.toString('utf8'), said);
	}
}

/** @param report Git's lines about references: one that was not updated begins with `!`. */
function pushFailure(report: string, said: string): GitFailure {
	const line = linesOf(report).find((one) => one.startsWith('!'));
	if (line === undefined) {
		return failureSaid(said);
	}
	const isConflict = /\[rejected\]|reference already exists|cannot lock ref/.test(line);
	const told = linesOf(said).filter((one) => one.startsWith('remote:'));
	const reason = line.split('\t').at(-1) ?? '';
	return new GitFailure(isConflict ? 'conflict' : 'refused', [reason, ...told].join(' '));
}

/**
 * Fetches what others have shared. What is here stays as it is where the remote has something else under
 * its name that does not build on it.
 * @throws {GitFailure} `conflict` when the remote has changed a handoff; the others are fetched.
 */
export async function fetchShared(
	repository: Repository,
	remote: string,
	signal?: AbortSignal,
): Promise<void> {
	await repository.expectRemote(remote);
	const alone = ['--no-tags', '--no-prune', '--no-write-fetch-head', '--recurse-submodules=no'];
	const everything = `${place}/*:${place}/*`;
	const plain = ['--no-filter', '--no-auto-maintenance', '--refmap='];
	const { exit, said } = await repository.attempt({
		arguments: [
			'-c',
			'fetch.fsckObjects=true',
			'fetch',
			...alone,
			...plain,
			'--',
			remote,
			everything,
		],
		deadlineMs: remoteDeadlineMs,
		...(signal === undefined ? {} : { signal }),
	});
	if (exit !== 0) {
		throw /\[rejected\]/.test(said) ? new GitFailure('conflict', said) : failureSaid(said);
	}
}

/** What was shared from here or fetched, newest first. */
export async function listShared(repository: Repository): Promise<readonly ListedHandoff[]> {
	const fields = ['objecttype', 'objectname', 'authordate:unix', 'authorname', 'contents:subject'];
	const text = await repository.text(
		'-c',
		'i18n.logOutputEncoding=UTF-8',
		'for-each-ref',
		'--sort=-creatordate',
		`--count=${mostListed}`,
		`--format=${fields.map((field) => `%(${field})`).join('%00')}`,
		'--',
		`${place}/`,
	);
	return linesOf(text).flatMap((line) => {
		const [type, commit = '', date, author = '', title = ''] = line.split('\0');
		return type === 'commit' && isObjectId(commit)
			? [
					{
						commit,
						title: plainTitle(title),
						author: plainTitle(author),
						date: Number(date) * 1000,
					},
				]
			: [];
	});
}

/**
 * What a commit holds. Links and other entries count as none.
 * @throws {GitFailure} `not-a-handoff`, `too-large`.
 */
export async function readShared(repository: Repository, commit: string): Promise<FetchedHandoff> {
	if (!isObjectId(commit)) {
		throw new GitFailure('not-a-handoff', commit);
	}
	const listed = linesOf(
		await repository.text('ls-tree', '--long', commit, '--', ...Object.values(files)),
	);
	const read = async (part: keyof typeof files): Promise<Buffer | undefined> => {
		const entry = listed.find((line) => line.endsWith(`\t${files[part]}`)) ?? '';
		const [, blob, size] = /^100644 blob ([0-9a-f]+) +(\d+)\t/.exec(entry) ?? [];
		if (blob === undefined) {
			return undefined;
		}
		if (Number(size) > mostBytes[part]) {
			throw new GitFailure('too-large', files[part]);
		}
		return repository.output({
			arguments: ['cat-file', 'blob', blob],
			mostBytes: mostBytes[part],
		});
	};
	const handoff = await read('handoff');
	if (handoff === undefined) {
		throw new GitFailure('not-a-handoff', commit);
	}
	const conversation = await read('conversation');
	return { handoff, ...(conversation === undefined ? {} : { conversation }) };
}

/** A commit's id in SHA-1 or SHA-256, and nothing that git takes for an option or a path. */
function isObjectId(text: string): boolean {
	return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

function plainTitle(text: string): string {
	const line = redact(withoutControls(text.slice(0, 10 * longestTitle)))
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longestTitle);
	return line === '' ? '–' : line.toWellFormed();
}
