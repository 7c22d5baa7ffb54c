import type { ConversationEvent } from '../conversations/service/events.ts';
import type { JobSummary } from '../conversations/service/job.ts';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { Progress } from '../protocol/channel.ts';
import type { Host } from './host.ts';

/**
 * The service's events for the host. Progress of jobs is passed on at once. All other changes to displayed data are
 * reported once after each step, however many there were, and before the step's reply.
 */
export class EventsForHost {
	readonly #host: Pick<Host, 'tell'>;
	readonly #changed = new Set<string>();
	readonly #viewOf: (conversation: string) => ConversationView | undefined;

	/** @param viewOf The new view of a changed conversation; undefined: it is not on screen. */
	constructor(
		host: Pick<Host, 'tell'>,
		viewOf: (conversation: string) => ConversationView | undefined,
	) {
		this.#host = host;
		this.#viewOf = viewOf;
	}

	/** Passes on the displayed part of an event. */
	handle(event: ConversationEvent): void {
		const { conversation } = event;
		switch (event.type) {
			case 'deleted':
				this.#changed.delete(conversation);
				this.#host.tell({ type: 'deleted', conversation });
				return;
			case 'job-changed': {
				const { focus } = event.job;
				const topic = focus === undefined ? {} : { focus };
				this.#host.tell({ type: 'job', conversation, ...topic, progress: progressOf(event.job) });
				return;
			}
			case 'job-ended': {
				const { id: job, trigger } = event.job;
				// The view with its result arrives before the end of the job.
				this.#reportChange(conversation);
				this.#host.tell({ type: 'job-ended', conversation, job, trigger, result: event.end });
				return;
			}
			case 'notice':
				this.#host.tell({ type: 'notice', conversation, notice: event.notice });
				return;
			case 'created':
				this.#host.tell({ type: 'created', conversation });
				return;
			case 'changed':
				this.changed(conversation);
		}
	}

	/** The displayed data of a conversation changed. */
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
			// Reported only to the caller that asks for it.
		}
		this.#host.tell({ type: 'changed', conversation, ...(view === undefined ? {} : { view }) });
	}
}

function progressOf({ isCommitting, progress }: JobSummary): Progress {
	if (isCommitting || progress === undefined) {
		return { phase: isCommitting ? 'committing' : 'planning' };
	}
	const { model, piece, of, attempt } = progress;
	return {
		phase: 'summarising',
		...(model === undefined ? {} : { model, attempt, piece: { number: piece, of } }),
	};
}
