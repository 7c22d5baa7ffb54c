import { fieldsOf } from '../../messages/json.ts';
import type { ToolCall } from '../../messages/message.ts';
import { elementsOf, stringOf } from './json.ts';
import {
	argumentsText,
	completeCalls,
	isJsonObject,
	type ToolCallDraft,
} from './toolCallDrafts.ts';

/**
 * Puts the tool calls of Chat Completions together, from a stream's pieces or from a whole message.
 * A piece says with its index which call it goes on with; servers that leave the index out, or give
 * the same to all, are understood by ids, names and where arguments end.
 */
export class ChatToolCalls {
	readonly #drafts: ToolCallDraft[] = [];
	readonly #byIndex = new Map<number, ToolCallDraft>();
	/** The one call of servers that know no `tool_calls`. */
	readonly #functionCall: ToolCallDraft = { id: '', name: '', arguments: '' };

	/** @param message The `message` of a choice, or its `delta`. */
	take(message: Readonly<Record<string, unknown>>): void {
		for (const element of elementsOf(message['tool_calls'])) {
			this.#takePiece(fieldsOf(element));
		}
		add(this.#functionCall, pieceOf('', message['function_call']));
	}

	/** @param finishReason Why the reply ended. */
	complete(finishReason: string | undefined): readonly ToolCall[] {
		const drafts = this.#drafts.length > 0 ? this.#drafts : [this.#functionCall];
		return completeCalls(drafts, finishReason);
	}

	#takePiece(fields: Readonly<Record<string, unknown>>): void {
		const piece = pieceOf(stringOf(fields['id']), fields['function']);
		const index = typeof fields['index'] === 'number' ? fields['index'] : undefined;
		const before = this.#before(index, piece);
		if (before !== undefined && !beginsAnother(before, piece)) {
			add(before, piece);
			return;
		}
		this.#drafts.push(piece);
		if (index !== undefined) {
			this.#byIndex.set(index, piece);
		}
	}

	/** The call that a piece may go on with. */
	#before(index: number | undefined, { id }: ToolCallDraft): ToolCallDraft | undefined {
		if (index !== undefined) {
			return this.#byIndex.get(index);
		}
		return this.#drafts.find((draft) => id !== '' && draft.id === id) ?? this.#drafts.at(-1);
	}
}

function pieceOf(id: string, called: unknown): ToolCallDraft {
	const { name, arguments: values } = fieldsOf(called);
	return { id, name: stringOf(name), arguments: argumentsText(values) };
}

/** Some servers repeat the name with every piece, others make up a new id for each. */
function add(draft: ToolCallDraft, piece: ToolCallDraft): void {
	draft.id ||= piece.id;
	draft.name ||= piece.name;
	draft.arguments += piece.arguments;
}

/** Whether a piece is the beginning of a call, rather than more of the one before. */
function beginsAnother(before: ToolCallDraft, piece: ToolCallDraft): boolean {
	if (piece.name === '' || before.name === '') {
		return false;
	}
	return (
		piece.name !== before.name ||
		(piece.id !== '' && before.id !== '' && piece.id !== before.id) ||
		// Nothing can follow arguments that are complete. Parsing them with every piece takes too long.
		(piece.arguments.trim() !== '' &&
			before.arguments.trimEnd().endsWith('}') &&
			isJsonObject(before.arguments))
	);
}
