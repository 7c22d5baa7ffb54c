import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';
import { pathArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { changedLines } from '../excerpts/changedLines.ts';
import { contentWords } from './contentWords.ts';
import { baseName } from './paths.ts';
import { sentencesOf } from './sentences.ts';

/** Fewer words say nothing of what a change is for. */
const fewestWords = 4;

/** Names what is changed, or says why; an announcement does neither. */
const telling =
	/`[^`]{2,}`|(?<!\p{L})(?:because|since|so that|instead of|rather than|to (?:avoid|fix|make|let|allow|cover|handle|keep|prevent|support|match|use|return|check)|which|weil|damit|parce que|pour|porque|para|因为|以便|ため|때문)(?!\p{L})/iu;

/** Messages before a call that may say what it is for: some clients send words and calls apart. */
const reach = 2;

/** An entry of a plan: which of its steps a call is, nobody knows. */
const listed = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

/** How a sentence about a later step begins. */
const later =
	/^(?:after (?:that|this)|afterwards|then|next|later|finally|once|danach|dann|anschließend|ensuite|puis|después|luego|depois|poi|затем|потом|然后|之后|その後|次に|그런 다음|다음)(?!\p{L})/iu;

/** Characters of a call whose words are compared with a sentence. */
const compared = 20_000;

/** Words that a sentence shares with a call it speaks of. */
const fewestShared = 2;

/**
 * What the assistant said it changes a file for: its last sentence before the call, verbatim. Undefined
 * where that may be about another call, or about one that is still to come.
 */
export function purposeOf(log: Log, use: ToolUse): string | undefined {
	for (let index = use.callIndex; index >= Math.max(0, use.callIndex - reach); index -= 1) {
		const message = log[index]?.message;
		if (message?.role === 'user') {
			return undefined;
		}
		const text = message?.role === 'assistant' ? textOf(message.content) : '';
		const sentence = sentencesOf(text)
			.at(-1)
			?.replace(/[:：]$/, '')
			.trimEnd();
		if (sentence !== undefined) {
			const last = text.trimEnd().split('\n').at(-1) ?? '';
			return !listed.test(last) && isAbout(sentence, use, isOnly(log, index, use))
				? sentence
				: undefined;
		}
	}
	return undefined;
}

/** Whether no other call was made between words and a call. */
function isOnly(log: Log, index: number, { callIndex }: ToolUse): boolean {
	return (
		log
			.slice(index, callIndex + 1)
			.reduce((calls, { message }) => calls + toolCallsOf(message).length, 0) === 1
	);
}

/** @param isOnly Whether it is the only call that was made behind the sentence. */
function isAbout(sentence: string, use: ToolUse, isOnly: boolean): boolean {
	const words = contentWords(sentence);
	if (words.size < fewestWords || !telling.test(sentence)) {
		return false;
	}
	const names = pathArguments(use.arguments).map(baseName);
	if (names.some((name) => sentence.includes(name))) {
		return true;
	}
	if (later.test(sentence)) {
		return false;
	}
	const text = use.call.arguments.slice(0, compared);
	const code = [...sentence.matchAll(/`([^`\n]{3,80})`/g)].map(([, name = '']) => name);
	if (code.some((name) => text.includes(name))) {
		return true;
	}
	const { removed, added } = changedLines(use);
	if (removed.length + added.length === 0) {
		// Nothing to compare with: what is said right before the only call is taken to be about it.
		return isOnly;
	}
	const said = contentWords([...removed, ...added].join('\n').slice(0, compared));
	const shared = [...words].filter((word) => said.has(word)).length;
	return isOnly && shared >= fewestShared;
}
