import { splitText, type TextRun } from './visibleText.ts';

/*
 * Finds what looks like a file in running text. The text is written by models and people, so this
 * is a guess; the host checks that the file exists before it opens anything.
 */

/** A name with an extension that starts with a letter: `session.ts`, not `3.14`. */
const name = String.raw`[\p{L}\p{N}_@.+\-]*[\p{L}\p{N}_+\-]\.[A-Za-z][A-Za-z0-9]{0,7}`;
const folder = String.raw`[\p{L}\p{N}_@.+\-]+[\\/]`;
const place = String.raw`(?::\d+(?::\d+)?)?`;

/** A drive, what a server's name begins with, the home folder, or a folder from here. */
const root = String.raw`(?:[A-Za-z]:[\\/]|\\\\|~[\\/]|\.{0,2}[\\/])`;

/** In prose a path needs a folder: `example.com` and `e.g.` are no files. */
const inProse = new RegExp(
	String.raw`(?<![\p{L}\p{N}_:/\\@.+~\-])${root}?(?:${folder})+${name}${place}(?![\p{L}\p{N}_/\\(])`,
	'gu',
);

/** Code is often just the name of a file, but more often a member: `session.refresh`. */
const knownExtension =
	/\.(?:[cm]?[jt]sx?|json[cl5]?|md|py|rb|rs|go|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|ps1|sql|ya?ml|toml|ini|cfg|xml|html?|s?css|less|vue|svelte|txt|lock|gradle|proto|ipynb|csv|tsx?)(?::\d+(?::\d+)?)?$/i;
const wholeCode = new RegExp(String.raw`^${root}?(?:${folder})*${name}${place}$`, 'u');

/** Longest text that is taken for a path, characters. */
const longest = 400;

/** Whether the text of a code span names a file, perhaps with `:line`. */
export function isFileName(code: string): boolean {
	return (
		code.length <= longest &&
		wholeCode.test(code) &&
		(/[\\/]/.test(code) || knownExtension.test(code))
	);
}

/** Splits text at what looks like a path. */
export function splitAtPaths(text: string): readonly TextRun<'path'>[] {
	return splitText(text, inProse, ([path]) => (path.length > longest ? undefined : 'path'));
}
