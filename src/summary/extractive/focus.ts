import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';
import type { SummaryItem } from '../sections.ts';

/** Words that say nothing about a topic. */
const empty: ReadonlySet<string> = new Set(
	'the a an and or of to in on for with about from into how what why when all any this that is are be was were it its our my your we i code file files work working thing things stuff part parts everything something der die das und für mit le la les et de des pour el los las y para por'.split(
		' ',
	),
);

/** A term found in more than this share of the items does not tell them apart. */
const tooCommon = 0.5;

/** Characters of a message that show what it is about. */
const aboutLength = 600;

/** The words of a topic, in lower case: identifiers also by their parts. */
export function focusTerms(focus: string): string[] {
	const terms = new Set<string>();
	for (const [word] of focus.matchAll(/[\p{L}\p{N}_$./-]+/gu)) {
		const parts = [word, ...word.split(/[_$./-]+|(?<=\p{Ll})(?=\p{Lu})/u)];
		for (const part of parts) {
			const term = stem(part.toLowerCase());
			if (!empty.has(term) && (term.length >= 3 || /[^\x00-\x7f]/.test(term))) {
				terms.add(term);
			}
		}
	}
	return [...terms];
}

/** Plural and verb endings off, so that "retries" finds "retry" and "locking" finds "lock". */
function stem(word: string): string {
	return word.length < 5 ? word : word.replace(/(?:ies|ing|ed|es|s|y)$/, '');
}

/**
 * Tells which items concern the topic: by their own words, or by the words of the messages they
 * were taken from.
 */
export function concernsFocus(
	log: Log,
	focus: string,
	items: readonly SummaryItem[],
): (item: SummaryItem) => boolean {
	const about = new Map<number, string>();
	const words = (item: SummaryItem): string => {
		const sources = item.sources.slice(-3).map((number) => {
			const known = about.get(number) ?? aboutMessage(log, number);
			about.set(number, known);
			return known;
		});
		return [item.text.toLowerCase(), ...sources].join('\n');
	};
	const texts = new Map(items.map((item) => [item, words(item)]));
	const all = focusTerms(focus);
	const telling = all.filter((term) => {
		const hits = [...texts.values()].filter((text) => text.includes(term)).length;
		return hits <= items.length * tooCommon;
	});
	const terms = telling.length > 0 ? telling : all;
	return (item) => {
		const text = texts.get(item) ?? words(item);
		return terms.some((term) => text.includes(term));
	};
}

function aboutMessage(log: Log, number: number): string {
	const message = log[number - 1]?.message;
	if (message === undefined) {
		return '';
	}
	const calls = toolCallsOf(message).map((call) => call.arguments.slice(0, aboutLength / 2));
	return [textOf(message.content).slice(0, aboutLength), ...calls].join('\n').toLowerCase();
}
