import { digest } from '../messages/digest.ts';
import { cutMiddle, mark } from '../messages/marks.ts';
import { redactedLine } from './redactedLine.ts';
import { textOf, toolCallsOf, type Log, type Message, type ToolCall } from '../messages/message.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { failureLines } from '../messages/toolOutcome.ts';
import { toolUse, useOfResult, type ToolUse } from '../messages/toolUse.ts';
import { personText, spansByAuthor } from '../messages/origins.ts';
import { redact, type Redacted } from '../redaction/redact.ts';
import { carriesSummary } from './foreignSummary.ts';
import { handoffBody, textAfterHandoff } from './handoff.ts';
import { asData, tag } from './frameMarks.ts';
import { withReadableJson } from './readableJson.ts';

/**
 * The conversation for a summariser: message by message, numbered, shortened, without secrets, and without text that
 * could end the quotation.
 */

/** Maximum characters of a tool's name; real ones have fewer than 100. */
const nameLength = 64;

/** The source of messages. */
export interface PromptSource {
	readonly log: Log;
	readonly pairs: ToolPairs;
}

/** The kind of text in a part of a message. */
type PartKind = 'words' | 'arguments' | 'result';

/** One text of a message with its label: already data, without secrets. */
export interface ShownPart {
	readonly label: string;
	readonly text: string;
	readonly kind: PartKind;
}

/**
 * The content of a message, with its number, role and tools; empty if it has none. Redacted as a whole: a cut could
 * leave half of a key, which is not recognised.
 */
export function partsOf(source: PromptSource, index: number): ShownPart[] {
	const shown = source.log[index]?.message;
	const number = `m${index + 1}`;
	switch (shown?.role) {
		case undefined:
		case 'system':
			return [];
		case 'tool':
			return [resultPart(source, index, number)];
		case 'user':
		case 'assistant':
			return [
				...wordParts(shown, number),
				...toolCallsOf(shown).map((call): ShownPart => {
					const label = `${number} call ${nameOf(call)}`;
					return { label, text: data(withReadableJson(call.arguments)), kind: 'arguments' };
				}),
			];
	}
}

/**
 * Share of a shortened text that is taken from its start. Errors are at the end of results, conclusions at the end of
 * messages.
 */
const startShares: Readonly<Record<PartKind, number>> = {
	words: 0.6,
	arguments: 0.7,
	result: 0.45,
};

/** Parts as text. @param limit Maximum characters of each. */
export function showParts(parts: readonly ShownPart[], limit = Number.POSITIVE_INFINITY): string {
	return parts
		.map(({ label, text, kind }) => {
			const shown = text.length <= limit ? text : shortened(text, limit, startShares[kind]);
			return shown === '' ? tag(label) : `${tag(label)}\n${shown}`;
		})
		.join('\n');
}

function shortened(text: string, limit: number, start: number): string {
	const head = Math.floor(limit * start);
	const cut = cutMiddle(text, head, Math.floor(limit) - head);
	return cut.length < text.length ? cut : text;
}

/** The result at this index with its call, or with an unnamed one if that is missing. */
function resultUse({ log, pairs }: PromptSource, index: number): ToolUse {
	return useOfResult(log, pairs, index) ?? toolUse(log, index, unknownCall, index);
}

const unknownCall: ToolCall = { id: '', name: 'tool', arguments: '' };

/**
 * Texts of earlier compactions, by Precis or another assistant, in these messages: their sections only. In the
 * conversation itself, only the text after them is shown.
 */
export function earlierSummaries(messages: readonly Message[]): string[] {
	return messages
		.filter(carriesSummary)
		.map((carrier) => handoffBody(textOf(carrier.content)))
		.filter((body) => body !== '');
}

function wordParts(shown: Message, number: string): ShownPart[] {
	const words = (speaker: string, text: string): ShownPart[] => {
		const content = data(text);
		return content === '' ? [] : [{ label: `${number} ${speaker}`, text: content, kind: 'words' }];
	};
	const text = textOf(shown.content);
	const earlier: ShownPart[] = carriesSummary(shown)
		? [{ label: `${number} earlier summary`, text: mark('given above'), kind: 'words' }]
		: [];
	if (shown.role !== 'user' || shown.origin === 'summary') {
		return [...earlier, ...words(shown.role, earlier.length === 0 ? text : textAfterHandoff(text))];
	}
	return [...earlier, ...authorsOf(shown).flatMap(([speaker, own]) => words(speaker, own))];
}

/** The parts of a user message besides earlier summaries, with the user's own text separate. */
function authorsOf(shown: Message): readonly (readonly [string, string])[] {
	const others = spansByAuthor(shown).filter(
		({ origin }) => origin !== 'person' && origin !== 'summary',
	);
	return [
		['user', personText(shown)],
		['client, not the person', others.map(({ text }) => text).join('\n')],
	];
}

function resultPart(source: PromptSource, index: number, number: string): ShownPart {
	const use = resultUse(source, index);
	const text = data(withReadableJson(use.result));
	const ending = [
		...(use.outcome.status === 'failed' ? ['failed'] : []),
		...(text === '' ? ['empty'] : []),
	];
	const label = [`${number} result of ${nameOf(use.call)}`, ...ending].join(', ');
	return { label, text, kind: 'result' };
}

/** The result at this index with its text replaced, without secrets. */
export function replacedResult(source: PromptSource, index: number, text: Redacted): string {
	const label = `m${index + 1} result of ${nameOf(resultUse(source, index).call)}`;
	return `${tag(label)}\n${asData(text)}`;
}

/** The digest of the result at this index, without secrets. */
export function resultDigest(source: PromptSource, index: number): Redacted {
	return redact(digest(withoutSecrets(resultUse(source, index))));
}

/** Redacts the texts of a use before they are cut: half a secret is not recognised. */
function withoutSecrets(use: ToolUse): ToolUse {
	const errorLines = use.outcome.status === 'failed' ? failureLines(use.result, redact) : [];
	return { ...use, target: redact(use.target), outcome: { ...use.outcome, errorLines } };
}

function nameOf(call: ToolCall): string {
	return redactedLine(call.name, nameLength);
}

/** Terminal colours and cursor movements, which say nothing. */
const terminalCodes = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g;

function data(text: string): string {
	const plain = text.includes('\u001b') ? text.replace(terminalCodes, '') : text;
	return asData(redact(plain.trim()));
}
