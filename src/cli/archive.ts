import { answerOf } from '../mcp/answers.ts';
import { Archive } from '../mcp/archive.ts';
import { placeOptions } from '../mcp/serverOptions.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { print } from './output.ts';
import { parsedArguments, wholeNumber, UsageError } from './parsedArguments.ts';
import { placesHere } from './places.ts';

/** The archive at a terminal: the same answers that assistants get. */

/** What `--help` prints, by command. */
export const archiveUsages = {
	sessions: `Usage: precis sessions [--from N]

Lists the sessions of this folder and what Precis keeps for it, newest first.`,
	search: `Usage: precis search [--conversation HANDLE] [--from N] WORDS

Finds the five best messages of a session, the newest of this folder unless told otherwise.`,
	recall: `Usage: precis recall [--conversation HANDLE] [--page N] [--find WORDS] [NUMBER | FIRST-LAST]

Prints messages by number, without secrets; without a number an outline of the session.`,
} as const;

/** What they all take. */
export const archiveOptions = `
  --from N               pass over so many
  --page N               of a long answer
  --find WORDS           the lines around words
  --conversation HANDLE  of "precis sessions"; by default the newest session of this folder
  --root FOLDER          look for sessions of this folder (default: the working directory)
  --store FOLDER         Precis' own store
  --user-folder FOLDER   the editor's User folder, for the sessions of its extensions
  --json                 print one JSON object

  -h, --help             print this`;

const options = {
	...placeOptions,
	conversation: { type: 'string' },
	from: { type: 'string' },
	page: { type: 'string' },
	find: { type: 'string' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** The largest number that a question takes. */
const most = 999_999_999;

/** A question to the archive. */
export type ArchiveCommand = keyof typeof archiveUsages;

/**
 * Answers a question to the archive.
 * @returns The exit code: 2 where nothing was found.
 * @throws {UsageError}
 * @throws {Refusal} Where there is no such conversation.
 */
export async function askArchive(
	command: ArchiveCommand,
	args: readonly string[],
): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(`${archiveUsages[command]}\n${archiveOptions}\n`, withoutControls);
		return 0;
	}
	const archive = new Archive(await placesHere(values));
	const call = { client: undefined, signal: new AbortController().signal };
	const [tool, input] = question(command, values, positionals);
	const { content, structuredContent = {} } = await answerOf(tool, input, archive, call);
	const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
	await (values.json === true
		? print(`${JSON.stringify(structuredContent)}\n`)
		: print(`${text}\n`, withoutControls));
	return isEmpty(structuredContent) ? 2 : 0;
}

type Values = ReturnType<typeof parsedArguments<typeof options>>['values'];

function question(
	command: ArchiveCommand,
	{ conversation, from, page, find }: Values,
	positionals: readonly string[],
): readonly [tool: string, input: object] {
	const given = {
		...(conversation === undefined ? {} : { conversation }),
		...(page === undefined ? {} : { page: wholeNumber('page', page, 0, most) }),
	};
	const passed = from === undefined ? {} : { from: wholeNumber('from', from, 0, most) };
	switch (command) {
		case 'sessions':
			return ['list_conversations', passed];
		case 'search':
			if (positionals.length === 0) {
				throw new UsageError('Which WORDS?');
			}
			return ['search_conversation', { ...given, ...passed, query: positionals.join(' ') }];
		case 'recall': {
			const [number, ...more] = positionals;
			if (more.length > 0) {
				throw new UsageError(`One NUMBER at a time: ${more.join(' ')}`);
			}
			if (number !== undefined && !/^#?[1-9]\d{0,8}(?:-#?[1-9]\d{0,8})?$/.test(number)) {
				throw new UsageError(`"${number}" is not the number of a message, nor a range of them.`);
			}
			return [
				'read_messages',
				{
					...given,
					...(number === undefined ? {} : { number }),
					...(find === undefined ? {} : { find }),
				},
			];
		}
	}
}

function isEmpty(answer: Readonly<Record<string, unknown>>): boolean {
	const list = answer['hits'] ?? answer['conversations'];
	return Array.isArray(list) && list.length === 0;
}
