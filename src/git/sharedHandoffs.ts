import { withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';
import { failureSaid, GitFailure } from './gitFailure.ts';
import { formatOf, isObjectId, partsOf, place, referencesIn } from './references.ts';
import { linesOf, remoteDeadlineMs, type Repository } from './repository.ts';

/**
 * Handoffs that people share through a repository: each is a commit of its own, without a parent,
 * under a reference of a random name. No branch, no file and no index is touched by any of it.
 */

/** What a commit holds. */
const files = { handoff: 'handoff.md', conversation: 'conversation.json' } as const;

/** Bytes of what Precis shares and reads. A handoff with what was said since has some 60,000; a conversation is parsed in under 50 ms. */
const mostBytes = { handoff: 512 * 1024, conversation: 4 * 1024 * 1024 } as const;

/** Handoffs that are listed at most. */
const mostListed = 200;

/** Bytes of a commit that is listed at most: git prints its title whole. One of ours has some 400. */
const mostListedBytes = 64 * 1024;

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
	/** Of its reference; two may lead to the same commit. */
	readonly name: string;
	/** The commit's whole id. */
	readonly commit: string;
	readonly title: string;
	readonly author: string;
	/** When it was shared, by its author's clock; milliseconds since the epoch. */
	readonly date: number;
}

/** The handoffs of a repository, newest first. */
export interface ListedHandoffs {
	readonly handoffs: readonly ListedHandoff[];
	/** Those beyond the newest 200, and those whose commit is larger than 64 KiB. */
	readonly unlisted: number;
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
 * @throws {GitFailure} Nothing is listed here then. `push-unclear`: it was cancelled or took too long, and
 * the remote may have it; `pushed-unlisted`: the remote has it.
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
	try {
		// The old value: the reference must not be there.
		await repository.text('update-ref', '--', reference, commit, '0'.repeat(commit.length));
	} catch (cause) {
		throw new GitFailure('pushed-unlisted', detailOf(cause), { cause });
	}
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
	try {
		const { exit, output, said } = await repository.attempt({
			arguments: ['push', '--porcelain', ...alone, '--', remote, `${commit}:${reference}`],
			deadlineMs: remoteDeadlineMs,
			...(signal === undefined ? {} : { signal }),
		});
		if (exit !== 0) {
			throw pushFailure(output.toString('utf8'), said);
		}
	} catch (error) {
		throw isEnded(error) ? new GitFailure('push-unclear', error.detail, { cause: error }) : error;
	}
}

/** Whether git was ended before it had done what it was asked for. */
function isEnded(error: unknown): error is GitFailure {
	return error instanceof GitFailure && (error.code === 'cancelled' || error.code === 'timed-out');
}

function detailOf(error: unknown): string {
	return error instanceof GitFailure ? error.detail : String(error);
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

/** What was shared from here or fetched. */
export async function listShared(repository: Repository): Promise<ListedHandoffs> {
	const commits = (await referencesIn(repository, place)).filter(({ type }) => type === 'commit');
	const listed = commits.filter(({ size }) => size <= mostListedBytes).slice(0, mostListed);
	const unlisted = commits.length - listed.length;
	if (listed.length === 0) {
		return { handoffs: [], unlisted };
	}
	const output = await repository.output({
		arguments: [
			'-c',
			'i18n.logOutputEncoding=UTF-8',
			'for-each-ref',
			'--sort=-creatordate',
			formatOf(['refname', 'objectname', 'authordate:unix', 'authorname', 'contents:subject']),
			'--',
			...listed.map(({ name }) => `${place}/${name}`),
		],
		mostBytes: listed.length * mostListedBytes,
	});
	const handoffs = partsOf(output).flatMap(
		([reference = '', commit = '', date, author = '', title = '']) =>
			isObjectId(commit)
				? [
						{
							name: reference.slice(place.length + 1),
							commit,
							title: plainTitle(title),
							author: plainTitle(author),
							date: Number(date) * 1000,
						},
					]
				: [],
	);
	return { handoffs, unlisted };
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

function plainTitle(text: string): string {
	const line = redact(withoutControls(text.slice(0, 10 * longestTitle)))
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longestTitle);
	return line === '' ? '–' : line.toWellFormed();
}
