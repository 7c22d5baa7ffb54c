import type { ToolCall } from './message.ts';
import { parseArguments, toolFamily } from './toolFamilies.ts';

/** What a call hands to a sub-agent, its task among it; nothing if the call starts none. */
export function handedTexts({ name, arguments: text }: ToolCall): readonly string[] {
	const values = parseArguments(text);
	return toolFamily(name, values) === 'sub-agent'
		? Object.values(values ?? {}).flatMap((value) =>
				typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
			)
		: [];
}
