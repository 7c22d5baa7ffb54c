import { textOf, type SystemMessage, type UserMessage } from '../../../messages/message.ts';
import { authored } from '../../../messages/origins.ts';
import { isFromPerson } from '../../../messages/userTurns.ts';
import { envelopes } from '../../envelopes.ts';

/** A row of the user's side that is not in the log yet. */
interface HeldRow {
	readonly message: SystemMessage | UserMessage;
	confirmed: boolean;
}

/** Rows among which a typed message is looked for: no turn opens with nearly as many. */
const rowsSeen = 32;

function normalised(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}

/**
 * Tells what a person typed from what Codex said in the person's name: the user interface was told
 * of the former only, right after it was written. Rows wait for that until something else comes.
 */
export class UserRows {
	#held: HeldRow[] = [];
	/** Whether this file tells of what was typed; where it does not, rows are left as they are. */
	#told = false;
	/** What the assistant told agents that it started: a fork of the session has it as the next row of the user's side. */
	readonly #delegated = new Set<string>();

	/** @param confirmed Whether it is known already that a person typed it. */
	hold(message: SystemMessage | UserMessage, confirmed: boolean): void {
		const row = message.role === 'user' ? authored(message, envelopes) : message;
		this.#held.push({ message: row, confirmed });
	}

	/** The assistant starts an agent with these words. */
	delegate(task: string): void {
		this.#delegated.add(normalised(task));
	}

	/** The assistant speaks: a fork has its task before that, and the same words are the person's from here on. */
	forgetTasks(): void {
		this.#delegated.clear();
	}

	/** The user interface was told of a message; some versions tell it twice. */
	confirm(typed: string): void {
		const text = normalised(typed);
		const isIt = ({ message }: HeldRow): boolean =>
			normalised(textOf(message.content)).includes(text);
		const last = this.#held.slice(-rowsSeen);
		const row =
			last.findLast((held) => !held.confirmed && isIt(held)) ??
			last.findLast((held) => isIt(held)) ??
			last.findLast(({ message }) => isFromPerson(message));
		// A message nobody waits for: this file is in another order and its word cannot be taken.
		this.#told = row !== undefined;
		if (row !== undefined) {
			row.confirmed = true;
		}
	}

	/** The rows that waited, each with its origin. */
	release(): readonly (SystemMessage | UserMessage)[] {
		const rows = this.#held;
		this.#held = [];
		return rows.map(({ message, confirmed }) =>
			message.role === 'user' && (this.#takeTask(message) || (this.#told && !confirmed))
				? { ...message, origin: message.origin ?? 'client' }
				: message,
		);
	}

	/** Whether a message is a task that an agent was started with; each is found once. */
	#takeTask({ content }: UserMessage): boolean {
		return this.#delegated.size > 0 && this.#delegated.delete(normalised(textOf(content)));
	}
}
