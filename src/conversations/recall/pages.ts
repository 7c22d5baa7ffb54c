/** Text for a model comes in pages of a bounded size. */

/** Maximum size of a page with everything around it, bytes of UTF-8. */
const pageBytes = 8 * 1024;

/** Room for what surrounds the text when it is sent: numbers, names, quotes. Bytes. */
const envelopeBytes = 512;

/** The text of a page, bytes of UTF-8. */
export const textBytes = pageBytes - envelopeBytes;

/** Text in pieces of at most {@link textBytes}, cut between lines if possible. */
export function pagesOf(text: string): string[] {
	const pages: string[] = [];
	let rest = Buffer.from(text);
	while (rest.length > textBytes) {
		const line = rest.lastIndexOf(0x0a, textBytes - 1);
		let cut = line < textBytes / 2 ? textBytes : line + 1;
		while (((rest[cut] ?? 0) & 0xc0) === 0x80) {
			cut -= 1;
		}
		pages.push(rest.subarray(0, cut).toString());
		rest = rest.subarray(cut);
	}
	return [...pages, rest.toString()];
}
