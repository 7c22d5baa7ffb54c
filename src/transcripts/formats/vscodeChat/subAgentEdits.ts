import * as v from 'valibot';
import type { FileChange } from '../../../messages/message.ts';
import { toolFamily } from '../../../messages/toolFamilies.ts';
import { lenient, optionalText, read } from '../../building/shapes.ts';

const file = v.object({ path: v.string(), fsPath: optionalText });

const edited = v.object({ kind: v.literal('textEditGroup'), uri: file });

/** The call that started the sub-agent of which a part was shown. */
const started = { subAgentInvocationId: v.string() };

const edit = v.object({
	...started,
	kind: v.literal('codeblockUri'),
	isEdit: v.literal(true),
	uri: file,
});

const use = v.object({
	...started,
	kind: v.literal('toolInvocationSerialized'),
	toolId: v.string(),
	pastTenseMessage: v.object({ uris: lenient(v.record(v.string(), file)) }),
});

/**
 * What sub-agents did to files, by the calls that started them. Of their work, a session has only what VS Code showed:
 * the files that their tools named, and those that were edited.
 */
export function editsBehind(response: unknown): ReadonlyMap<string, readonly FileChange[]> {
	const parts = Array.isArray(response) ? (response as readonly unknown[]) : [];
	const names = new Map(
		parts.flatMap((part) => {
			const { uri } = read(edited, part) ?? {};
			return uri === undefined ? [] : [[uri.path, uri.fsPath ?? uri.path] as const];
		}),
	);
	const changes = new Map<string, readonly FileChange[]>();
	for (const { call, path, change } of parts.flatMap(namedBy)) {
		const name = names.get(path);
		const earlier = changes.get(call) ?? [];
		if (name !== undefined && !earlier.some((each) => each.path === name)) {
			changes.set(call, [...earlier, { path: name, change }]);
		}
	}
	return changes;
}

/** The files that a part of a sub-agent's work says to be edited, with the call that started the sub-agent. */
function namedBy(part: unknown): readonly (FileChange & { readonly call: string })[] {
	const shown = read(edit, part);
	if (shown !== undefined) {
		return [{ call: shown.subAgentInvocationId, path: shown.uri.path, change: 'changed' }];
	}
	const used = read(use, part);
	if (used === undefined || toolFamily(used.toolId) !== 'write') {
		return [];
	}
	const { subAgentInvocationId: call, pastTenseMessage } = used;
	return Object.values(pastTenseMessage.uris ?? {}).map(({ path }) => ({
		call,
		path,
		change: 'written',
	}));
}
