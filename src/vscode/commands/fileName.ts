/** Names of devices on Windows, whatever ending they have. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Longest name without its endings, UTF-16 units. */
const longest = 60;

/** A title as a file's name, without an ending, on every system. */
export function fileNameOf(title: string): string {
	const whole = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
	// A pair of surrogates is one character.
	const name = whole.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
	return name === '' || device.test(name) ? `conversation-${name}`.replace(/-$/, '') : name;
}
