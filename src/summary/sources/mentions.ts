import { baseName, slashed } from '../facts/paths.ts';
import { isClaim } from './claims.ts';
import { isUnspaced, wordsIn } from './words.ts';

/** What an item of a summary names: the facts by which the messages it came from can be found. */

/** A way to spell what is named. */
interface Form {
	/** Words in lower case with single spaces. */
	readonly phrase: string;
	/** How surely this spelling means the same, above 0 and up to 1. */
	readonly strength: number;
}

/** One thing an item names. */
export interface Mention {
	/** The surest spelling first. */
	readonly forms: readonly Form[];
	/** How much it tells beside its rarity, above 0 and up to 1. */
	readonly weight: number;
	/** Whether it stands for something in any wording and language: a path, a name, a figure. */
	readonly exact: boolean;
	/** As it is written, where it is a file or a directory. */
	readonly file?: string;
}

/** Characters of an item that are read; what comes behind them repeats or lists. */
const searched = 3_000;

/** Mentions of one item; an item that names more is well known by the first ones. */
const mostMentions = 64;

/** Words of a quoted phrase or a command that are compared; longer ones are told in part. */
const longestPhrase = 8;

/**
 * What a kind of thing looks like in running text. Each pattern begins where a word does or has a bound,
 * so that no text makes it slow.
 */
interface Kind {
	readonly pattern: RegExp;
	readonly weight: number;
	readonly forms: (match: string) => Form[];
}

const once = (text: string): Form[] => [form(wordsIn(text).slice(0, longestPhrase))];

/** Tried in turn; what one has taken is not there for the next. */
const kinds: readonly Kind[] = [
	{ pattern: /\[tool: [^\]\n]{1,64}\]/g, weight: 0.5, forms: once },
	{
		pattern: /https?:\/\/[^\s<>"'`)\]}]{3,300}/g,
		weight: 1,
		forms: (url) => once(url.slice(url.indexOf(':'))),
	},
	{
		// A path, or the bare name of a file.
		pattern:
			/(?<![~\p{L}\p{N}_.@+-])(?:[A-Za-z]:)?[~\p{L}\p{N}_.@+-]*(?:[/\\][\p{L}\p{N}_.@+()[\]-]+)+|(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?=\p{L})[a-z][a-z0-9]{0,5}(?![\p{L}\p{N}_(])/gu,
		weight: 1,
		forms: pathForms,
	},
	{
		pattern: /(?<![\w.])v?\d+\.\d+(?:\.\d+)+(?:-[\w.]+)?/g,
		weight: 1,
		forms: (version) => {
			const plain = form(wordsIn(version.replace(/^v/, '')));
			return [plain, { ...plain, phrase: `v${plain.phrase}` }];
		},
	},
	{
		pattern: /(?<!\w)(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?!\w)/g,
		weight: 1,
		forms: (hash) => [form([hash]), ...(hash.length > 7 ? [form([hash.slice(0, 7)])] : [])],
	},
	{
		// A figure with its unit or what it counts.
		pattern: /(?<![\w.])\d[\d,.]{0,20}[\s-]?(?:%|\p{L}{1,12}(?![\p{L}\p{N}_]))/gu,
		weight: 0.8,
		forms: figureForms,
	},
	{
		// camelCase, snake_case, with digits, dotted, kebab-case, options, issue numbers.
		pattern:
			/(?<![\w-])--?[A-Za-z][\w-]+|#\d+|(?<![\p{L}\p{N}_$])(?=[\p{L}\p{N}_$.:-]{0,80}(?:[\p{Ll}\p{N}]\p{Lu}|\p{L}\p{N}|_|\p{L}[.:-]{1,2}\p{L}|\p{Lu}{3}))[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|-|:)[\p{L}\p{N}_$]+)*/gu,
		weight: 1,
		forms: nameForms,
	},
	{ pattern: /(?<![\w.])\d[\d,.]{0,20}\d(?!\w)/g, weight: 0.6, forms: numberForms },
];

/** What is told word for word, as a whole beside its parts: code, quotations, the target of an action. */
const wholes: readonly RegExp[] = [
	/`(?<whole>[^`\n]{3,300})`/g,
	/["“„«「](?<whole>[^"“”«»「」\n]{8,300})["“”»」]/g,
	/^(?:\d{1,6}\. )?\p{Lu}{2,12} (?<whole>[^\n]{3,300}?) (?:×\d+ )?— /gu,
];

/** Weights of words and of pairs of words. */
const wordWeight = 0.4;
const pairWeight = 0.5;

/** Letters of a word that tells anything; short ones join others. */
const shortestWord = 4;

/** Marks of ours, and number and kind of an action, which the log does not hold. */
const ownText = /⟪precis: [^⟪⟫]*⟫|^\d{1,6}\. (?:\p{Lu}{2,12} )?/gu;

/** The things an item names, each once, single words last. Linear in its length. */
export function mentionsIn(text: string): Mention[] {
	const found = new Map<string, Mention>();
	const add = (forms: readonly Form[], weight: number, exact: boolean, file?: string): void => {
		const told = forms.filter(({ phrase }) => phrase !== '');
		const [first] = told;
		if (first !== undefined && !found.has(first.phrase) && found.size < mostMentions) {
			found.set(first.phrase, {
				forms: told,
				weight,
				exact,
				...(file === undefined ? {} : { file }),
			});
		}
	};
	let rest = text.slice(0, searched).replace(ownText, ' ');
	for (const { pattern, weight, forms } of kinds) {
		rest = rest.replace(pattern, (match) => {
			add(forms(match), weight, true, forms === pathForms ? match : undefined);
			return ' | ';
		});
	}
	for (const pattern of wholes) {
		for (const { groups } of text.slice(0, searched).matchAll(pattern)) {
			add(once(groups?.['whole'] ?? ''), 1, false);
		}
	}
	for (const run of rest.split(/[|.,;:()[\]{}"“”«»「」`—–\n]+/)) {
		const words = wordsIn(run);
		words.forEach((word, position) => {
			const next = words[position + 1];
			if (next !== undefined && !isClaim(word)) {
				add([form([word, next])], pairWeight, false);
			}
			if (isTelling(word) && !isClaim(word)) {
				add([form([word])], wordWeight, false);
			}
		});
	}
	return [...found.values()];
}

