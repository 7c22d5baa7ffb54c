import { withoutControls } from '../messages/withoutControls.ts';
import { parseGitFailure, GitFailure, plainLine } from './gitFailure.ts';
import { linesOf, remoteDeadlineMs, type Repository } from './repository.ts';

/**
 * Handoffs that people share through a repository: each is a commit without a parent, under a
 * reference with a random name. Branches, files and the index stay unchanged.
 */

/** Prefix of the references, here and on the remote. */
const referencePrefix = 'refs/precis/handoffs';

/** The only file of a shared commit, and its largest size: a handoff has some 60,000 bytes. */
const file = 'handoff.md';
const maxBytes = 512 * 1024;

/** Maximum handoffs that are kept in this repository, and that are listed: a remote can have any number. */
const maxKept = 2_000;
const maxListed = 200;

/** Largest listed commit, because git prints its whole title, and largest list of references, bytes. */
const maxListedBytes = 64 * 1024;
const maxReferenceBytes = 64 * 1024 * 1024;

const longestTitle = 120;

/** A redacted handoff, as it was shown to the user. */
export interface SharedHandoff {
	readonly title: string;
	/** The handoff, as Markdown. */
	readonly handoff: string;
}

/** Header of a commit; each field is one line, people with name and email address. */
export interface CommitHeader {
	readonly title: string;
	readonly author: string;
	readonly committer: string;
}

/** A handoff in the repository. Names and titles are untrusted, in one line each. */
export interface ListedHandoff {
	/** Name of its reference; several may point to the same commit. */
	readonly name: string;
	/** Full id of the commit. */
	readonly commit: string;
	readonly title: string;
	readonly author: string;
	/** Time by its author's clock, milliseconds since the epoch. */
	readonly date: number;
}

/** The handoffs of a repository, newest first, and the number beyond the newest 200 or above 64 KiB. */
export interface ListedHandoffs {
	readonly handoffs: readonly ListedHandoff[];
	readonly unlisted: number;
}

