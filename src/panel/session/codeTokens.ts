import { splitText, type TextRun } from '../visibleText.ts';

/** A light way to colour code of any language: strings, comments, numbers, keywords, lines of a difference. */

/** What a stretch of code is; absent of what has the colour of the text. */
type CodeTokenKind = 'string' | 'comment' | 'number' | 'keyword' | 'added' | 'removed' | 'note';

/** A stretch of code. The stretches joined are the code. */
export type CodeToken = TextRun<CodeTokenKind>;

/** Longer code is shown without colours. Characters. */
const longest = 40_000;

const keywords = new Set(
	`abstract and as assert async await begin bool boolean break case catch char class const continue def default
	defer del delete do double elif else end enum except export extends extern false final finally float fn for
	foreach from func function global go goto if impl implements import in include instanceof int interface is
	lambda let local long loop match mod module mut namespace new nil none not null nullptr of or override package
	pass private protected pub public raise readonly record ref require return self short signed sizeof static
	string struct super switch synchronized template then this throw throws trait true try type typedef typeof
	undefined unless unsigned until use using val var virtual void volatile when where while with yield None True
	False NULL echo exit fi done esac cd export sudo select insert update create drop alter table join group order`.split(
		/\s+/,
	),
);

/** Languages in which `#` begins a comment, by the endings of their files. */
const hashComments = new Set(
	'sh bash zsh py rb yml yaml toml pl r ps1 fish mk dockerfile conf ini'.split(' '),
);

const slashComment = String.raw`\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?`;
const hashComment = String.raw`#[^\n]*`;
const strings = String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|${'`'}(?:[^${'`'}\\]|\\[^])*${'`'}?`;
const others = String.raw`\d[\w.]*|[A-Za-z_$][\w$]*`;

const slashes = new RegExp(`(${slashComment})|(${strings})|(${others})`, 'g');
const hashes = new RegExp(`(${hashComment})|(${strings})|(${others})`, 'g');

/** @param language The ending of a file, or `diff`; empty: the text is shown as it is. */
export function codeTokens(code: string, language: string): readonly CodeToken[] {
	if (language === '' || code.length > longest) {
		return [{ text: code }];
	}
	return language === 'diff' || language === 'patch'
		? diffTokens(code)
		: splitText(code, hashComments.has(language) ? hashes : slashes, kindOf);
}

function kindOf([text, comment, string]: RegExpExecArray): CodeTokenKind | undefined {
	if (comment !== undefined) {
		return 'comment';
	}
	if (string !== undefined) {
		return 'string';
	}
	if (/^\d/.test(text)) {
		return 'number';
	}
	return keywords.has(text) ? 'keyword' : undefined;
}

function diffTokens(code: string): readonly CodeToken[] {
	const lines = code.split('\n');
	return lines.map((line, at): CodeToken => {
		const text = at < lines.length - 1 ? `${line}\n` : line;
		if (/^(?:@@|\*\*\* |diff --git |--- |\+\+\+ |index )/.test(line)) {
			return { text, kind: 'note' };
		}
		return line.startsWith('+')
			? { text, kind: 'added' }
			: line.startsWith('-')
				? { text, kind: 'removed' }
				: { text };
	});
}
