import { patchText, patchedPaths } from '../../messages/patches.ts';
import { argumentText, pathArgument, pathArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { toldMade } from './gitCreations.ts';
import { FileLedger, type FileFact } from './fileLedger.ts';
import type { Change } from './knownFiles.ts';
import { ShellDirectories } from './shellDirectories.ts';
import { shellStart } from './shellStart.ts';
import { recordCommand } from './shellFiles.ts';
import { changedLines } from '../excerpts/changedLines.ts';

/**
 * The final state of every file touched by these calls, in the order of the last touch.
 * @param requests Indices of the person's messages.
 */
export function fileFacts(uses: readonly ToolUse[], requests: readonly number[] = []): FileFact[] {
	const ledger = new FileLedger(toldMade(uses));
	const shells = new ShellDirectories(requests, shellStart(uses, requests));
	for (const use of uses) {
		// A command line that failed may have done something before.
		const done = use.outcome.status !== 'failed' || use.family === 'terminal';
		if (done && use.resultIndex !== undefined) {
			if (isUnsettled(use)) {
				targetsOf(use).forEach((path) => ledger.attempt(path, use));
			} else {
				recordUse(ledger, use, shells);
			}
		}
	}
	return ledger.facts();
}

/** Whether a tool that writes whole files says that it replaced one. */
export function replacesFile({ result }: ToolUse): boolean {
	return /\b(?:updated|overwr|modified|replaced)/i.test(result.slice(0, 200));
}

/** Whether nothing says that the edit was made, and nothing that it was not. */
function isUnsettled({ family, outcome }: ToolUse): boolean {
	return outcome.status === 'unknown' && (family === 'edit' || family === 'write');
}

function targetsOf({ arguments: values, call }: ToolUse): string[] {
	const paths = pathArguments(values);
	const patch = paths.length > 0 ? undefined : patchText(values, call.arguments);
	return patch === undefined ? paths : patchedPaths(patch);
}

function recordUse(ledger: FileLedger, use: ToolUse, shells: ShellDirectories): void {
	const path = pathArgument(use.arguments);
	switch (use.family) {
		case 'read':
			pathArguments(use.arguments).forEach((read) => ledger.read(read, use));
			return;
		case 'write':
			if (path !== undefined) {
				ledger.replace(path, use, replacesFile(use) ? 'modified' : 'created', writtenText(use));
			}
			return;
		case 'edit':
			recordEdit(ledger, use, path);
			return;
		case 'terminal':
			recordCommand(ledger, use, shells);
			return;
		default:
			return;
	}
}

function recordEdit(ledger: FileLedger, use: ToolUse, path: string | undefined): void {
	const command = use.arguments?.['command'];
	const target = argumentText(use.arguments, ['destination', 'new_path', 'newPath', 'to']);
	if (/^(?:move|rename)/i.test(use.call.name) && target !== undefined) {
		const source = path ?? argumentText(use.arguments, ['source', 'old_path', 'oldPath', 'from']);
		if (source !== undefined) {
			ledger.move(source, target, use);
		}
		return;
	}
	if (path === undefined) {
		const patch = patchText(use.arguments, use.call.arguments);
		if (patch === undefined) {
			const text = writtenText(use);
			pathArguments(use.arguments).forEach((file) => ledger.write(file, use, 'modified', text));
		} else {
			ledger.patch(patch, use);
		}
	} else if (/^(?:delete|remove)/i.test(use.call.name)) {
		ledger.remove(path, use);
	} else if (changedLines(use).isVoid) {
		ledger.read(path, use);
	} else {
		const fresh =
			command === 'create' ||
			use.arguments?.['old_string'] === '' ||
			/^(?:created\b|(?:\S+ )?file created\b)/i.test(use.result);
		ledger.write(path, use, fresh ? 'created' : 'modified', writtenText(use), changeOf(use));
	}
}

/** What an edit replaced by what; undefined where that does not tell it from its undoing. */
function changeOf(use: ToolUse): Change | undefined {
	const { removed, added, whole } = changedLines(use);
	return whole || removed.length + added.length === 0
		? undefined
		: { from: removed.join('\n'), to: added.join('\n') };
}

/** Everything a call wrote or replaced, whatever its tool calls the arguments. */
function writtenText(use: ToolUse): string {
	const texts: string[] = [];
	const collect = (value: unknown): void => {
		if (typeof value === 'string' && value.length > 3) {
			texts.push(value);
		} else if (Array.isArray(value)) {
			value.forEach(collect);
		} else if (typeof value === 'object' && value !== null) {
			Object.values(value).forEach(collect);
		}
	};
	for (const [key, value] of Object.entries(use.arguments ?? {})) {
		if (/new|old|content|text|code|edits|diff|patch|insert|replace|source/i.test(key)) {
			collect(value);
		}
	}
	return texts.join('\n');
}
