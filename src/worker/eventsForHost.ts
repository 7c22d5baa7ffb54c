import type { ConversationEvent } from '../conversations/service/events.ts';
import type { JobSummary } from '../conversations/service/job.ts';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { Progress } from '../protocol/channel.ts';
import type { Host } from './host.ts';

/**
 * What the host hears of the service's events: how jobs get on as it happens; everything else that
 * changes what people see once after each step, however much happened in it, and before the step is answered.
 */
export class EventsForHost {
	readonly #host: Pick<Host, 'tell'>;
	readonly #changed = new Set<string>();
	readonly #viewOf: (conversation: string) => ConversationView | undefined;

	/** @param viewOf The new view of a changed conversation; undefined: nobody looks at it. */
	constructor(
		host: Pick<Host, 'tell'>,
		viewOf: (conversation: string) => ConversationView | undefined,
	) {
		this.#host = host;
		this.#viewOf = viewOf;
	}

	/** Passes on what a person sees of an event. */
	hear(event: ConversationEvent): void {
		const { conversation } = event;
		switch (event.type) {
			case 'deleted':
				this.#changed.delete(conversation);
				this.#host.tell({ type: 'deleted', conversation });
				return;
			case 'job-changed': {
				const { progress: _, ...job } = event.job;
				const view = { ...job, progress: progressOf(event.job) };
				this.#host.tell({ type: 'job', conversation, job: view });
				return;
			}
			case 'job-ended': {
				const { id: job, trigger } = event.job;
				// Its result is on screen before it is not running any more.
				this.#tellChange(conversation);
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

	/** What a person is shown of a conversation is another. */
	changed(conversation: string): void {
		if (this.#changed.size === 0) {
			queueMicrotask(() => {
				[...this.#changed].forEach((id) => this.#tellChange(id));
			});
		}
		this.#changed.add(conversation);
	}

	#tellChange(conversation: string): void {
		this.#changed.delete(conversation);
		let view: ConversationView | undefined;
		try {
			view = this.#viewOf(conversation);
		} catch {
			// Whoever asks for it is told why.
		}
		this.#host.tell({ type: 'changed', conversation, ...(view === undefined ? {} : { view }) });
	}
}

function progressOf({ state, progress }: JobSummary): Progress {
	if (state === 'committing' || progress === undefined) {
		return { phase: state === 'committing' ? 'committing' : 'planning' };
	}
	const { model, piece, of, attempt } = progress;
	return {
		phase: 'summarising',
		...(model === undefined ? {} : { model, attempt, piece: { number: piece, of } }),
	};
}
