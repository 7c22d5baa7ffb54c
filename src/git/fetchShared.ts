import { failureSaid } from './gitFailure.ts';
import { place, referenceLines, referencesIn, updateReferences } from './references.ts';
import { remoteDeadlineMs, type Repository } from './repository.ts';

/** Where a fetch puts what the remote has, each in a folder of its own, until it is compared with what is here. */
const arrivals = 'refs/precis/fetched';

/**
 * Fetches what others have shared. What is here stays as it is, whatever the remote has under its name.
 * @param id A random UUID, which names the folder of what arrives.
 * @returns Names under which the remote has something else than is here.
 * @throws {GitFailure}
 */
export async function fetchShared(
	repository: Repository,
	remote: string,
	id: string,
	signal?: AbortSignal,
): Promise<readonly string[]> {
	await repository.expectRemote(remote);
	const folder = `${arrivals}/${id}`;
	try {
		await fetchInto(repository, remote, folder, signal);
		return await takeOver(repository, folder);
	} finally {
		await dropReferences(repository, folder);
	}
}

async function fetchInto(
	repository: Repository,
	remote: string,
	folder: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	const alone = ['--no-tags', '--no-prune', '--no-write-fetch-head', '--recurse-submodules=no'];
	const plain = ['--no-filter', '--no-auto-maintenance', '--refmap='];
	const fetch = ['-c', 'fetch.fsckObjects=true', 'fetch', ...alone, ...plain];
	const { exit, said } = await repository.attempt({
		arguments: [...fetch, '--', remote, `+${place}/*:${folder}/*`],
		deadlineMs: remoteDeadlineMs,
		...(signal === undefined ? {} : { signal }),
	});
	if (exit !== 0) {
		throw failureSaid(said);
	}
}

/** Makes references of ours of the commits that arrived under new names. @returns As {@link fetchShared}. */
async function takeOver(repository: Repository, folder: string): Promise<readonly string[]> {
	const here = new Map(
		(await referencesIn(repository, place)).map(({ name, object }) => [name, object]),
	);
	const arrived = await referencesIn(repository, folder);
	await updateReferences(
		repository,
		arrived
			.filter(({ name, type }) => type === 'commit' && !here.has(name))
			.map(({ name, object }) => `create ${place}/${name}\0${object}\0`),
	);
	return arrived
		.filter(({ name, object }) => (here.get(name) ?? object) !== object)
		.map(({ name }) => name);
}

async function dropReferences(repository: Repository, folder: string): Promise<void> {
	const left = await referenceLines(repository, folder, ['refname']);
	await updateReferences(
		repository,
		left.map(([reference = '']) => `delete ${reference}\0\0`),
	);
}
