import { hasFields } from '../messages/json.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';

/**
 * A model's reply as plain text, without reasoning and control characters. Reasoning is never mistaken for the summary:
 * if it is not closed, the rest of the reply counts as reasoning.
 */

/** The text of a reply's content. */
export interface ReplyText {
	readonly text: string;
	/** The same text including reasoning in tags. */
	readonly raw: string;
	/** Whether reasoning was removed. */
	readonly hadReasoning: boolean;
	/** A refusal that the provider reported separately from the text. */
	readonly refusal: string;
}

/**
 * How models enclose their reasoning in the text: HTML-like tags, Kimi's and Mistral's forms, and the channels of
 * gpt-oss. Only at the start of a line, where a summary has none.
 */
const tagNames = [
	'think',
	'thinking',
	'thought',
	'reasoning',
	'analysis',
	'reflection',
	'scratchpad',
	'seed:think',
];

const fences: readonly (readonly [open: string, close: string])[] = [
	...tagNames.map((name): [string, string] => [`<${name}>`, `</${name}>`]),
	['◁think▷', '◁/think▷'],
	['[think]', '[/think]'],
	['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
];

/**
 * The text of a reply's content, cleaned: of a string, or of parts with text, reasoning and a refusal. Linear in its
 * length.
 */
export function replyText(content: unknown): ReplyText {
	const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
	let text = '';
	let refusal = '';
	let hadReasoning = false;
	for (const part of parts) {
		if (typeof part === 'string') {
			text += part;
		} else if (hasFields(part)) {
			const { type = 'text', text: own, refusal: refused } = part;
			if (typeof refused === 'string') {
				refusal += refused;
			} else if (typeof type === 'string' && type.endsWith('text')) {
				text += typeof own === 'string' ? own : '';
			} else {
				hadReasoning = true;
			}
		}
	}
	const raw = cleanedText(text);
	const cleaned = stripReasoning(raw);
	return {
		text: cleaned.text,
		raw,
		hadReasoning: hadReasoning || cleaned.hadReasoning,
		refusal: refusal.trim(),
	};
}

/** With `\n` as line ends, without terminal colours and control characters except tab, and well-formed. */
export function cleanedText(text: string): string {
	return plainLineEnds(text)
		.replace(/\u001b\[[0-9;?]{0,32}[A-Za-z]/g, '')
		.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
		.toWellFormed();
}

/** A heading at the start of a line: the reply proper begins here. */
const heading = /^#{1,6}[ \t]*\S/;

function stripReasoning(text: string): { text: string; hadReasoning: boolean } {
	// Only ASCII is lowered: lowering other letters may change their length, but positions must agree.
	const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
	const kept: string[] = [];
	let hadReasoning = false;
	let inReply = false;
	let at = text.length - text.trimStart().length;
	while (at < text.length) {
		const opened = /[<[◁]/.test(text.charAt(at))
			? fences.find(([open]) => lower.startsWith(open, at))
			: undefined;
		if (opened !== undefined) {
			hadReasoning = true;
			const close = lower.indexOf(opened[1], at + opened[0].length);
			if (close < 0) {
				break;
			}
			at = skipBlanks(text, close + opened[1].length);
			continue;
		}
		const newline = text.indexOf('\n', at);
		const end = newline < 0 ? text.length : newline + 1;
		const line = lower.slice(at, end);
		const closed = strayClose(line, inReply);
		if (closed !== undefined) {
			// Some chat templates open the reasoning themselves, so only its end is in the reply.
			kept.length = 0;
			hadReasoning = true;
			inReply = false;
			at = skipBlanks(text, at + closed);
			continue;
		}
		inReply ||= heading.test(line);
		kept.push(text.slice(at, end));
		at = end;
	}
	return { text: kept.join('').trim(), hadReasoning };
}

/** End of a closing tag without an opening one: anywhere before the first heading, later at the start of a line. */
function strayClose(line: string, inReply: boolean): number | undefined {
	if (!/\/|<\|/.test(line)) {
		return undefined;
	}
	for (const [, close] of fences) {
		const found = inReply ? (line.startsWith(close) ? 0 : -1) : line.lastIndexOf(close);
		if (found >= 0) {
			return found + close.length;
		}
	}
	return undefined;
}

function skipBlanks(text: string, from: number): number {
	let at = from;
	while (at < text.length && /\s/.test(text.charAt(at))) {
		at += 1;
	}
	return at;
}
