import * as v from 'valibot';
import type { Message, ToolMessage, UserMessage } from '../../messages/message.ts';
import { CallIds } from '../callIds.ts';
import { MessageList } from '../messageList.ts';
import type { ProblemList } from '../problems.ts';
import type { EarlierCompaction, Transcript } from '../reader.ts';
import { firstWords } from '../titles.ts';
import { UnknownKinds } from '../unknownKinds.ts';
import { argumentsOf, callsOf, resultOf, spokenBy } from './content.ts';
import * as shapes from './events.ts';
import { Reply } from './reply.ts';

/** The newest version of the events that is known. */
const knownVersion = 1;

/** Events whose `content` is shown to the person, or reaches the model in another event as well. */
const aside: readonly string[] = ['assistant.reasoning', 'skill.invoked'];

const withContent = v.object({ content: v.pipe(v.string(), v.nonEmpty()) });

/** How a call of the session stands. */
interface MadeCall {
	readonly id: string;
	answered: boolean;
}

/** Collects a session event by event. */
export class CopilotSession {
	readonly #problems: ProblemList;
	readonly #messages = new MessageList();
	readonly #events = new Set<string>();
	readonly #callIds = new CallIds();
	/** By the id in the file; of an id that repeats the latest. */
	readonly #calls = new Map<string, MadeCall>();
	/** What the person had run, in words, by the id of the call. */
	readonly #requested = new Map<string, string>();
	readonly #earlier: EarlierCompaction[] = [];
	readonly #unknown = new UnknownKinds();
	#reply: Reply | undefined;
	#system = '';
	#title = '';
	#version: string | undefined;
	/** Index of the first message that is no system prompt. */
	#start: number | undefined;
	/** Number of messages when the compaction that runs began. */
	#compacting: number | undefined;

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** Takes the JSON value of the next line. */
	take(line: number, value: unknown): void {
		const event = shapes.copilotEvent(value);
		if (event === undefined) {
			this.#problems.add(line, 'This line is no Copilot event; it was left out.');
			return;
		}
		if (typeof event.id === 'string') {
			if (this.#events.has(event.id)) {
				return;
			}
			this.#events.add(event.id);
		}
		if (!shapes.isOfSubAgent(event) && !this.#read(event, line)) {
			this.#problems.add(line, `This ${event.type} event cannot be read; it was left out.`);
		}
	}

