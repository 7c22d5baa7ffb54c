import { digest } from '../messages/digest.ts';
import { cutMiddle, mark } from '../messages/marks.ts';
import { redactedLine } from './redactedLine.ts';
import { textOf, toolCallsOf, type Log, type Message, type ToolCall } from '../messages/message.ts';
import type { CallPlace, ToolPairs } from '../messages/toolPairs.ts';
import { errorLinesOf } from '../messages/toolOutcome.ts';
import { toolUse, type ToolUse } from '../messages/toolUse.ts';
import { personText, stretchesOf } from '../messages/origins.ts';
import { redact } from '../redaction/redact.ts';
import { carriesSummary } from './foreign/found.ts';
import { handoffBody, textBehindHandoff } from './handoff.ts';
import { asData, tag } from './promptTags.ts';

/**
 * The conversation as a summariser sees it: message by message, numbered, cut, without secrets, and
 * unable to leave the place it is quoted in.
 */

/** Characters of a message that are shown whole, and what is kept of a longer one (behaviour: S). */
const message = { whole: 6_000, head: 4_000, tail: 1_500 };

/** The same for tool results: errors stand at their end, so at least as much of it is kept (P). */
const toolResult = { whole: 6_000, head: 2_500, tail: 3_000 };

/** The same for a call's arguments (S). */
const callArguments = { whole: 1_500, head: 1_200, tail: 0 };

/** Characters of a tool's name that are shown; real ones are below 100. */
const nameLength = 64;

/** Where a message is taken from. */
export interface TranscriptSource {
	readonly log: Log;
	readonly pairs: ToolPairs;
}

/** How much of a message is shown. */
export interface Detail {
	/** Tool results by their digests. */
	readonly digested: boolean;
	/** Share of the usual lengths, above 0 and up to 1. */
	readonly scale: number;
}

/** One message as text, with its number, role and tool; empty for a message without content. */
export function showMessage(source: TranscriptSource, index: number, detail: Detail): string {
	const entry = source.log[index];
	if (entry === undefined) {
		return '';
	}
	const number = `m${index + 1}`;
	const shown = entry.message;
	switch (shown.role) {
		case 'system':
			return '';
		case 'tool':
			return showResult(source, index, number, detail);
		case 'user':
		case 'assistant':
			return [
				...showWords(shown, number, detail),
				...toolCallsOf(shown).map((call) => showCall(call, number, detail)),
			].join('\n');
	}
}

/** The call that the tool message at this index answers, with its outcome. */
export function resultUse({ log, pairs }: TranscriptSource, index: number): ToolUse {
	const place = pairs.places.get(index);
	const at: CallPlace | undefined =
		place === undefined || place.kind === 'orphan' ? undefined : place.call;
	const caller = at === undefined ? undefined : log[at.message]?.message;
	const call = caller === undefined ? undefined : toolCallsOf(caller)[at?.position ?? 0];
	return toolUse(log, at?.message ?? index, call ?? unknownCall, index);
}

const unknownCall: ToolCall = { id: '', name: 'tool', arguments: '' };

/**
 * What earlier compactions said, ours or another assistant's, as found in these messages: their
 * sections only. In the conversation itself only what follows their end is shown.
 */
export function earlierSummaries(messages: readonly Message[]): string[] {
	return messages
		.filter(carriesSummary)
		.map((carrier) => handoffBody(textOf(carrier.content)))
		.filter((body) => body !== '');
}

function showWords(shown: Message, number: string, detail: Detail): string[] {
	const text = textOf(shown.content);
	if (carriesSummary(shown)) {
		return [
			`${tag(`${number} earlier summary`)}\n${mark('given above')}`,
			...block(`${number} ${shown.role}`, textBehindHandoff(text), message, detail),
		];
	}
	if (shown.role !== 'user') {
		return block(`${number} ${shown.role}`, text, message, detail);
	}
	return authorsOf(shown).flatMap(([speaker, said]) =>
		block(`${number} ${speaker}`, said, message, detail),
	);
}

/** What a user message says, the person's words apart from what stands around them. */
function authorsOf(shown: Message): readonly (readonly [string, string])[] {
	const others = stretchesOf(shown).filter(({ origin }) => origin !== 'person');
	return [
		['user', personText(shown)],
		['client, not the person', others.map(({ text }) => text).join('\n')],
	];
}

function showCall(call: ToolCall, number: string, detail: Detail): string {
	const label = `${number} call ${nameOf(call)}`;
	return block(label, call.arguments, callArguments, detail)[0] ?? tag(label);
}

function showResult(
	source: TranscriptSource,
	index: number,
	number: string,
	detail: Detail,
): string {
	const use = resultUse(source, index);
	const label = `${number} result of ${nameOf(use.call)}`;
	if (detail.digested) {
		return `${tag(label)}\n${asData(resultDigest(source, index))}`;
	}
	const failed = use.outcome.status === 'failed' ? `${label}, failed` : label;
	return block(failed, use.result, toolResult, detail)[0] ?? tag(`${failed}, empty`);
}

/** The digest of the result at this index, without secrets. */
export function resultDigest(source: TranscriptSource, index: number): string {
	return redact(digest(withoutSecrets(resultUse(source, index))));
}

/** A use whose parts can be cut: half a secret is none that anything recognises. */
function withoutSecrets(use: ToolUse): ToolUse {
	const { outcome } = use;
	return {
		...use,
		target: redact(use.target),
		outcome:
			outcome.status === 'failed'
				? { ...outcome, errorLines: errorLinesOf(use.result, redact) }
				: outcome,
	};
}

function nameOf(call: ToolCall): string {
	return redactedLine(call.name, nameLength);
}

/**
 * Redacted before it is cut as well, so that no half of a key stays behind that nothing recognises.
 */
function block(label: string, text: string, lengths: typeof message, detail: Detail): string[] {
	const trimmed = text.trim();
	if (trimmed === '') {
		return [];
	}
	const whole = lengths.whole * detail.scale;
	const cut =
		trimmed.length <= whole
			? trimmed
			: cutMiddle(
					redact(trimmed),
					Math.floor(lengths.head * detail.scale),
					Math.floor(lengths.tail * detail.scale),
				);
	return [`${tag(label)}\n${asData(redact(cut))}`];
}
