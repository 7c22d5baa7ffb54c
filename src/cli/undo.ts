import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commandText, writeOwnFile } from '../assistants/connecting/connections.ts';
import { Archive } from '../assistants/mcp/archive.ts';
import { ToolRefusal } from '../assistants/mcp/refusal.ts';
import { placeOptions, placesOf } from '../assistants/places.ts';
import { messageOf } from '../messages/errors.ts';
import { claudeCode } from '../transcripts/formats/claudeCode/claudeCode.ts';
import { linesBeforeCompaction } from '../transcripts/formats/claudeCode/beforeCompaction.ts';
import { note, parsedArguments, print, UsageError, wholeNumber } from './output.ts';

/** Text of `--help`. */
export const undoUsage = `Usage: precis undo [--steps N] [HANDLE]

Prints a command that resumes a Claude Code session from before its latest compaction, as a new session. The old
session does not change.

  HANDLE               a handle from "precis sessions" (default: the newest session of this folder)
  --steps N            go back N compactions (default: 1)
  --root FOLDER        look for sessions of this folder (default: the working directory)
  --store FOLDER       where the copy goes (default: Precis' own store)

  -h, --help           print this
`;

const options = {
	...placeOptions,
	steps: { type: 'string' },
	help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Prints a command that undoes a compaction.
 * @returns The exit code.
 * @throws {UsageError} @throws {ToolRefusal} If nothing can be undone.
 */
export async function undo(args: readonly string[]): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(undoUsage);
		return 0;
	}
	const [handle, ...more] = positionals;
	if (more.length > 0) {
		throw new UsageError(`One HANDLE at a time: ${more.join(' ')}`);
	}
	const steps = wholeNumber('steps', values.steps, 1) ?? 1;
	const places = await placesOf(values);
	const call = { client: undefined, signal: new AbortController().signal };
	const found = await new Archive(places).find(handle, call);
	if (found.kind === 'stored' || found.session.store.label !== claudeCode.label) {
		throw new ToolRefusal(
			'not-there',
			'Only sessions of Claude Code are copied to undo a compaction. Pi goes back with /tree; OpenCode, Kilo and Cline keep the whole session.',
		);
	}
	const lines = linesBeforeCompaction(await readFile(found.session.path, 'utf8'), steps);
	if (lines === undefined) {
		throw new ToolRefusal(
			'not-compacted',
			steps === 1
				? 'This session was not compacted: there is nothing to undo.'
				: `This session was compacted fewer than ${steps} times. Use a smaller --steps.`,
		);
	}
	// Commands printed earlier stay valid: a longer copy gets a different folder.
	const folder = path.join(places.storage, 'undo', String(lines.length));
	const copy = path.join(folder, path.basename(found.session.path));
	try {
		await writeOwnFile(copy, lines, 0o600);
	} catch (error) {
		throw new Error(
			`The copy of the session cannot be written: ${messageOf(error)}. Name another folder with --store.`,
			{ cause: error },
		);
	}
	note('Leave Claude Code if it runs, then run this in the folder of the session:');
	const command = { command: 'claude', args: ['--resume', copy, '--fork-session'] };
	await print(`${commandText(command, process.platform)}\n`);
	return 0;
}
