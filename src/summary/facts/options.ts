import { oneLine } from '../../messages/marks.ts';
import { textOf, type Log } from '../../messages/message.ts';
import type { Turn } from './turns.ts';

/** The choices an assistant offers under letters or numbers, and the short replies that name one. */

/** Characters of a message that are searched for options. */
const searched = 12_000;

/** Characters of an option's text that are kept. */
const optionLength = 160;

/** An option at the start of a line: `(a) …`, `**(a)** …`, `1. …`, `- **Option 2:** …`. */
const offered =
	/^[ \t]*(?:[-*+] )?(?:\*\*|__)?(?:option |variant )?\(?(?<label>[a-h]|[1-9])(?:\)|\.|:)(?:\*\*|__)?[ \t]+(?<text>\S.*)$/gim;

/** A reply that is nothing but a choice, as people write it. */
const choosing =
	/^(?:(?:(?:oh|or|ok(?:ay)?|hm+|yes|yeah|yep|no|nope|nah|actually|wait|then|so|and)[,.!]? )*(?:(?:please |just )?(?:(?:let'?s|let us|I(?:'d|'ll| would| will)?|we(?:'ll)?) )?(?:(?:do|go (?:with|for)|use|take|pick|choose|want|prefer|say|vote for)(?: it)? )?)?)(?:the )?(?:option |number |variant |choice |#)?\(?(?<label>[a-h]|[1-9])\)?(?: please| then)?\s*(?:$|[.,;!])/i;

/** Longer replies say themselves what they mean, characters. */
const shortReply = 120;

/** The label a short reply chooses, in lower case. */
export function chosenLabel(reply: string): string | undefined {
	return reply.length > shortReply
		? undefined
		: choosing.exec(reply.trim())?.groups?.['label']?.toLowerCase();
}

/** How many answers of the assistant before a reply may have offered what it chooses. */
const reach = 3;

/**
 * The text of the option that a turn's short request chooses, from the nearest answer before it that
 * offers the label among others; undefined where there is none.
 */
export function chosenOption(
	log: Log,
	turns: readonly Turn[],
	position: number,
): string | undefined {
	const label = chosenLabel(turns[position]?.text ?? '');
	if (label === undefined) {
		return undefined;
	}
	for (const turn of turns.slice(Math.max(0, position - reach), position).reverse()) {
		const message = turn.answer === undefined ? undefined : log[turn.answer]?.message;
		const options = message === undefined ? undefined : optionsOf(textOf(message.content));
		if (options?.has(label) === true) {
			return options.get(label);
		}
	}
	return undefined;
}

/**
 * The options a message offers by label; undefined for a label that stands twice or only leads over,
 * so that nobody looks for it further back. One option alone is no choice, and one asks for it.
 */
function optionsOf(message: string): Map<string, string | undefined> {
	const text = message.slice(0, searched);
	const options = new Map<string, string | undefined>();
	if (!/[?？]/.test(text)) {
		return options;
	}
	for (const { groups } of text.matchAll(offered)) {
		const label = groups?.['label']?.toLowerCase() ?? '';
		options.set(label, options.has(label) ? undefined : optionText(groups?.['text'] ?? ''));
	}
	return options.size < 2 ? new Map<string, string | undefined>() : options;
}

function optionText(raw: string): string | undefined {
	// Bold type that began before the label ends behind it.
	const text = raw.split('**').length % 2 === 0 ? raw.replace('**', '') : raw;
	const isNamed = /\p{L}{3}/u.test(text.replace(/\b(?:option|variant) \w\b/i, ''));
	return isNamed && !/[:：]\s*$/.test(text) ? oneLine(text, optionLength) : undefined;
}

/** The turns with the option named behind each short request that chooses one. */
export function withChosenOptions(log: Log, turns: readonly Turn[], word: string): Turn[] {
	return turns.map((turn, position) => {
		const option = chosenOption(log, turns, position);
		return option === undefined ? turn : { ...turn, text: `${turn.text}\n(${word}: ${option})` };
	});
}
