import { brotliCompressSync, constants } from 'node:zlib';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

/**
 * How many of the 200,000 entries are kept: the first, which text has most often. All of them take three times the
 * room, and without them counts of a session are a per cent less exact (`docs/benchmarks.md`).
 */
export const keptEntries = 64_000;

/**
 * The first entries of o200k's dictionary without their ranks, for `TokenTrie`: compressed with Brotli, in Base64.
 * The build runs this and puts what comes out in its place.
 *
 * Entries stand in the order of their bytes, each without the beginning it shares with the one before. Between
 * them is a byte that no entry has in it: its place in the list of such bytes says how many of the last bytes
 * to take back. Where that is not enough, another one follows. The list comes first, after its length. The
 * 256 entries of one byte are left out.
 * @param effort Of the compression, 0 to 11.
 * @param kept How many entries.
 */
export function packedEntries(effort = constants.BROTLI_MIN_QUALITY, kept = keptEntries): string {
	const entries = ranks
		.slice(0, kept)
		.map((entry) =>
			typeof entry === 'string'
				? Buffer.from(entry).toString('latin1')
				: String.fromCharCode(...entry),
		)
		.filter((entry) => entry.length > 1)
		.sort();
	const used = new Set(Buffer.from(entries.join(''), 'latin1'));
	const separators = Array.from({ length: 256 }, (_, byte) => byte).filter(
		(byte) => !used.has(byte),
	);
	const goBack = separators.map((byte) => String.fromCharCode(byte));
	const most = goBack.length - 1;
	const parts = entries.map((entry, index) => {
		const back = entry.length - sharedLength(entry, entries[index + 1] ?? '');
		return (
			entry.slice(sharedLength(entry, entries[index - 1] ?? '')) +
			(goBack[most] ?? '').repeat(back / most) +
			(goBack[back % most] ?? '')
		);
	});
	const list = [separators.length, ...separators];
	return brotliCompressSync(Buffer.from(String.fromCharCode(...list) + parts.join(''), 'latin1'), {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: effort,
			[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
		},
	}).toString('base64');
}

/** Characters that both begin with. */
function sharedLength(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) {
		length += 1;
	}
	return length;
}
