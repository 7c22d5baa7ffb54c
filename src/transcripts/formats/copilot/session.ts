import * as v from 'valibot';
import { textOf } from '../../../messages/message.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import { reportNewer } from '../../building/knownVersions.ts';
import { Session } from '../../building/sessionReader.ts';
import { CopilotCompactions } from './compactions.ts';
import { argumentsOf, callsOf, resultOf, spokenBy } from './content.ts';
import * as shapes from './events.ts';

/** The newest version of the events that is known. */
const knownVersion = '1';

/** Events whose `content` is shown to the person, or reaches the model in another event as well. */
const aside: readonly string[] = ['assistant.reasoning', 'skill.invoked'];

const withContent = v.object({ content: v.pipe(v.string(), v.nonEmpty()) });

/** Collects a session event by event. */
export class CopilotSession extends Session {
	readonly #compactions = new CopilotCompactions(this.log);
	readonly #events = new Set<string>();
	/** Calls by their ids, and whether they have their results. */
	readonly #calls = new Map<string, boolean>();
	/** What the person had run, in words, by the id of the call. */
	readonly #requested = new Map<string, string>();
	/** Names the reply of the model that the last event belonged to. */
	#reply = '';
	#system = '';

	take({ value, line }: PlacedRecord): void {
		const event = shapes.copilotEvent(value);
		if (event === undefined) {
			this.log.problems.add(line, 'This line is no Copilot event; it was left out.');
			return;
		}
		if (typeof event.id === 'string') {
			if (this.#events.has(event.id)) {
				return;
			}
			this.#events.add(event.id);
		}
		if (!shapes.isOfSubAgent(event) && !this.#read(event, line)) {
			this.log.problems.add(line, `This ${event.type} event cannot be read; it was left out.`);
		}
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
					this.log.title = title.trim();
				});
			case 'system.message':
				return taken(shapes.systemMessage, ({ content }) => {
					this.#instructed(content);
				});
			case 'system.notification':
				return taken(shapes.notification, ({ content }) => {
					// Others are for the person alone.
					if (/^\s*<system_notification\b/.test(content)) {
						this.log.user(content, 'client');
					}
				});
			case 'user.message':
				return taken(shapes.userMessage, (said) => {
					for (const message of spokenBy(said)) {
						this.log.add(message);
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
				this.#compactions.begin();
				return true;
			case 'session.compaction_complete':
				return taken(shapes.compactionComplete, (compaction) => {
					this.#compactions.complete(compaction);
				});
			default:
				if (!aside.includes(type) && v.is(withContent, data)) {
					this.log.unknown.add(line, type);
				}
				return true;
		}
	}

	#started(start: v.InferOutput<typeof shapes.sessionStart>, line: number): void {
		const { version, copilotVersion } = start;
		this.log.version ??= copilotVersion ?? (version === undefined ? undefined : String(version));
		if (version !== undefined) {
			reportNewer(String(version), knownVersion, line, this.log.problems);
		}
	}

	/** The whole system prompt is written again with every turn. */
	#instructed(content: string): void {
		if (content !== this.#system && content.trim() !== '') {
			this.#system = content;
			this.log.system(content);
		}
	}

	/** One reply of the model can be several events, of which some say nothing. */
	#replied(said: v.InferOutput<typeof shapes.assistantMessage>, line: number): void {
		const { calls, unreadable } = callsOf(said.toolRequests ?? []);
		const key = said.apiCallId ?? '';
		if (key === '' || key !== this.#reply || said.content.trim() !== '') {
			this.log.assistant(said.content);
		}
		this.#reply = key;
		for (const call of calls) {
			this.#calls.set(call.id, false);
			this.log.call(call);
		}
		if (unreadable > 0) {
			const were = unreadable === 1 ? 'it was' : 'they were';
			this.log.problems.add(
				line,
				`${unreadable} of this message’s tool calls cannot be read; ${were} left out.`,
			);
		}
	}

	#completed(completed: v.InferOutput<typeof shapes.toolComplete>, line: number): void {
		const { toolCallId } = completed;
		const requested = this.#requested.get(toolCallId);
		const answered = this.#calls.get(toolCallId);
		const result = resultOf(completed);
		if (answered === true) {
			this.log.problems.add(line, `A second result of the call ${toolCallId} was left out.`);
		} else if (answered === undefined && requested !== undefined) {
			const content = `[the person ran ${requested}]\n${textOf(result.content)}`;
			this.log.user(content, 'client');
		} else {
			this.#calls.set(toolCallId, true);
			this.log.result(result, line);
		}
	}
}
