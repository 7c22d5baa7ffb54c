import * as v from 'valibot';
import type { Content } from '../../messages/message.ts';
import type { DocumentFields } from '../bytes/records.ts';
import type { FoundCall } from '../building/openMessage.ts';
import { contentOf } from '../building/parts.ts';
import { anything, optionalText, read } from '../building/shapes.ts';
import { sessionReader, Session } from '../building/sessionReader.ts';
import type { TranscriptLog } from '../building/transcriptLog.ts';
import type { TranscriptReader } from '../reader.ts';

/** Continue's title of a session that does not have its own yet. */
const untitled = /^(?:New Session|Untitled Session)?$/i;

const contextItem = v.object({
	content: v.string(),
	name: v.optional(v.string(), ''),
	description: v.optional(v.string(), ''),
});

const toolCall = v.object({
	id: optionalText,
	function: v.object({ name: v.string(), arguments: v.optional(v.string(), '') }),
});

const toolCallState = v.object({
	toolCallId: v.string(),
	status: optionalText,
	output: v.nullish(v.array(v.unknown())),
});

const item = v.object({
	message: v.object({
		role: v.string(),
		content: v.optional(v.unknown(), ''),
		toolCalls: v.nullish(v.array(v.unknown())),
		toolCallId: optionalText,
	}),
	contextItems: v.nullish(v.array(v.unknown())),
	toolCallStates: v.nullish(v.array(v.unknown())),
	conversationSummary: optionalText,
});

/** An item of the history. */
type Item = v.InferOutput<typeof item>;

function validItems<Schema extends v.GenericSchema>(
	schema: Schema,
	values: readonly unknown[] | null | undefined,
): readonly v.InferOutput<Schema>[] {
	return (values ?? []).flatMap((value) => read(schema, value) ?? []);
}

/** The user's attachments: files, selections, search results, each under its name. */
function attachmentText(items: readonly unknown[] | null | undefined): string {
	return validItems(contextItem, items)
		.map(({ name, description, content }) =>
			[[name, description].filter(Boolean).join(': '), content].filter(Boolean).join('\n'),
		)
		.join('\n\n');
}

/** Reads one session. */
class ContinueSession extends Session<Item> {
	/** Ids of calls whose output is in the call's item; the history may repeat it as a message. */
	readonly #answered = new Set<string>();
	#hasTurns = false;

	constructor(log: TranscriptLog, { title }: DocumentFields) {
		super(log);
		log.title = typeof title === 'string' && !untitled.test(title) ? title : '';
	}

	take(found: Item): void {
		const summary = found.conversationSummary ?? '';
		if (summary !== '' && !this.#hasTurns) {
			// Continue's command line replaced all earlier messages by the summary.
			this.log.user(summary, 'summary');
			return;
		}
		this.#message(found);
		this.#hasTurns ||= found.message.role === 'user';
		if (summary !== '') {
			this.log.addCompaction({ end: this.log.messages.length, summary });
		}
	}

	#message(found: Item): void {
		const { message } = found;
		switch (message.role) {
			case 'system':
				this.log.system(this.#content(message.content));
				break;
			case 'user':
				this.#user(found);
				break;
			case 'assistant':
				this.#assistant(found);
				break;
			case 'tool': {
				const callId = message.toolCallId;
				if (callId === undefined || !this.#answered.has(callId)) {
					this.log.result({ toolCallId: callId, content: this.#content(message.content) }, 1);
				}
				break;
			}
			case 'thinking':
				break;
			default:
				this.log.unknown.add(1, message.role, 'message');
		}
	}

	#user({ message, contextItems }: Item): void {
		this.log.user(attachmentText(contextItems), 'client');
		this.log.user(this.#content(message.content));
	}

	#assistant({ message, toolCallStates }: Item): void {
		const calls = validItems(toolCall, message.toolCalls).map(
			({ id, function: called }): FoundCall => ({
				id,
				name: called.name,
				arguments: called.arguments === '' ? '{}' : called.arguments,
			}),
		);
		this.log.assistant(this.#content(message.content), calls);
		const callIds = new Set(calls.map(({ id }) => id));
		for (const { toolCallId, status, output } of validItems(toolCallState, toolCallStates)) {
			if (callIds.has(toolCallId) && output && output.length > 0) {
				const content = validItems(contextItem, output)
					.map((part) => part.content)
					.join('\n\n');
				const failed = status === 'errored' ? { isError: true } : {};
				this.#answered.add(toolCallId);
				this.log.result({ toolCallId, content, ...failed }, 1);
			}
		}
	}

	#content(content: unknown): Content {
		return contentOf(this.sorted(Array.isArray(content) ? content : [content], 1).parts);
	}
}

const session = v.object({
	history: v.pipe(
		v.array(v.object({ message: v.unknown(), contextItems: anything })),
		v.check(([first]) => Array.isArray(first?.contextItems)),
	),
});
const sessionStart = v.object({ sessionId: v.string(), workspaceDirectory: v.string() });

/**
 * Continue's sessions: one document with a history of messages and their attachments.
 *
 * Stored: `sessions/<session>.json` in `~/.continue`. Versions are not read.
 */
export const continueReader: TranscriptReader = sessionReader({
	format: 'continue',
	label: 'Continue',
	listKeys: ['history'],
	shape: item,
	detect: ({ document }) => v.is(sessionStart, document) || v.is(session, document),
	begin: (log, { fields }) => new ContinueSession(log, fields),
});
