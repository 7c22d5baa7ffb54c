import { textOf, type Log } from '../../messages/message.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { contentWords } from './contentWords.ts';
import { sentencesOf } from './sentences.ts';

/** Fewer words say nothing of what a change is for. */
const fewestWords = 4;

/** Names what is changed, or says why; an announcement does neither. */
const telling =
	/`[^`]{2,}`|(?<!\p{L})(?:because|since|so that|instead of|rather than|to (?:avoid|fix|make|let|allow|cover|handle|keep|prevent|support|match|use|return|check)|which|weil|damit|parce que|pour|porque|para|因为|以便|ため|때문)(?!\p{L})/iu;

/** Messages before a call that may say what it is for: some clients send words and calls apart. */
const reach = 2;

/** What the assistant said it changes a file for: its last sentence before the call, verbatim. */
export function purposeOf(log: Log, { callIndex }: ToolUse): string | undefined {
	for (let index = callIndex; index >= Math.max(0, callIndex - reach); index -= 1) {
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
			const tells = contentWords(sentence).size >= fewestWords && telling.test(sentence);
			return tells ? sentence : undefined;
		}
	}
	return undefined;
}
