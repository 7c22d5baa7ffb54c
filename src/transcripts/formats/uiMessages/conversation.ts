import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { uiAttachment, uiInvocation, uiPart, type UiCall, type UiPart } from './uiParts.ts';
import type { MessageList } from '../../building/messageList.ts';
import type { ListedConversation } from '../messageLists/conversations.ts';
import { textOrJson, typeOf } from '../../building/shapes.ts';
import { contentOf } from '../../building/parts.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { Report } from '../../problems.ts';

const message = v.object({
	role: v.string(),
	content: v.optional(v.unknown()),
	parts: v.nullish(v.array(v.unknown())),
	toolInvocations: v.nullish(v.array(v.unknown())),
	experimental_attachments: v.nullish(v.array(v.unknown())),
});

type UiMessage = v.InferOutput<typeof message>;

function markFor(value: unknown, report: Report): UiPart {
	const type = typeOf(value, 'unknown');
	report(`a part of type "${type}" cannot be shown; [${type}] stands for it`);
	return { kind: 'said', part: { type: 'text', text: `[${type}]` } };
}

/** The parts of a message; before there were any, its content, calls and attachments were apart. */
function partsOf(saved: UiMessage, report: Report): readonly UiPart[] {
	const parts = (saved.parts ?? []).map((value) => uiPart(value) ?? markFor(value, report));
	if (parts.length === 0) {
		if (typeof saved.content === 'string' && saved.content !== '') {
			parts.push({ kind: 'said', part: { type: 'text', text: saved.content } });
		}
		for (const value of saved.toolInvocations ?? []) {
			const call = v.safeParse(uiInvocation, value);
			parts.push(call.success ? { kind: 'called', call: call.output } : markFor(value, report));
		}
	}
	for (const value of saved.experimental_attachments ?? []) {
		const attachment = v.safeParse(uiAttachment, value);
		parts.push(
			attachment.success ? { kind: 'said', part: attachment.output } : markFor(value, report),
		);
	}
	return parts;
}

/** What was said in parts. */
function saidIn(parts: readonly UiPart[]): readonly Part[] {
	return parts.flatMap((each) => (each.kind === 'said' ? [each.part] : []));
}

/** One conversation of UI messages; those of the assistant hold all steps of a turn. */
export class UiConversation implements ListedConversation {
	readonly #log = new TranscriptLog();

	get messages(): MessageList {
		return this.#log.messages;
	}

	add(value: unknown, report: Report): void {
		const parsed = v.safeParse(message, value);
		if (!parsed.success) {
			report('it is no UI message; it was left out');
			return;
		}
		const { role } = parsed.output;
		const parts = partsOf(parsed.output, report);
		switch (role) {
			case 'system':
			case 'user':
				this.#log.add({ role, content: contentOf(saidIn(parts)) });
				return;
			case 'assistant':
				this.#assistant(parts);
				return;
			default:
				report(`its role "${role}" is unknown; it was left out`);
		}
	}

	/** A step ends where the next one is marked, and at the latest where text follows calls. */
	#assistant(parts: readonly UiPart[]): void {
		let said: Part[] = [];
		let calls: UiCall[] = [];
		for (const part of parts) {
			if (part.kind === 'step' || (part.kind === 'said' && calls.length > 0)) {
				this.#step(said, calls);
				said = [];
				calls = [];
			}
			if (part.kind === 'said') {
				said.push(part.part);
			} else if (part.kind === 'called') {
				calls.push(part.call);
			}
		}
		this.#step(said, calls);
	}

	#step(said: readonly Part[], calls: readonly UiCall[]): void {
		this.#log.assistant(
			said,
			calls.map(({ id, name, input }) => ({ id, name, arguments: textOrJson(input ?? {}) })),
		);
		for (const { id, result } of calls) {
			if (result !== undefined) {
				this.#log.answer({
					toolCallId: id,
					content: textOrJson(result.value),
					...(result.isError ? { isError: true } : {}),
				});
			}
		}
	}
}
