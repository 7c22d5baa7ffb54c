import type { Message, ToolCall } from './message.ts';
import { personText } from './origins.ts';
import { parseArguments, toolFamily } from './toolFamilies.ts';
import { isFromPerson } from './userTurns.ts';

/** What a call hands to a sub-agent, its task among it; nothing if the call starts none. */
export function handedTexts({ name, arguments: text }: ToolCall): readonly string[] {
	const values = parseArguments(text);
	return toolFamily(name, values) === 'sub-agent'
		? Object.values(values ?? {}).flatMap((value) =>
				typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
			)
		: [];
}

/** The words with which a history begins; empty if the person has not said any. */
export function firstWordsIn(history: readonly Message[]): string {
	const first = history.find(isFromPerson);
	return first === undefined ? '' : personText(first);
}
