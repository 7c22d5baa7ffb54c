import { defaultSettings, type CompactionSettings } from '../compaction/budgets.ts';
import { largestDefaultReply } from '../compaction/thresholds.ts';
import { exportFormats, type ExportFormat } from '../conversations/exports/exportText.ts';
import { parseBaseUrl } from '../models/baseUrl.ts';
import { redact, type Redacted } from '../redaction/redact.ts';
import { parsedArguments, wholeNumber, UsageError } from './output.ts';

/** Text of `--help`. The options are a stable contract, because scripts use them. */
export const usage = `Usage: precis compact [options] FILE   compact a saved session; "compact" may be left out
       precis sessions                 list this folder's sessions and stored conversations
       precis search WORDS             find messages of a session
       precis recall [NUMBER]          read messages of a session
       precis undo [HANDLE]            go back to before a compaction of Claude Code
       precis mcp                      run an MCP server for other assistants
       precis hook ASSISTANT           called by an assistant that compacts its own context
       precis connect [ASSISTANT]      add the server and the hooks to an assistant, or remove them
       precis doctor                   show which store and sessions Precis reads, and what is connected

Each command has a --help. Options of compact:

  --focus TEXT         the topic to preserve
  --window TOKENS      the model's window (default: recorded in the session, else ${defaultSettings.window})
  --summary-tokens N   maximum size of the whole handoff, from 300
  --tail-tokens N      maximum size of the messages kept verbatim at the end
  --until N            only the first N messages of the log
  --conversation K     the number of the conversation, if the file contains several
  --force              compact below the threshold
  --json               print one JSON object instead of the handoff
  --export FORMAT      print the compacted context without secrets instead of the handoff, as one of
                       ${exportFormats.join(', ')}
  --print-log          print the normalised log, one OpenAI chat message per line

  --base-url URL       an OpenAI-compatible server; its key is read from PRECIS_API_KEY
  --model NAME         the server's model that writes the summary
  --api chat|responses the API of the server (default chat)
  --timeout MS         how long one request may take (default 360000)

  -h, --help           print this
  --version            print the version
`;

/** A model of a server. */
export interface ModelArguments {
	readonly baseUrl: string;
	readonly api: 'chat' | 'responses';
	readonly model: string;
	/** Time-out of a request, milliseconds. */
	readonly timeout?: number;
}

/** The parsed arguments of `compact`. */
export interface Arguments {
	readonly file: string;
	/** @param recorded The model's window, if the session records it. */
	readonly settings: (recorded: number | undefined) => CompactionSettings;
	readonly force: boolean;
	readonly focus?: Redacted;
	readonly until?: number;
	readonly conversation?: number;
	readonly output: 'handoff' | 'json' | 'log' | { readonly format: ExportFormat };
	/** Absent: the built-in summariser writes. */
	readonly model?: ModelArguments;
}

/** A day in milliseconds: timers are limited to about 24 days. */
const longestTimeout = 86_400_000;

/** Size of a handoff's prefix and its thirteen headings, tokens. */
const smallestHandoff = 300;

const options = {
	focus: { type: 'string' },
	window: { type: 'string' },
	'summary-tokens': { type: 'string' },
	'tail-tokens': { type: 'string' },
	until: { type: 'string' },
	conversation: { type: 'string' },
	force: { type: 'boolean' },
	json: { type: 'boolean' },
	export: { type: 'string' },
	'print-log': { type: 'boolean' },
	'base-url': { type: 'string' },
	model: { type: 'string' },
	api: { type: 'string' },
	timeout: { type: 'string' },
	help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parsedArguments<typeof options>>['values'];

/** @throws {UsageError} */
export function parseArguments(args: readonly string[]): Arguments | 'help' {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		return 'help';
	}
	const [file, ...more] = positionals;
	if (file === undefined) {
		throw new UsageError('Which FILE?');
	}
	if (more.length > 0) {
		throw new UsageError(`One FILE at a time: ${more.join(' ')}`);
	}
	const until = wholeNumber('until', values.until, 1);
	const conversation = wholeNumber('conversation', values.conversation, 1);
	const focus = values.focus?.trim() ?? '';
	const model = modelOf(values);
	return {
		file,
		settings: settingsOf(values),
		force: values.force === true,
		...(focus === '' ? {} : { focus: redact(focus) }),
		...(until === undefined ? {} : { until }),
		...(conversation === undefined ? {} : { conversation }),
		output: outputOf(values),
		...(model === undefined ? {} : { model }),
	};
}

function outputOf({ json, export: format, 'print-log': log }: Values): Arguments['output'] {
	const outputs = [json === true, format !== undefined, log === true];
	if (outputs.filter(Boolean).length > 1) {
		throw new UsageError('Use only one of --json, --print-log and --export.');
	}
	if (format === undefined) {
		return log === true ? 'log' : json === true ? 'json' : 'handoff';
	}
	const known = exportFormats.find((name) => name === format);
	if (known === undefined) {
		throw new UsageError(`--export is one of ${exportFormats.join(', ')}, not "${format}".`);
	}
	return { format: known };
}

function settingsOf(values: Values): Arguments['settings'] {
	const summaryTokens = wholeNumber('summary-tokens', values['summary-tokens'], smallestHandoff);
	const tailTokens = wholeNumber('tail-tokens', values['tail-tokens'], 0);
	const given = wholeNumber('window', values.window, 1_000);
	return (recorded) => {
		const window = given ?? recorded ?? defaultSettings.window;
		return {
			...defaultSettings,
			window,
			reservedReply: Math.min(
				defaultSettings.reservedReply,
				Math.floor(largestDefaultReply * window),
			),
			...(summaryTokens === undefined ? {} : { summaryTokens }),
			...(tailTokens === undefined ? {} : { tailTokens }),
		};
	};
}

function modelOf(values: Values): ModelArguments | undefined {
	const { model, 'base-url': baseUrl, api = 'chat' } = values;
	const timeout = wholeNumber('timeout', values.timeout, 1, longestTimeout);
	if (api !== 'chat' && api !== 'responses') {
		throw new UsageError(`--api is chat or responses, not "${api}".`);
	}
	if (baseUrl === undefined && model === undefined) {
		return undefined;
	}
	if (baseUrl === undefined) {
		throw new UsageError('Which server has the model? Set it with --base-url URL.');
	}
	if (model === undefined || model.trim() === '') {
		throw new UsageError('Which model? Set it with --model NAME.');
	}
	const address = parseBaseUrl(baseUrl);
	if (address.kind === 'invalid') {
		throw new UsageError(`--base-url: ${address.message}`);
	}
	return {
		baseUrl: address.baseUrl,
		api,
		model,
		...(timeout === undefined ? {} : { timeout }),
	};
}
