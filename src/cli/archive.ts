import { answerOf } from '../assistants/mcp/answers.ts';
import { Archive } from '../assistants/mcp/archive.ts';
import { placeOptions } from '../assistants/mcp/serverOptions.ts';
import { ToolRefusal } from '../assistants/mcp/refusal.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { print } from './output.ts';
import { parsedArguments, wholeNumber, UsageError } from './parsedArguments.ts';
import { placesHere } from './places.ts';

/** The archive at a terminal: the same answers that assistants get. */

/** What `--help` prints first, by command. */
const usages = {
	sessions: `Usage: precis sessions [--from N]

Lists the sessions of this folder and what Precis keeps for it, newest first.`,
	search: `Usage: precis search [--conversation HANDLE] [--from N] WORDS

Finds the five best messages of a session, the newest of this folder unless told otherwise.`,
	recall: `Usage: precis recall [--conversation HANDLE] [--page N] [--find WORDS] [NUMBER | FIRST-LAST]

Prints messages by number, without secrets; without a number an outline of the session.`,
} as const;

/** A question to the archive. */
type ArchiveCommand = keyof typeof usages;

/** What not every command takes. */
const ownOptions = {
	from: { commands: ['sessions', 'search'], line: '--from N               pass over so many' },
	page: { commands: ['recall'], line: '--page N               of a long answer' },
	find: {
		commands: ['recall'],
		line: '--find WORDS           only the lines of these messages around words',
	},
	conversation: {
		commands: ['search', 'recall'],
		line: '--conversation HANDLE  of "precis sessions"; by default the newest session of this folder',
	},
} as const satisfies Readonly<
	Record<string, { readonly commands: readonly ArchiveCommand[]; readonly line: string }>
>;

const ownNames = Object.keys(ownOptions) as readonly (keyof typeof ownOptions)[];

/** What they all take. */
const commonLines = `  --root FOLDER          look for sessions of this folder (default: the working directory)
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

/**
 * Answers a question to the archive.
 * @returns The exit code: 2 where nothing was found.
 * @throws {UsageError}
 * @throws {ToolRefusal} Where there is no such conversation.
 */
export async function askArchive(
	command: ArchiveCommand,
	args: readonly string[],
): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(archiveUsage(command), withoutControls);
		return 0;
	}
	const stray = ownNames.find((name) => values[name] !== undefined && !takes(command, name));
	if (stray !== undefined) {
		throw new UsageError(`precis ${command} takes no --${stray}.`);
	}
	const archive = new Archive(await placesHere(values));
	const call = { client: undefined, signal: new AbortController().signal };
	const [tool, input] = question(command, values, positionals);
	const { content, structuredContent = {} } = await answerOf(tool, input, archive, call).catch(
		atTerminal,
	);
	const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
	await (values.json === true
		? print(`${JSON.stringify(structuredContent)}\n`)
		: print(`${text}\n`, withoutControls));
	return isEmpty(structuredContent) ? 2 : 0;
}

/** What a model is told names tools, which nobody has at a terminal. @throws {unknown} */
function atTerminal(error: unknown): never {
	const words = error instanceof ToolRefusal ? refusals.get(error.code) : undefined;
	throw error instanceof ToolRefusal && words !== undefined
		? new ToolRefusal(error.code, words, { cause: error })
		: error;
}

const refusals: ReadonlyMap<ToolRefusal['code'], string> = new Map([
	[
		'unknown-conversation',
		'No conversation of this folder has this handle. "precis sessions" lists those there are.',
	],
	[
		'no-session',
		'No session of an assistant was found for this folder. "precis sessions" lists what Precis keeps for it.',
	],
]);

function takes(command: ArchiveCommand, name: keyof typeof ownOptions): boolean {
	const { commands }: { readonly commands: readonly ArchiveCommand[] } = ownOptions[name];
	return commands.includes(command);
}

/** What `--help` prints. */
export function archiveUsage(command: ArchiveCommand): string {
	const own = ownNames.filter((name) => takes(command, name));
	const lines = own.map((name) => `  ${ownOptions[name].line}\n`);
	return `${usages[command]}\n\n${lines.join('')}${commonLines}\n`;
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
			if (positionals.length > 0) {
				throw new UsageError(`precis sessions takes no words: ${positionals.join(' ')}`);
			}
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
			if (number === undefined && find !== undefined) {
				throw new UsageError(
					'In which messages? --find takes a NUMBER beside it; "precis search" looks in all of them.',
				);
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
