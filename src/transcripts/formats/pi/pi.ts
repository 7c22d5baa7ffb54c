import * as v from 'valibot';
import type { Part, UserOrigin } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import { splitByPath } from '../../building/branches.ts';
import { Session, sessionReader } from '../../building/sessionReader.ts';
import {
	anything,
	lenient,
	optionalFlag,
	optionalNumber,
	optionalText,
	parentId,
	read,
} from '../../building/shapes.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import type { Pace } from '../../bytes/steps.ts';
import type { TranscriptReader } from '../../reader.ts';

/** One line. */
const entryShape = v.object({
	type: v.string(),
	id: optionalText,
	/** `null` starts a new tree; absent, or an id that is not in the file, continues the previous line. */
	parentId,
	message: anything,
	/** Content of a message that an extension inserted. */
	content: anything,
	/** Summary of a compaction, or of an abandoned branch. */
	summary: optionalText,
	firstKeptEntryId: optionalText,
	/** 0-based position in the file, before entries had ids. */
	firstKeptEntryIndex: optionalNumber,
	tokensBefore: optionalNumber,
	/** An extension wrote the summary. */
	fromHook: optionalFlag,
	timestamp: optionalText,
	/** The user's name for the session. */
	name: optionalText,
});

type PiEntry = v.InferOutput<typeof entryShape>;

const messageShape = v.object({
	role: v.string(),
	content: anything,
	toolCallId: optionalText,
	isError: optionalFlag,
	/** The command, for a command that the user ran. */
	command: v.fallback(v.string(), ''),
	output: v.fallback(v.string(), ''),
	exitCode: optionalNumber,
	cancelled: optionalFlag,
	excludeFromContext: optionalFlag,
	usage: lenient(v.object({ totalTokens: v.number() })),
});

type PiMessage = v.InferOutput<typeof messageShape>;

/** Kinds of line without any part of the conversation. */
const bookkeeping: readonly string[] = [
	'session',
	'model_change',
	'thinking_level_change',
	'label',
	'usage',
	/** An extension's private data. */
	'custom',
	/** Changes only the context; the log keeps the original. */
	'context_edit',
];

/** Kinds of line that are part of a conversation. */
const messageTypes: readonly string[] = ['message', 'custom_message', 'branch_summary'];

/** The introduction of a branch's summary to the model. */
const branchIntroduction =
	'The following is a summary of a branch that this conversation came back from:';

/** A command that the user ran, in Pi's wording for the model. */
function commandText({ command, output, exitCode, cancelled }: PiMessage): string {
	const shownOutput = output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``;
	const failed = typeof exitCode === 'number' && exitCode !== 0;
	const code = failed ? `\n\nCommand exited with code ${exitCode}` : '';
	return `Ran \`${command}\`\n${shownOutput}${cancelled === true ? '\n\n(command cancelled)' : code}`;
}

/** Collects a session; which branches were abandoned is known only at its end. */
class PiSession extends Session<PiEntry> {
	readonly #entries: (PiEntry & { readonly parent: PiEntry['parentId']; at: PlacedRecord })[] = [];
	/** Number of messages before each entry, by its id, and by its position, which the first versions use. */
	readonly #starts = new Map<string | number, number>();

	take(entry: PiEntry, at: PlacedRecord): void {
		this.#entries.push({ ...entry, parent: entry.parentId, at });
	}

	override async end(pace: Pace): Promise<void> {
		const { kept, abandoned } = splitByPath(this.#entries);
		for (const { at, ...entry } of kept) {
			await pace();
			const start = this.log.settled.length;
			this.#starts.set(at.position - 1, start).set(entry.id ?? at.position - 1, start);
			this.log.record = at.value;
			this.#take(entry, at.line);
		}
		const abandonedMessages = abandoned.filter(({ type }) => messageTypes.includes(type));
		const line = abandonedMessages[0]?.at.line ?? 1;
		this.log.problems.addRewind(line, abandonedMessages.length);
	}

	#take(entry: PiEntry, line: number): void {
		const { type, summary, tokensBefore, timestamp } = entry;
		switch (type) {
			case 'message':
				this.#message(entry.message, line);
				return;
			case 'custom_message':
				this.#add(this.sorted(entry.content, line).parts, 'client');
				return;
			case 'branch_summary':
				if (summary) {
					const words = `${branchIntroduction}\n\n<summary>\n${summary}</summary>`;
					this.#add([{ type: 'text', text: words }], 'summary');
				}
				return;
			case 'compaction':
				if (summary?.trim()) {
					const at = this.log.messages.length;
					const { firstKeptEntryId: id, firstKeptEntryIndex: index } = entry;
					const end = this.#starts.get(id ?? index ?? -1) ?? at;
					const time = Date.parse(timestamp ?? '');
					const byPlugin = entry.fromHook === true;
					this.log.addCompaction({ end, at, summary, tokensBefore, time, byPlugin });
				}
				return;
			case 'session_info':
				this.log.title = entry.name ?? this.log.title;
				return;
			default:
				if (!bookkeeping.includes(type)) {
					this.log.unknown.add(line, type);
				}
		}
	}

	#message(value: unknown, line: number): void {
		const message = read(messageShape, value);
		if (message === undefined) {
			this.log.problems.add(line, 'This line is a message without a role; it was left out.');
			return;
		}
		const { role, toolCallId, isError } = message;
		const { parts, calls } = this.sorted(message.content, line);
		switch (role) {
			case 'user':
				this.#add(parts);
				return;
			case 'custom':
			case 'hookMessage':
				this.#add(parts, 'client');
				return;
			case 'system':
				this.log.system(contentOf(parts));
				return;
			case 'bashExecution':
				if (message.excludeFromContext !== true) {
					this.#add([{ type: 'text', text: commandText(message) }], 'client');
				}
				return;
			case 'assistant':
				this.log.assistant(parts, calls);
				this.log.recordUsage(message.usage?.totalTokens);
				return;
			case 'toolResult': {
				const result = { toolCallId, content: contentOf(parts) };
				this.log.result(typeof isError === 'boolean' ? { ...result, isError } : result, line);
				return;
			}
			default:
				this.log.unknown.add(line, `message of ${role}`);
		}
	}

	#add(parts: readonly Part[], origin?: UserOrigin): void {
		this.log.user(contentOf(parts), origin);
	}
}

/** A line that identifies the format: the session's header, or, if that is damaged, a message that only Pi writes. */
const ownLine = v.union([
	v.object({ type: v.literal('session'), id: v.unknown(), cwd: v.unknown() }),
	v.object({
		type: v.literal('message'),
		message: v.object({ role: v.picklist(['toolResult', 'bashExecution']) }),
	}),
]);

/**
 * Pi's sessions: lines that form a tree, or in the first version a list. Programs based on Pi write them too.
 *
 * Stored: `sessions/<folder>/` in `~/.pi/agent`. Seen: version 3, and older files without a version.
 */
export const pi: TranscriptReader = sessionReader({
	format: 'pi',
	label: 'Pi',
	shape: entryShape,
	detect: ({ lines }) => lines.some((value) => v.is(ownLine, value)),
	begin: (log) => new PiSession(log),
});
