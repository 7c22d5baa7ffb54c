import type { FileChange, Message } from './message.ts';
import { patchOf } from './patches.ts';
import { argumentText, pathArgument, pathArguments } from './toolFamilies.ts';
import { pairTools } from './toolPairs.ts';
import { toolUses, type ToolUse } from './toolUse.ts';

/** The file changes made by one use of an editing tool; none unless its result reports success. */
export function fileChanges(use: ToolUse): readonly FileChange[] {
	const { family, arguments: values, call, outcome, resultIndex } = use;
	const isEdit = family === 'write' || family === 'edit';
	if (!isEdit || resultIndex === undefined || outcome.status !== 'ok') {
		return [];
	}
	const path = pathArgument(values);
	const patch = path === undefined ? patchOf(values, call.arguments) : undefined;
	if (patch !== undefined) {
		return patch.files.flatMap(({ path: patched, change, movedTo }): readonly FileChange[] =>
			movedTo === undefined ? [{ path: patched, change }] : moved(patched, movedTo),
		);
	}
	const target = argumentText(values, ['destination', 'new_path', 'newPath', 'to']);
	const from = path ?? argumentText(values, ['source', 'old_path', 'oldPath', 'from']);
	if (/^(?:move|rename)/i.test(call.name) && target !== undefined && from !== undefined) {
		return moved(from, target);
	}
	const change = /^(?:delete|remove)/i.test(call.name) ? 'deleted' : writtenChange(use);
	return pathArguments(values).map((each) => ({ path: each, change }));
}

/** The file changes made by all calls of a sub-agent and by the sub-agents it started, in order. */
export function changesIn(messages: readonly Message[]): readonly FileChange[] {
	const log = messages.map((message) => ({ message, tokens: 0 }));
	return toolUses(log, pairTools(log), 0, log.length).flatMap((use) => [
		...fileChanges(use),
		...(use.changed ?? []),
	]);
}

function moved(path: string, movedTo: string): readonly FileChange[] {
	return [
		{ path: movedTo, change: 'created' },
		{ path, change: 'renamed', movedTo },
	];
}

function writtenChange({ family, result, arguments: values }: ToolUse): FileChange['change'] {
	const beginning = result.slice(0, 200);
	if (family === 'write') {
		return /\b(?:updated|overwr\w+|modified|replaced)\b/i.test(beginning)
			? 'changed'
			: /\b(?:created|new)\b/i.test(beginning)
				? 'created'
				: 'written';
	}
	const isNew =
		values?.['command'] === 'create' ||
		values?.['old_string'] === '' ||
		/^(?:\S+ )?(?:file )?created\b/i.test(beginning);
	return isNew ? 'created' : 'changed';
}