	/** The conversation; what is still open is closed. */
	transcript(): Transcript {
		this.#closeReply();
		this.#unknown.report(this.#problems);
		const title = this.#title || firstWords(this.#messages);
		return {
			format: 'copilot',
			...(this.#version === undefined ? {} : { version: this.#version }),
			conversations: [
				{
					title,
					messages: this.#messages,
					...(this.#earlier.length === 0 ? {} : { earlier: this.#earlier }),
				},
			],
			problems: this.#problems.toArray(),
		};
	}

	/** Reads one event; false when it is broken. */
	#read({ type, data }: shapes.CopilotEvent, line: number): boolean {
		const taken = <Schema extends v.GenericSchema>(
			schema: Schema,
			use: (output: v.InferOutput<Schema>) => void,
		): boolean => {
			const parsed = v.safeParse(schema, data);
			if (parsed.success) {
				use(parsed.output);
			}
			return parsed.success;
		};
		switch (type) {
			case 'session.start':
				return taken(shapes.sessionStart, (start) => {
					this.#started(start, line);
				});
			case 'session.title_changed':
				return taken(shapes.titleChanged, ({ title }) => {
					this.#title = title.trim();
				});
			case 'system.message':
				return taken(shapes.systemMessage, ({ content }) => {
					this.#instructed(content);
				});
			case 'system.notification':
				return taken(shapes.notification, ({ content }) => {
					// Others are for the person alone.
					if (/^\s*<system_notification\b/.test(content)) {
						this.#spoken({ role: 'user', content, origin: 'client' });
					}
				});
			case 'user.message':
				return taken(shapes.userMessage, (said) => {
					for (const message of spokenBy(said)) {
						this.#spoken(message);
					}
				});
			case 'assistant.message':
				return taken(shapes.assistantMessage, (said) => {
					this.#replied(said, line);
				});
			case 'tool.user_requested':
				return taken(shapes.userRequested, ({ toolCallId, toolName, arguments: written }) => {
					this.#requested.set(toolCallId, `${toolName} ${argumentsOf(written, undefined)}`);
				});
			case 'tool.execution_complete':
				return taken(shapes.toolComplete, (completed) => {
					this.#completed(completed, line);
				});
			case 'session.compaction_start':
				this.#settle();
				this.#compacting = this.#messages.length;
				return true;
			case 'session.compaction_complete':
				return taken(shapes.compactionComplete, (compaction) => {
					this.#compacted(compaction);
				});
			default:
				if (!aside.includes(type) && v.is(withContent, data)) {
					this.#unknown.add(line, type);
				}
				return true;
		}
	}

	#started(start: v.InferOutput<typeof shapes.sessionStart>, line: number): void {
		const { version, copilotVersion } = start;
		this.#version ??= copilotVersion ?? (version === undefined ? undefined : String(version));
		if (version !== undefined && version > knownVersion) {
			this.#problems.add(
				line,
				`These events are of version ${version}; versions up to ${knownVersion} are known. ` +
					'What was understood was read.',
			);
		}
	}

	/** The whole system prompt is written again with every turn. */
	#instructed(content: string): void {
		if (content !== this.#system && content.trim() !== '') {
			this.#system = content;
			this.#closeReply();
			this.#push({ role: 'system', content });
		}
	}

	#spoken(message: UserMessage | ToolMessage): void {
		this.#settle();
		if (this.#reply === undefined) {
			this.#push(message);
		} else {
			this.#reply.follow(message);
		}
	}

	#replied(said: v.InferOutput<typeof shapes.assistantMessage>, line: number): void {
		const key = said.apiCallId ?? '';
		if (this.#reply?.continuesWith(key) !== true) {
			this.#closeReply();
			this.#reply = new Reply(key);
		}
		const { calls, unreadable } = callsOf(said.toolRequests ?? []);
		if (unreadable > 0) {
			this.#problems.add(
				line,
				`${unreadable} of this message’s tool calls cannot be read; ${unreadable === 1 ? 'it was' : 'they were'} left out.`,
			);
		}
		const made = calls.map((call) => {
			const id = this.#callIds.unique(call.id);
			this.#calls.set(call.id, { id, answered: false });
			return { ...call, id };
		});
		this.#reply?.say(said.content, made);
	}

	#completed(completed: v.InferOutput<typeof shapes.toolComplete>, line: number): void {
		const { toolCallId } = completed;
		const call = this.#calls.get(toolCallId);
		const result = resultOf(completed, call?.id ?? toolCallId);
		const requested = this.#requested.get(toolCallId);
		if (call?.answered === true) {
			this.#problems.add(line, `A second result of the call ${toolCallId} was left out.`);
		} else if (call !== undefined) {
			call.answered = true;
			if (this.#reply?.answer(result) !== true) {
				this.#spoken(result);
			}
		} else if (requested !== undefined) {
			const text = typeof result.content === 'string' ? result.content : '';
			const content = `[the person ran ${requested}]\n${text}`;
			this.#spoken({ role: 'user', content, origin: 'client' });
		} else {
			this.#problems.add(line, `The call ${toolCallId} is not in the file; its result was kept.`);
			this.#spoken(result);
		}
	}

	#compacted(compaction: v.InferOutput<typeof shapes.compactionComplete>): void {
		const { success, summaryContent, preCompactionTokens } = compaction;
		const summary = summaryContent?.trim() ?? '';
		this.#settle();
		const at = this.#messages.length;
		const end = this.#compacting ?? at;
		const start = this.#start ?? at;
		this.#compacting = undefined;
		if (!success || summary === '') {
			return;
		}
		if (start >= end) {
			// What it stands for is not in the file.
			this.#spoken({ role: 'user', content: summary, origin: 'summary' });
			return;
		}
		this.#earlier.push({
			range: { start, end },
			at,
			summary,
			...(preCompactionTokens === undefined ? {} : { tokensBefore: preCompactionTokens }),
		});
	}

	/** Closes the reply if nothing of it is missing. */
	#settle(): void {
		if (this.#reply?.answered === true) {
			this.#closeReply();
		}
	}

	#closeReply(): void {
		for (const message of this.#reply?.messages() ?? []) {
			this.#push(message);
		}
		this.#reply = undefined;
	}

	#push(message: Message): void {
		if (message.role !== 'system') {
			this.#start ??= this.#messages.length;
		}
		this.#messages.push(message);
	}
}
