import { splitText, type TextRun } from './visibleText.ts';

/*
 * Finds probable paths in running text. The text is from models and users, so this
 * is a guess; the host checks that the file exists before it opens anything.
 */

/** A name with an extension that starts with a letter: `session.ts`, not `3.14`. */
const name = String.raw`[\p{L}\p{N}_@.+\-]*[\p{L}\p{N}_+\-]\.[A-Za-z][A-Za-z0-9]{0,7}`;
const folder = String.raw`[\p{L}\p{N}_@.+\-]+[\\/]`;
const position = String.raw`(?::\d+(?::\d+)?)?`;

/** A drive, a network share, the home folder, or a relative folder. */
const root = String.raw`(?:[A-Za-z]:[\\/]|\\\\|~[\\/]|\.{0,2}[\\/])`;

/** In prose, a path needs a folder, because `example.com` and `e.g.` are not files. */
const inProse = new RegExp(
	String.raw`(?<![\p{L}\p{N}_:/\\@.+~\-])${root}?(?:${folder})+${name}${position}(?![\p{L}\p{N}_/\\(])`,
	'gu',
);

/** A code span without a folder is usually a member such as `session.refresh`, unless the extension is known. */
const knownExtension =
	/\.(?:[cm]?[jt]sx?|json[cl5]?|md|py|rb|rs|go|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|ps1|sql|ya?ml|toml|ini|cfg|xml|html?|s?css|less|vue|svelte|txt|lock|gradle|proto|ipynb|csv)(?::\d+(?::\d+)?)?$/i;
const wholeCode = new RegExp(String.raw`^${root}?(?:${folder})*${name}${position}$`, 'u');

/** Longest path, characters. */
const longest = 400;

/** Whether the text of a code span names a file, perhaps with `:line`. */
export function isFileName(code: string): boolean {
	return (
		code.length <= longest &&
		wholeCode.test(code) &&
		(/[\\/]/.test(code) || knownExtension.test(code))
	);
}

/** Splits text at probable paths. */
export function splitAtPaths(text: string): readonly TextRun<'path'>[] {
	return splitText(text, inProse, ([path]) => (path.length > longest ? undefined : 'path'));
}
