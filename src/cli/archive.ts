import { Answers } from '../assistants/mcp/answers.ts';
import { placeOptions, placesOf } from '../assistants/places.ts';
import { parsedArguments, print, printJson, wholeNumber, UsageError } from './output.ts';

/** The usage of each command, and the options that not every command takes. */
const commands = {
	sessions: {
		usage: `Usage: precis sessions [--from N]

Lists this folder's sessions and stored conversations, newest first.`,
		takes: ['from'],
	},
	search: {
		usage: `Usage: precis search [--conversation HANDLE] [--from N] WORDS

Finds the five messages of a session that match best, by default of the newest session of this folder.`,
		takes: ['from', 'conversation'],
	},
	recall: {
		usage: `Usage: precis recall [--conversation HANDLE] [--page N] [--find WORDS] [NUMBER | FIRST-LAST]

Prints messages by number, without secrets; without a number an outline of the session.`,
		takes: ['page', 'find', 'conversation'],
	},
} as const;

/** A command that searches or reads the archive. */
type ArchiveCommand = keyof typeof commands;

const ownOptions = {
	from: '--from N               skip the first N',
	page: '--page N               page of a long answer',
	find: '--find WORDS           only the lines around these words',
	conversation:
		'--conversation HANDLE  a handle from "precis sessions" (default: the newest session of this folder)',
} as const;

const ownNames = Object.keys(ownOptions) as readonly (keyof typeof ownOptions)[];

/** Help for the options of all commands. */
const commonLines = `  --root FOLDER          look for sessions of this folder (default: the working directory)
  --store FOLDER         Precis' own store
  --json                 print one JSON object

  -h, --help             print this
`;

const options = {
	...placeOptions,
	conversation: { type: 'string' },
	from: { type: 'string' },
	page: { type: 'string' },
	find: { type: 'string' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Maximum of numeric options. */
const maximum = 999_999_999;

/**
 * Runs a command of the archive. The answers are the same as for assistants.
 * @returns The exit code; 2: nothing was found.
 * @throws {UsageError}
 * @throws {ToolRefusal} if there is no such conversation.
 */
export async function askArchive(
	command: ArchiveCommand,
	args: readonly string[],
): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(archiveUsage(command));
		return 0;
	}
	const unsupported = ownNames.find((name) => values[name] !== undefined && !takes(command, name));
	if (unsupported !== undefined) {
		throw new UsageError(`precis ${command} takes no --${unsupported}.`);
	}
	const answers = new Answers(await placesOf(values));
	const call = { client: undefined, signal: new AbortController().signal };
	const [tool, input] = question(command, values, positionals);
	const { text, data } = await answers.answer(tool, input, call);
	await (values.json === true ? printJson(data) : print(`${text}\n`));
	const list = data['hits'] ?? data['conversations'];
	return Array.isArray(list) && list.length === 0 ? 2 : 0;
}

function takes(command: ArchiveCommand, name: keyof typeof ownOptions): boolean {
	const taken: readonly string[] = commands[command].takes;
	return taken.includes(name);
}

/** Text of `--help`. */
export function archiveUsage(command: ArchiveCommand): string {
	const own = ownNames.filter((name) => takes(command, name));
	const lines = own.map((name) => `  ${ownOptions[name]}\n`);
	return `${commands[command].usage}\n\n${lines.join('')}${commonLines}`;
}

type Values = ReturnType<typeof parsedArguments<typeof options>>['values'];

function question(
	command: ArchiveCommand,
	{ conversation, from, page, find }: Values,
	positionals: readonly string[],
): readonly [tool: string, input: object] {
	const given = {
		...(conversation === undefined ? {} : { conversation }),
		...(page === undefined ? {} : { page: wholeNumber('page', page, 1, maximum) }),
		...(from === undefined ? {} : { from: wholeNumber('from', from, 0, maximum) }),
	};
	switch (command) {
		case 'sessions':
			if (positionals.length > 0) {
				throw new UsageError(`precis sessions takes no words: ${positionals.join(' ')}`);
			}
			return ['list_conversations', given];
		case 'search':
			if (positionals.length === 0) {
				throw new UsageError('Which WORDS?');
			}
			return ['search_conversation', { ...given, query: positionals.join(' ') }];
		case 'recall': {
			const [number, ...more] = positionals;
			if (more.length > 0) {
				throw new UsageError(`One NUMBER at a time: ${more.join(' ')}`);
			}
			if (number !== undefined && !/^#?[1-9]\d{0,8}(?:-#?[1-9]\d{0,8})?$/.test(number)) {
				throw new UsageError(`"${number}" is not the number of a message, nor a range of them.`);
			}
			if (number === undefined && find !== undefined) {
				throw new UsageError('--find needs a NUMBER. To search all messages, use "precis search".');
			}
			const selection = { ...(number && { number }), ...(find !== undefined && { find }) };
			return ['read_messages', { ...given, ...selection }];
		}
	}
}
