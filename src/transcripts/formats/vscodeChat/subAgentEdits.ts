import * as v from 'valibot';
import type { FileChange } from '../../../messages/message.ts';
import { toolFamily } from '../../../messages/toolFamilies.ts';
import { lenient, optionalText, read } from '../../building/shapes.ts';

const file = v.object({ path: v.string(), fsPath: optionalText });

const edited = v.object({ kind: v.literal('textEditGroup'), uri: file });

/** The id of the call that started the sub-agent; all parts of its work have it. */
const startedBy = { subAgentInvocationId: v.string() };

const edit = v.object({
	...startedBy,
	kind: v.literal('codeblockUri'),
	isEdit: v.literal(true),
	uri: file,
});

const use = v.object({
	...startedBy,
	kind: v.literal('toolInvocationSerialized'),
	toolId: v.string(),
	pastTenseMessage: v.object({ uris: lenient(v.record(v.string(), file)) }),
});

/**
 * The file changes of sub-agents, by the id of the call that started each. A session contains only what VS Code
 * displayed of their work: the files that tools named, and the files that were edited.
 */
export function subAgentEdits(response: unknown): ReadonlyMap<string, readonly FileChange[]> {
	const parts = Array.isArray(response) ? (response as readonly unknown[]) : [];
	const names = new Map(
		parts.flatMap((part) => {
			const { uri } = read(edited, part) ?? {};
			return uri === undefined ? [] : [[uri.path, uri.fsPath ?? uri.path] as const];
		}),
	);
	const changes = new Map<string, readonly FileChange[]>();
	for (const { call, path, change } of parts.flatMap(editsIn)) {
		const name = names.get(path);
		const earlier = changes.get(call) ?? [];
		if (name !== undefined && !earlier.some((each) => each.path === name)) {
			changes.set(call, [...earlier, { path: name, change }]);
		}
	}
	return changes;
}

/** The file changes in one part of a response, with the call that started the sub-agent. */
function editsIn(part: unknown): readonly (FileChange & { readonly call: string })[] {
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
