import type { Entry } from './entries.ts';

/** Lines that are remembered: more than any context has held between two compactions. */
const remembered = 50_000;

/**
 * Where the messages of the latest lines stand, as far as it takes to say how many there are from a
 * line on. Places count up; an assistant message and the results of its calls stand at the same one.
 */
export class RecentMessages {
	#lines = new Map<string, number>();
	#groups = new Map<string, number>();
	#calls = new Map<string, number>();
	/** The place of each message. */
	#messages: number[] = [];
	#next = 0;

	/** Takes a line in. @param entry What it adds to the conversation. */
	add(uuid: string, entry: Entry | undefined): void {
		this.#next += 1;
		this.#lines.set(uuid, entry === undefined ? this.#next : this.#place(entry));
		if (this.#next % remembered === 0) {
			this.#forget(this.#next - remembered);
		}
	}

	/** How many messages there are from a line on; undefined when it is not among the latest. */
	from(uuid: string): number | undefined {
		const place = this.#lines.get(uuid);
		return place === undefined ? undefined : this.#messages.filter((at) => at >= place).length;
	}

	/** How many come after a line's. */
	after(uuid: string): number | undefined {
		const place = this.#lines.get(uuid);
		return place === undefined ? undefined : this.#messages.filter((at) => at > place).length;
	}

	#place(entry: Entry): number {
		const own = this.#next;
		if (entry.kind === 'user') {
			for (const { toolCallId } of entry.results) {
				this.#messages.push(this.#calls.get(toolCallId) ?? own);
			}
			if (entry.message !== undefined) {
				this.#messages.push(own);
			}
			return entry.message === undefined
				? (this.#calls.get(entry.results[0]?.toolCallId ?? '') ?? own)
				: own;
		}
		const isVisible = entry.parts.some((part) => part.type === 'image' || part.text.trim() !== '');
		const begun = this.#groups.get(entry.key);
		const place = begun ?? own;
		if (begun === undefined && (isVisible || entry.calls.length > 0)) {
			this.#groups.set(entry.key, own);
			this.#messages.push(own);
		}
		for (const { id } of entry.calls) {
			this.#calls.set(id, place);
		}
		return place;
	}

	#forget(before: number): void {
		const isRecent = ([, place]: readonly [string, number]): boolean => place >= before;
		this.#lines = new Map([...this.#lines].filter(isRecent));
		this.#groups = new Map([...this.#groups].filter(isRecent));
		this.#calls = new Map([...this.#calls].filter(isRecent));
		this.#messages = this.#messages.filter((place) => place >= before);
	}
}
