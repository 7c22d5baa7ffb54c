import type { ToolCall } from './message.ts';
import { parseArguments, toolFamily } from './toolFamilies.ts';

/** The texts that a call passes to a sub-agent, such as its task; empty if the call does not start one. */
export function subAgentInputs({ name, arguments: text }: ToolCall): readonly string[] {
	const values = parseArguments(text);
	return toolFamily(name, values) === 'sub-agent'
		? Object.values(values ?? {}).flatMap((value) =>
				typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
			)
		: [];
}
