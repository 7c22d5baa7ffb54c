import {
	textOf,
	toolCallsOf,
	type Log,
	type Message,
	type Origin,
} from '../../messages/message.ts';
import { parseArguments, salientArgument, toolFamily } from '../../messages/toolFamilies.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';
import { toolUse, type ToolUse } from '../../messages/toolUse.ts';
import { personText, stretchesOf, userOrigin } from '../../messages/origins.ts';
import { handoffEnd, textBehindHandoff } from '../handoff.ts';

/** What of a log an item can come from: what somebody said, or a call with its result. */

/** Who speaks, or that something was done. An earlier summary only repeats. */
export type PassageKind = 'person' | 'assistant' | 'use' | 'client' | 'summary';

/** Where in a passage something stands, as bits. */
export const place = { words: 1, target: 2, arguments: 4, result: 8 } as const;

/** A part of the log that counts as one source. */
export interface Passage {
	readonly kind: PassageKind;
	/** Numbers of its messages, ascending; a call and its result are two. */
	readonly numbers: readonly number[];
	/** The call with its result, for `use`; its outcome is read when it is first asked for. */
	use?(): ToolUse;
	/** Hands each text with its place to a reader. */
	read(reader: (place: number, text: string) => void): void;
}

/** The passages up to `end`, the newest first. System prompts are none. */
export function passagesOf(log: Log, pairs: ToolPairs, end: number): Passage[] {
	const passages: Passage[] = [];
	for (let index = Math.min(end, log.length) - 1; index >= 0; index -= 1) {
		const message = log[index]?.message;
		if (message !== undefined) {
			passages.push(...passagesAt(log, pairs, index, end, message));
		}
	}
	return passages;
}

function passagesAt(
	log: Log,
	pairs: ToolPairs,
	index: number,
	end: number,
	message: Message,
): Passage[] {
	switch (message.role) {
		case 'system':
			return [];
		case 'tool': {
			const answered = pairs.places.get(index)?.kind !== 'orphan';
			return answered ? [] : [spoken('use', index, place.result, textOf(message.content))];
		}
		case 'user': {
			return saidIn(message).map(([origin, text]) => spoken(origin, index, place.words, text));
		}
		case 'assistant': {
			const results = pairs.resultsOf(index);
			const uses = toolCallsOf(message).map((call, position): Passage => {
				const answer = results[position];
				const result = answer !== undefined && answer < end ? answer : undefined;
				let known: ToolUse | undefined;
				return {
					kind: 'use',
					numbers: result === undefined ? [index + 1] : [index + 1, result + 1],
					use: () => (known ??= toolUse(log, index, call, result)),
					read: (reader) => {
						readCall(call.name, call.arguments, reader);
						const content = result === undefined ? undefined : log[result]?.message.content;
						reader(place.result, content === undefined ? '' : textOf(content));
					},
				};
			});
			return [...uses.reverse(), spoken('assistant', index, place.words, textOf(message.content))];
		}
	}
}

/** The text of a user message by author: what a client, a tool or a file put there is none of theirs. */
function saidIn(message: Message): readonly (readonly ['person' | 'client' | 'summary', string])[] {
	const whole = userOrigin(message);
	if (whole !== 'person') {
		return [[whole ?? 'client', textOf(message.content)]];
	}
	const textBy = (isTheirs: (origin: Origin) => boolean): string =>
		stretchesOf(message)
			.flatMap(({ origin, text }) => (isTheirs(origin) ? [text] : []))
			.join('\n');
	const said = [
		['person', personText(message)],
		['summary', textBy((origin) => origin === 'summary')],
		['client', textBy((origin) => origin !== 'person' && origin !== 'summary')],
	] as const;
	return said.filter(([, text]) => text !== '');
}

function spoken(kind: PassageKind, index: number, at: number, text: string): Passage {
	return {
		kind,
		numbers: [index + 1],
		read: (reader) => {
			// A handoff of ours repeats what the log says; another assistant's summary may stand alone.
			reader(at, text.includes(handoffEnd) ? textBehindHandoff(text) : text);
		},
	};
}

/** The strings of a call's arguments, so that `\n` does not become part of a word. */
function readCall(
	name: string,
	written: string,
	reader: (place: number, text: string) => void,
): void {
	const values = parseArguments(written);
	const target = salientArgument(toolFamily(name), values, written);
	reader(place.target, `tool: ${name}\n${target}`);
	if (values === undefined) {
		return;
	}
	const strings = (value: unknown): void => {
		if (typeof value === 'string') {
			if (value !== target) {
				reader(place.arguments, value);
			}
		} else if (typeof value === 'object' && value !== null) {
			Object.values(value).forEach(strings);
		}
	};
	strings(values);
}
