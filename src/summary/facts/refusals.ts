import { textOf, type Log } from '../../messages/message.ts';
import { contentWords } from './contentWords.ts';
import { anyOf } from './languages/languages.ts';
import type { Turn } from './turns.ts';

/** Requests that the assistant refused in words: it has spoken, and nothing came of them. */

/** How an assistant refuses, at the start of what it says. */
const refuses = new RegExp(`^(?:${anyOf('refuses')})`, 'iu');

/** A longer reply does something else as well, characters. */
const longest = 400;

/** Whether the assistant's last word of a turn is a refusal. */
export function isRefused(log: Log, { answer }: Turn): boolean {
	const message = answer === undefined ? undefined : log[answer]?.message;
	const text = message === undefined ? '' : textOf(message.content).trim();
	return text.length <= longest && refuses.test(text);
}

/** Share of a request's words by which it is known again. */
const sameShare = 0.5;

/** The turns that were refused, and not asked again. */
export function stillRefused(log: Log, turns: readonly Turn[]): Turn[] {
	const first = turns.findIndex((turn) => isRefused(log, turn));
	const since = first < 0 ? [] : turns.slice(first);
	const said = since.map(({ text }) => contentWords(text));
	return since.filter((turn, position) => {
		if (!isRefused(log, turn)) {
			return false;
		}
		const words = [...(said[position] ?? [])];
		return !said.slice(position + 1).some((later) => {
			const shared = words.filter((word) => later.has(word)).length;
			return shared >= Math.max(1, words.length * sameShare);
		});
	});
}
