import { textOf, type Message } from '../../../../src/messages/message.ts';
import { flatten, type Told } from '../told.ts';
import type { Fact, FactKind, Verdict } from './fact.ts';

/** What the two sides said. */

/** Characters by which a request is known again. */
const requestLength = 120;

const shortestRequest = 12;

/** A longer sentence tells more than a choice, characters. */
const longestChoice = 250;

/** Longer messages are pastes, characters. */
const longestTyped = 2_000;

const rule =
	/\b(?:never|must|do not|don't|always|make sure|avoid|only use|no longer|should not|shouldn't)\b|\b(?:nie|niemals|immer|nicht)\b.*\b(?:verwenden|ändern|benutzen)\b/i;

const figure = /\b\d[\d.,]*\s?(?:%|ms|MB|KB|GB|passed|failed|tests|lines|tokens)(?![\w])/g;

const identifier =
	/(?<![\w#])#\d{2,6}\b|https?:\/\/[^\s)>\]"'`]{8,160}[\w/]|\bv?\d+\.\d+\.\d+\b|(?<=\bcommit `?)[0-9a-f]{7,40}\b|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g;

/** A choice that its writer made; "because" alone explains, and "rather than" alone compares. */
const choice =
	/\b(?:decided|chose|going with)\b|\b(?:I|we)(?:['’](?:ll|ve)| will| have)?\b.{0,120}\b(?:instead of|rather than|because)\b/i;

/** How a person takes back what they had just let the assistant choose. */
const takesBack = /^(?:(?:or|oh|ah|sorry|hm+),? )?(?:no|nope|stop|wait|undo|revert)\b/i;

/** Facts of the words of both sides. */
export function wordFacts(messages: readonly Message[]): Fact[] {
	const asked = messages.flatMap((message) =>
		message.role === 'user' && isTyped(message) ? [textOf(message.content).trim()] : [],
	);
	const replied = messages.flatMap((message) =>
		message.role === 'assistant' ? [textOf(message.content)] : [],
	);
	const both = [...asked, ...replied];
	return [
		...asked
			.filter((text) => text.length >= shortestRequest)
			.map((text) => verbatim('requests', flatten(text).slice(0, requestLength))),
		...distinct(
			asked
				.filter((text) => text.length <= longestTyped)
				.flatMap(sentences)
				.filter((text) => rule.test(text) && !text.endsWith('?')),
		).map((text) => verbatim('constraints', flatten(text).replace(/[.!]+$/, ''))),
		...distinct(replied.flatMap((text) => text.match(figure) ?? [])).map((text) =>
			verbatim('numbers', flatten(text)),
		),
		...distinct(both.flatMap((text) => text.match(identifier) ?? [])).map((text) =>
			verbatim('identifiers', flatten(text)),
		),
		...distinct(choicesOf(messages)).map(
			(text): Fact => ({ kind: 'decisions', text, judge: (told) => paraphrased(told, text) }),
		),
	];
}

/** The assistant's choices but for those of a reply that the person took back at once. */
function choicesOf(messages: readonly Message[]): string[] {
	const standing: string[] = [];
	let latest: string[] = [];
	for (const message of messages) {
		const text = textOf(message.content).trim();
		if (message.role === 'assistant' && text !== '') {
			standing.push(...latest);
			latest = sentences(text).filter(
				(sentence) => choice.test(sentence) && sentence.length <= longestChoice,
			);
		} else if (message.role === 'user' && isTyped(message) && takesBack.test(text)) {
			latest = [];
		}
	}
	return [...standing, ...latest];
}

function isTyped(message: Message & { readonly role: 'user' }): boolean {
	const text = textOf(message.content).trimStart();
	return (
		(message.origin ?? 'person') === 'person' &&
		!/^(?:<|\[Request interrupted|\[[^\]]{1,300}\] Result|Caveat:|This session is being continued|\[CONTEXT)/.test(
			text,
		)
	);
}

function sentences(text: string): string[] {
	return text
		.replace(/```[^]*?(?:```|$)/g, '')
		.split(/(?<=[.!?])\s+|\n+/)
		.map((sentence) => sentence.replace(/^\s*(?:[-*>#]+|\d+[.)])\s*/, '').trim())
		.filter((sentence) => sentence.length >= 15 && sentence.length <= 300);
}

function distinct(texts: readonly string[]): string[] {
	return [...new Set(texts)];
}

function verbatim(kind: FactKind, text: string): Fact {
	return { kind, text, judge: ({ flat }) => (flat.includes(text) ? 'right' : 'missing') };
}

/** Share of a sentence's words that stand together where it is told in other words. */
const paraphraseShare = 0.7;

function paraphrased({ lines }: Told, text: string): Verdict {
	const words = distinct(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
	const least = Math.ceil(words.length * paraphraseShare);
	const found = lines.some((_, at) => {
		const window = lines
			.slice(at, at + 3)
			.join(' ')
			.toLowerCase();
		return words.filter((word) => window.includes(word)).length >= least;
	});
	return found ? 'right' : 'missing';
}
