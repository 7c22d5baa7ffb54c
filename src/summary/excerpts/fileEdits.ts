import { patchesByFile, patchText } from '../../messages/patches.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/** An edit of several files as one edit of each: what was changed stands under the file it was changed in. */
export function fileEdits(use: ToolUse): readonly ToolUse[] {
	const patch = patchText(use.arguments, use.call.arguments);
	const parts = patch === undefined ? [] : patchesByFile(patch);
	return parts.length < 2
		? [use]
		: parts.map(({ path, text }) => ({
				...use,
				target: path,
				arguments: { file_path: path, patch: text },
			}));
}
