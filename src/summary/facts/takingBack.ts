import { anyOf } from './languages/languages.ts';

/** How the person takes back what was said or done just before. */
const counter = new RegExp(
	`^(?:(?:or|oh|hm+|ah|ok(?:ay)?|and|but),? )?(?:${anyOf('counter')})`,
	'iu',
);

/** How it begins where it cannot be meant for a question of the assistant. */
const reconsiders =
	/^(?:(?:or|oh|hm+|ah|ok(?:ay)?|and|but),? )?(?:actually|wait|stop|undo|revert)\b|^or no\b/iu;

/** Whether a message of the person takes back what was said or done just before. */
export function takesBack(text: string): boolean {
	return counter.test(text);
}

/** The same, where the assistant had asked something that a mere "no" may be the answer to. */
export function reconsidersItself(text: string): boolean {
	return reconsiders.test(text);
}

/** How an assistant agrees that it was wrong: that answers no question. */
const concedes = new RegExp(`^(?:${anyOf('concedes')})`, 'iu');

/** Whether a sentence of the assistant concedes something. */
export function isConcession(sentence: string): boolean {
	return concedes.test(sentence);
}

/** What a name in code looks like: between backticks, with dashes in front, in one word of several. */
const codeName =
	/`([^`\n]{2,60})`|(?<![\w-])(--[a-z][\w-]{1,40}|[a-z]{1,40}[A-Z]\w{1,40}|[A-Za-z]{1,40}_\w{1,40})/g;

/** The names of code in a text, in lower case; the words of one that is a command by themselves. */
export function codeNames(text: string): Set<string> {
	const names = new Set<string>();
	for (const [, quoted, bare] of text.matchAll(codeName)) {
		const parts = (quoted ?? bare ?? '').toLowerCase().match(/[\w-]{3,60}/g) ?? [];
		parts.forEach((part) => names.add(part));
	}
	return names;
}
