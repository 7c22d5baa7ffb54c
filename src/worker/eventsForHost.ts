import type { ConversationEvent } from '../conversations/service/events.ts';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { Host } from './host.ts';

/**
 * Forwards the service's events to the host. Changes to displayed data are collected and reported once at the end of a
 * step, before the step's reply. All other events are forwarded immediately.
 */
export class EventsForHost {
	readonly #host: Host;
	readonly #changed = new Set<string>();
	readonly #viewOf: (conversation: string) => ConversationView | undefined;

	/** @param viewOf The new view of a changed conversation; undefined: it is not on screen. */
	constructor(host: Host, viewOf: (conversation: string) => ConversationView | undefined) {
		this.#host = host;
		this.#viewOf = viewOf;
	}

	handle(event: ConversationEvent): void {
		const { conversation } = event;
		if (event.type === 'changed') {
			this.changed(conversation);
			return;
		}
		if (event.type === 'deleted') {
			this.#changed.delete(conversation);
		} else if (event.type === 'job-ended') {
			// The view with its result arrives before the end of the job.
			this.#reportChange(conversation);
		}
		this.#host.notify(event);
	}

	/** Displayed data of a conversation changed. */
	changed(conversation: string): void {
		if (this.#changed.size === 0) {
			queueMicrotask(() => {
				[...this.#changed].forEach((id) => this.#reportChange(id));
			});
		}
		this.#changed.add(conversation);
	}

	#reportChange(conversation: string): void {
		this.#changed.delete(conversation);
		let view: ConversationView | undefined;
		try {
			view = this.#viewOf(conversation);
		} catch {
			// A caller that requests the view gets the error.
		}
		this.#host.notify({ type: 'changed', conversation, ...(view === undefined ? {} : { view }) });
	}
}
