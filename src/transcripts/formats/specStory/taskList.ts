import type { ToolUse } from './toolUse.ts';
import { useArguments } from './useArguments.ts';

/** The line above a list of tasks. Older versions tell of the tool that keeps it by the list alone. */
const title = '**Agent task list:**';

const task = /^- \[.\] /u;

/** Lines of the longest list that is looked through. */
const mostLines = 1_000;

/** Whether these lines are a list of tasks as the client writes it, and nothing else. */
export function isTaskList(lines: readonly string[]): boolean {
	if (lines.length > mostLines) {
		return false;
	}
	const start = lines.findIndex((line) => line.trim() !== '');
	const tasks = lines.slice(start + 1);
	return (
		lines[start] === title &&
		tasks.some((line) => task.test(line)) &&
		tasks.every((line) => line.trim() === '' || task.test(line))
	);
}

/** The call that wrote a list of tasks. */
export function taskListUse(lines: readonly string[]): ToolUse {
	const name = 'TodoWrite';
	const words = lines.join('\n');
	const parts = { words, summary: '', inputs: [], isError: false };
	return {
		call: { name, arguments: JSON.stringify(useArguments(name, '', parts)) },
		result: '',
		isError: false,
	};
}
