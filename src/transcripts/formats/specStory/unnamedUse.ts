import { toolUseOf, type ToolUse } from './toolUse.ts';
import { usePartsOf, type UseParts } from './useParts.ts';

/** The tools that the summaries of the oldest files are of. */
const tools: readonly (readonly [opening: RegExp, name: string])[] = [
	[/^Read file: /, 'read_file'],
	[/^Edit file: /, 'edit_file'],
	[/^Listed (?:current )?directory\b/, 'list_dir'],
	[/^Searched codebase /, 'codebase_search'],
	[/^Searched web /, 'web_search'],
	[/^Grep /, 'grep'],
];

const fold = /^<details>[^]*<\/details>$/;

/** A command, and what it printed, each in a block. */
const commandRun = /^```bash\n[^]*\n```\n\n```\n[^]*\n```$/;

const patch = /^```diff\n[^]*\n```$/;

function nameOf(text: string, { summary }: UseParts): string | undefined {
	if (commandRun.test(text)) {
		return 'run_terminal_cmd';
	}
	if (patch.test(text)) {
		return 'edit_file';
	}
	const known = tools.find(([opening]) => opening.test(summary))?.[1];
	return fold.test(text) ? (known ?? 'tool') : known;
}

/** A piece of a reply as a tool use, where it is one: the oldest files name no tools. */
export function unnamedUseOf(piece: readonly string[]): ToolUse | undefined {
	const text = piece.join('\n').trim();
	const isOneLine = !text.includes('\n');
	if (!isOneLine && !text.startsWith('<details>') && !text.startsWith('```')) {
		return undefined;
	}
	const parts = usePartsOf(text.split('\n'));
	const name = nameOf(text, parts);
	return name === undefined ? undefined : toolUseOf(name, '', parts);
}
