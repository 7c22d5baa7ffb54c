import type { ToolCall } from '../../messages/message.ts';
import {
	parseArguments,
	salientArgument,
	toolFamily,
	type ToolFamily,
} from '../../messages/toolFamilies.ts';
import { kindOf } from './commandKinds.ts';
import { simpleCommands } from './shellWords.ts';

/** Families of tools that leave the work as it is. */
const looking: ReadonlySet<ToolFamily> = new Set([
	'read',
	'search',
	'web',
	'todo',
	'memory',
	'question',
]);

/** Whether a call may have changed something: of an unknown tool nobody can tell. */
export function mayChange(call: ToolCall): boolean {
	const values = parseArguments(call.arguments);
	const family = toolFamily(call.name, values);
	return family === 'terminal'
		? simpleCommands(salientArgument(family, values, call.arguments)).some(
				(command) => command.writes.length > 0 || kindOf(command) === 'changing',
			)
		: !looking.has(family);
}
