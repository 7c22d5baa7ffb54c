import type { Part, ToolCall } from '../../messages/message.ts';

/** Parts of VS Code's that stand in the place of one of ours, in order. */
type Originals = readonly unknown[];

/**
 * Which parts of a client's request ours were made from, so that they reach the model as they came:
 * with cache markers, attachments, and whatever VS Code will think of.
 */
export class OriginalParts {
	readonly #parts = new WeakMap<Part, Originals>();
	/** By id: calls are copied on their way, parts are not. */
	readonly #calls = new Map<string, Originals>();

	rememberPart(part: Part, originals: Originals): void {
		this.#parts.set(part, originals);
	}

	rememberCall({ id }: ToolCall, originals: Originals): void {
		this.#calls.set(id, originals);
	}

	/** Undefined: the part was made here. */
	ofPart(part: Part): Originals | undefined {
		return this.#parts.get(part);
	}

	/** What stands beside the call. */
	besideCall({ id }: ToolCall): Originals {
		return this.#calls.get(id) ?? [];
	}
}
