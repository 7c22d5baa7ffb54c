import type { Content, Part } from '../../../messages/message.ts';
import type { Report } from '../../problems.ts';
import { mediaTypeOf } from '../../building/openAiBlocks.ts';
import { callsOf, contentOf } from '../openAiChat/messages.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { taskWords } from '../../building/taskWords.ts';
import { callOf } from './calls.ts';
import { Condensations } from './condensations.ts';
import { recalledText } from './context.ts';
import {
	historyEvent,
	textField,
	type ActionEvent,
	type Fields,
	type HistoryEvent,
	type ObservationEvent,
} from './events.ts';

/** Actions and observations that are between the parts of the program. */
const internal: ReadonlySet<string> = new Set(
	(
		'null recall initialize start pause resume stop change_agent_state agent_state_changed ' +
		'condensation_request loop_recovery'
	).split(' '),
);

function messageContent(fields: Fields): Content {
	const text = textField(fields, 'content');
	const urls: unknown = fields.get('image_urls') ?? fields.get('images_urls');
	const images = (Array.isArray(urls) ? (urls as readonly unknown[]) : [])
		.filter((url) => typeof url === 'string')
		.map((url): Part => {
			return { type: 'image', mediaType: mediaTypeOf(url), url };
		});
	return images.length === 0 ? text : [{ type: 'text', text }, ...images];
}

/** The conversation that a stream of events comes to. */
export class EventRun {
	readonly #log = new TranscriptLog();
	readonly #condensations = new Condensations(this.#log);
	/** A benchmark's run: nobody is there, so all but the task comes from the program. */
	readonly #alone: boolean;
	/** Ids of calls, as in the file, by the events that are their actions. */
	readonly #callIds = new Map<number, string>();
	/** Actions of the person, whose output the model reads as told by them. */
	readonly #ofPerson = new Set<number>();
	/** Reply and calls of the last assistant message, to know the other actions it asked for. */
	#reply = '';
	#asked: ReadonlySet<string> = new Set();
	#hasTask = false;
	#count = 0;
	/** Delegates at work, one within the other: what they do is not said in this conversation. */
	#delegates = 0;
	#left = 0;

	constructor(alone: boolean) {
		this.#alone = alone;
	}

	/** Takes the next event; the oldest files have them in pairs. */
	add(value: unknown, report: Report): void {
		if (Array.isArray(value)) {
			for (const one of value as readonly unknown[]) {
				this.#add(historyEvent(one), report);
			}
		} else {
			this.#add(historyEvent(value), report);
		}
	}

	#add(event: HistoryEvent | undefined, report: Report): void {
		this.#count += 1;
		if (event === undefined) {
			report('it is no event; it was left out');
			return;
		}
		const isDelegation = event.name === 'delegate';
		if (this.#delegates > 0 && event.kind === 'observation' && isDelegation) {
			this.#delegates -= 1;
		}
		if (this.#delegates > 0) {
			this.#delegates += isDelegation ? 1 : 0;
			this.#left += 1;
			return;
		}
		if (event.kind === 'observation') {
			this.#observe(event, report);
			return;
		}
		this.#act(event, report);
		this.#delegates += isDelegation ? 1 : 0;
	}

	#act(event: ActionEvent, report: Report): void {
		const { name, fields, source } = event;
		if (internal.has(name)) {
			return;
		}
		switch (name) {
			case 'system':
				this.#log.system(textField(fields, 'content'));
				return;
			case 'condensation':
				this.#condensations.take(fields);
				return;
			case 'message':
				this.#say(event);
				return;
			default:
				if (source === 'user' || source === 'environment') {
					this.#actForPerson(event);
				} else {
					this.#call(event, report);
				}
		}
	}

	#say({ id, fields, source }: ActionEvent): void {
		const content = messageContent(fields);
		const waits = fields.get('wait_for_response') === true;
		if (source === 'agent' || (source === undefined && waits)) {
			this.#condensations.startAt(id);
			this.#log.assistant(content);
			return;
		}
		const person = source !== 'environment' && !(this.#alone && this.#hasTask);
		this.#hasTask = true;
		if (!this.#log.awaitsResult) {
			this.#condensations.startAt(id);
		}
		this.#log.user(content, person ? 'person' : 'client');
	}

	/** What a person does in the program beside talking, as the program tells the model. */
	#actForPerson({ id, fields }: ActionEvent): void {
		const command = textField(fields, 'command');
		if (command !== '') {
			this.#log.user(`$ ${command}`, 'client');
		}
		if (id !== undefined) {
			this.#ofPerson.add(id);
		}
	}

	#call(event: ActionEvent, report: Report): void {
		const { id, fields, asked } = event;
		const call = callOf(event, `event_${id ?? this.#count}`);
		if (id !== undefined) {
			this.#callIds.set(id, call.id);
		}
		const reply = asked?.reply;
		if (reply !== undefined && reply.id === this.#reply && this.#asked.has(call.id)) {
			// Another action of the same reply.
			return;
		}
		const calls = reply === undefined ? [] : callsOf(reply.message, this.#count, report);
		const isThere = calls.some((candidate) => candidate.id === call.id);
		this.#condensations.startAt(id);
		this.#log.assistant(
			reply === undefined ? textField(fields, 'thought') : contentOf(reply.message, report),
			isThere ? calls : [call],
		);
		this.#reply = reply?.id ?? '';
		this.#asked = new Set(isThere ? calls.map((candidate) => candidate.id) : []);
	}

	#observe(event: ObservationEvent, report: Report): void {
		const { name, content, cause, fields, failed } = event;
		if (name === 'recall') {
			this.#addFromProgram(recalledText(fields));
			return;
		}
		if (internal.has(name)) {
			return;
		}
		const callId = cause === undefined ? undefined : this.#callIds.get(cause);
		const isOfPerson = cause !== undefined && this.#ofPerson.has(cause);
		const isNoted = cause === undefined && !this.#log.awaitsResult;
		if (isOfPerson || isNoted) {
			this.#addFromProgram(content);
			return;
		}
		const toolCallId = callId ?? orphanId(cause);
		this.#log.result({ toolCallId, content, ...(failed ? { isError: true } : {}) }, report);
	}

	#addFromProgram(content: string): void {
		if (content.trim() !== '') {
			this.#log.user(content, 'client');
		}
	}

	/** @param name What the file calls the task; empty where it does not. */
	conversation(name: string, report: Report): TranscriptConversation {
		if (this.#delegates > 0 && this.#left > 0) {
			report(`${this.#left} events of a delegate that did not end were left out`);
		}
		this.#log.title = [name, taskWords(this.#log.messages)].filter(Boolean).join(': ');
		return this.#log.conversation();
	}
}

/** An id no call has, for a result that names an action which is not there. */
function orphanId(cause: number | undefined): string | undefined {
	return cause === undefined ? undefined : `no event ${cause}`;
}