function isTelling(word: string): boolean {
	return !isUnspaced(word) && word.length >= shortestWord && !/^\d+$/.test(word);
}

function form(words: readonly string[], strength = 1): Form {
	return { phrase: words.join(' '), strength };
}

/** A path, its last two parts, and its name: the log may spell it from another directory. */
function pathForms(written: string): Form[] {
	const path = slashed(written).replace(/(?<![.:])[.:]+$/, '');
	const parts = path.split('/').filter((part) => /[\p{L}\p{N}]/u.test(part));
	const whole = form(wordsIn(parts.slice(-6).join('/')));
	const near = parts.length > 2 ? [form(wordsIn(parts.slice(-2).join('/')), 0.9)] : [];
	const name = parts.length > 1 ? [form(wordsIn(baseName(path)), 0.6)] : [];
	return [whole, ...near, ...name];
}

/** `15 ms` and `15ms`; what it counts may be named in other words, then the number alone. */
function figureForms(written: string): Form[] {
	const joined = form(wordsIn(written.replace(/[\s-]/g, '')));
	const split = written.replace(/(\d)(\p{L})/u, '$1 $2');
	const number = form(wordsIn(/^[\d.,]*\d/.exec(written)?.[0] ?? ''), 0.5);
	return [
		form(wordsIn(written)),
		joined,
		form(wordsIn(split)),
		...(number.phrase.length > 1 ? [number] : []),
	];
}

/** With and without commas between thousands. */
function numberForms(written: string): Form[] {
	const bare = written.replaceAll(',', '');
	return bare === written ? once(written) : [...once(written), ...once(bare)];
}

/** A qualified name, and its last part. */
function nameForms(written: string): Form[] {
	const parts = written.split(/\.|::/);
	const last = parts.at(-1) ?? '';
	const alone = parts.length > 1 && last.length >= shortestWord ? [form(wordsIn(last), 0.6)] : [];
	return [form(wordsIn(written).slice(0, longestPhrase)), ...alone];
}