/** Header of the commit that would be made. @throws {GitFailure} `no-identity`. */
export async function headerOf(
	repository: Repository,
	{ title }: Pick<SharedHandoff, 'title'>,
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
 * @param id A random UUID, the name of the reference.
 * @returns The commit.
 * @throws {GitFailure} with no reference here. `push-unclear`: cancelled or timed out, and
 * the remote may have it; `pushed-unlisted`: the remote has it.
 */
export async function share(
	repository: Repository,
	remote: string,
	{ title, handoff }: SharedHandoff,
	id: string,
	signal?: AbortSignal,
): Promise<string> {
	if (Buffer.byteLength(handoff) > maxBytes) {
		throw new GitFailure('too-large', file);
	}
	const write = async (input: string, ...given: readonly string[]): Promise<string> =>
		(await repository.output({ arguments: given, input })).toString('utf8').trim();
	const blob = await write(handoff, 'hash-object', '-w', '--stdin');
	const tree = await write(`100644 blob ${blob}\t${file}\n`, 'mktree');
	const utf8 = ['-c', 'i18n.commitEncoding=UTF-8'];
	const commit = await write(`${plainTitle(title)}\n`, ...utf8, 'commit-tree', '-F', '-', tree);
	const reference = `${referencePrefix}/${id}`;
	await push(repository, remote, `${commit}:${reference}`, signal);
	try {
		// The zero id: the reference must not exist yet.
		await repository.text('update-ref', '--', reference, commit, '0'.repeat(commit.length));
	} catch (cause) {
		const detail = cause instanceof GitFailure ? cause.detail : String(cause);
		throw new GitFailure('pushed-unlisted', detail, { cause });
	}
	return commit;
}

async function push(
	repository: Repository,
	remote: string,
	change: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	// Overrides settings that push more than this commit, which is all that was shown to the user.
	const alone = ['--no-follow-tags', '--recurse-submodules=no'];
	const run = ['push', '--porcelain', ...alone, '--', remote, change];
	try {
		await repository.output({ arguments: run, deadlineMs: remoteDeadlineMs, signal }, pushFailure);
	} catch (error) {
		const isEnded =
			error instanceof GitFailure && (error.code === 'cancelled' || error.code === 'timed-out');
		throw isEnded ? new GitFailure('push-unclear', error.detail, { cause: error }) : error;
	}
}

/** @param report Git's lines about references; `!` marks one that was not updated. */
function pushFailure(errorOutput: string, report: Buffer): GitFailure {
	const line = linesOf(report.toString('utf8')).find((one) => one.startsWith('!'));
	if (line === undefined) {
		return parseGitFailure(errorOutput);
	}
	const isConflict = /\[rejected\]|reference already exists|cannot lock ref/.test(line);
	const messages = linesOf(errorOutput).filter((one) => one.startsWith('remote:'));
	const reason = line.split('\t').at(-1) ?? '';
	return new GitFailure(isConflict ? 'conflict' : 'refused', [reason, ...messages].join(' '));
}

/**
 * Fetches new shared handoffs up to the limit. References here stay unchanged, even if the remote has
 * others of the same name.
 * @returns Names for which the remote has another commit.
 * @throws {GitFailure} with nothing fetched.
 */
export async function fetchShared(
	repository: Repository,
	remote: string,
	signal?: AbortSignal,
): Promise<readonly string[]> {
	const ended = { deadlineMs: remoteDeadlineMs, signal };
	const listing = ['ls-remote', '--quiet', '--refs', '--', remote, `${referencePrefix}/*`];
	const there = await repository.output({
		arguments: listing,
		...ended,
		maxBytes: maxReferenceBytes,
	});
	const here = new Map((await referencesHere(repository)).map(({ name, id }) => [name, id]));
	const found = linesOf(there.toString('utf8')).flatMap((line) => {
		const [id = '', reference = ''] = line.split('\t');
		const name = nameOf(reference);
		return name === undefined ? [] : [{ name, id }];
	});
	const wanted = found.filter(({ name }) => !here.has(name)).slice(0, maxKept - here.size);
	if (here.size < maxKept && wanted.length > 0) {
		// Only these references, atomically, and without other changes to the repository.
		const alone = ['--no-tags', '--no-prune', '--no-write-fetch-head', '--recurse-submodules=no'];
		const plain = ['--atomic', '--no-filter', '--no-auto-maintenance', '--refmap=', '--stdin'];
		await repository.output({
			arguments: ['-c', 'fetch.fsckObjects=true', 'fetch', ...alone, ...plain, '--', remote],
			input: wanted
				.map(({ name }) => `${referencePrefix}/${name}:${referencePrefix}/${name}\n`)
				.join(''),
			...ended,
		});
	}
	return found.filter(({ name, id }) => (here.get(name) ?? id) !== id).map(({ name }) => name);
}

/** Lists handoffs that were shared from here or fetched. */
export async function listShared(repository: Repository): Promise<ListedHandoffs> {
	const commits = (await referencesHere(repository)).filter(({ type }) => type === 'commit');
	const listed = commits.filter(({ size }) => size <= maxListedBytes).slice(0, maxListed);
	const unlisted = commits.length - listed.length;
	if (listed.length === 0) {
		return { handoffs: [], unlisted };
	}
	const rows = await references(
		repository,
		['refname', 'objectname', 'authordate:unix', 'authorname', 'contents:subject'],
		listed.map(({ name }) => `${referencePrefix}/${name}`),
	);
	const handoffs = rows.map(([reference = '', commit = '', date, author = '', title = '']) => ({
		name: reference.slice(referencePrefix.length + 1),
		commit,
		title: plainTitle(title),
		author: plainTitle(author),
		date: Number(date) * 1000,
	}));
	return { handoffs, unlisted };
}

/** A local reference with a valid name. */
interface Reference {
	readonly name: string;
	readonly id: string;
	readonly type: string;
	readonly size: number;
}

/** Local references, newest commit first. */
async function referencesHere(repository: Repository): Promise<readonly Reference[]> {
	const fields = ['refname', 'objectname', 'objecttype', 'objectsize'];
	const rows = await references(repository, fields, [`${referencePrefix}/`]);
	return rows.flatMap(([reference = '', id = '', type = '', size]) => {
		const name = nameOf(reference);
		return name === undefined ? [] : [{ name, id, type, size: Number(size) }];
	});
}

async function references(
	repository: Repository,
	fields: readonly string[],
	patterns: readonly string[],
): Promise<readonly (readonly string[])[]> {
	const format = `--format=${fields.map((field) => `%(${field})`).join('%00')}`;
	const encoding = ['-c', 'i18n.logOutputEncoding=UTF-8'];
	const output = await repository.output({
		arguments: [...encoding, 'for-each-ref', '--sort=-creatordate', format, '--', ...patterns],
		maxBytes: maxReferenceBytes,
	});
	return linesOf(output.toString('utf8')).map((line) => line.split('\0'));
}

/** The name in a reference: a UUID, or another that is unambiguous on every file system. */
function nameOf(reference: string): string | undefined {
	const name = reference.startsWith(`${referencePrefix}/`)
		? reference.slice(referencePrefix.length + 1)
		: '';
	return /^[0-9a-z-]{1,64}$/.test(name) ? name : undefined;
}

/**
 * The handoff of a commit, as untrusted bytes.
 * @throws {GitFailure} `not-a-handoff`, `too-large`.
 */
export async function readShared(repository: Repository, commit: string): Promise<Uint8Array> {
	// An id in SHA-1 or SHA-256, which git cannot take for an option or a path.
	const isId = /^[0-9a-f]{40,64}$/.test(commit);
	const entry = isId ? await repository.text('ls-tree', commit, '--', file) : '';
	const [, blob] = /^100644 blob ([0-9a-f]+)\t/.exec(entry) ?? [];
	if (blob === undefined) {
		throw new GitFailure('not-a-handoff', commit);
	}
	return repository.output({ arguments: ['cat-file', 'blob', blob], maxBytes });
}

function plainTitle(text: string): string {
	return plainLine(text, longestTitle) || '–';
}
