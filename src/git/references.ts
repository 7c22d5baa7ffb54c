import { linesOf, type Repository } from './repository.ts';

/** Where the references are, here and on the remote. Branches and tags are elsewhere. */
export const place = 'refs/precis/handoffs';

/** Bytes of git's list of references at most: some 100,000 of ours. */
const mostReferenceBytes = 16 * 1024 * 1024;

/** All or none. @param changes As `git update-ref -z` reads them. */
export async function updateReferences(
	repository: Repository,
	changes: readonly string[],
): Promise<void> {
	await repository.output({ arguments: ['update-ref', '-z', '--stdin'], input: changes.join('') });
}

/** A reference to a handoff. */
interface Reference {
	/** Below its folder. */
	readonly name: string;
	readonly type: string;
	readonly object: string;
	/** Of the object, bytes. */
	readonly size: number;
}

/** The references of a folder with names as we give them, newest commit first. */
export async function referencesIn(
	repository: Repository,
	folder: string,
): Promise<readonly Reference[]> {
	const lines = await referenceLines(repository, folder, [
		'refname',
		'objecttype',
		'objectname',
		'objectsize',
	]);
	return lines.flatMap(([reference = '', type = '', object = '', size]) => {
		const name = reference.slice(folder.length + 1);
		return isName(name) && isObjectId(object) ? [{ name, type, object, size: Number(size) }] : [];
	});
}

/** What git says of the references of a folder, newest commit first. */
export async function referenceLines(
	repository: Repository,
	folder: string,
	fields: readonly string[],
): Promise<readonly (readonly string[])[]> {
	const output = await repository.output({
		arguments: ['for-each-ref', '--sort=-creatordate', formatOf(fields), '--', `${folder}/`],
		mostBytes: mostReferenceBytes,
	});
	return partsOf(output);
}

/** What asks git for fields of each reference, which `partsOf` takes apart. */
export function formatOf(fields: readonly string[]): string {
	return `--format=${fields.map((field) => `%(${field})`).join('%00')}`;
}

/** The fields that git printed for each reference, a line each. */
export function partsOf(output: Buffer): readonly (readonly string[])[] {
	return linesOf(output.toString('utf8')).map((line) => line.split('\0'));
}

/** A commit's id in SHA-1 or SHA-256, and nothing that git takes for an option or a path. */
export function isObjectId(text: string): boolean {
	return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Names as ours, UUIDs, and what no file system takes for another or for a folder. */
function isName(text: string): boolean {
	return /^[0-9a-z-]{1,64}$/.test(text);
}
