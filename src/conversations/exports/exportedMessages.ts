import { hasFields, isNestedTooDeeply, parsedJson } from '../../messages/json.ts';
import {
	toolCallsOf,
	type Content,
	type Message,
	type Part,
	type ToolCall,
	type ToolMessage,
} from '../../messages/message.ts';
import { redact } from '../../redaction/redact.ts';

/**
 * A context as an export shows it: without secrets, with arguments that are JSON objects, names and ids that every
 * provider accepts, no duplicate ids, results in the order of their calls, and a user message first.
 * @param context As it is rendered: every call is followed by its result.
 */
export function exportedMessages(context: readonly Message[]): readonly Message[] {
	const ids = new CallIds();
	const messages = inOrderOfCalls(context).map((message): Message => {
		const content = redactedContent(message.content);
		switch (message.role) {
			case 'system':
			case 'user':
				return { role: message.role, content };
			case 'assistant': {
				const calls = message.toolCalls ?? [];
				return calls.length === 0
					? { role: 'assistant', content }
					: { role: 'assistant', content, toolCalls: calls.map((call) => exportedCall(call, ids)) };
			}
			case 'tool':
				return { ...message, content, toolCallId: ids.of(message.toolCallId) };
		}
	});
	const first = messages.findIndex(({ role }) => role !== 'system');
	return messages[first]?.role === 'assistant'
		? [...messages.slice(0, first), { role: 'user', content: beginning }, ...messages.slice(first)]
		: messages;
}

/** Results of one step arrive in any order; assistants write them in the order of the calls. */
function inOrderOfCalls(context: readonly Message[]): readonly Message[] {
	const ordered: Message[] = [];
	let calls = new Map<string, number>();
	let results: ToolMessage[] = [];
	const placeOf = ({ toolCallId }: ToolMessage): number => calls.get(toolCallId) ?? calls.size;
	const closeGroup = (): void => {
		ordered.push(...results.sort((a, b) => placeOf(a) - placeOf(b)));
		results = [];
	};
	for (const message of context) {
		if (message.role === 'tool') {
			results.push(message);
		} else {
			closeGroup();
			calls = new Map(toolCallsOf(message).map(({ id }, position) => [id, position]));
			ordered.push(message);
		}
	}
	closeGroup();
	return ordered;
}

/** Inserted if a conversation begins with the assistant, which no provider accepts. */
const beginning = '[The conversation begins here.]';

/** The longest tool name that providers accept, characters. */
const maxNameLength = 64;

function exportedCall({ id, name, arguments: text }: ToolCall, ids: CallIds): ToolCall {
	return {
		id: ids.add(id),
		name: plainName(name).slice(0, maxNameLength) || 'tool',
		arguments: redactedArguments(text),
	};
}

/** Characters that providers refuse in names and ids. */
function plainName(text: string): string {
	return text.replaceAll(/[^\w-]/g, '_');
}

/** Without secrets and lone surrogates, which programs that read UTF-8 reject. */
function cleanText(text: string): string {
	return redact(text.toWellFormed());
}

function redactedContent(content: Content): Content {
	return typeof content === 'string' ? cleanText(content) : content.map(redactedPart);
}

function redactedPart(part: Part): Part {
	if (part.type === 'text') {
		return { type: 'text', text: cleanText(part.text) };
	}
	// URLs may contain a key; a `data:` URL contains only an image.
	return part.url.startsWith('data:') ? part : { ...part, url: cleanText(part.url) };
}

/** Arguments nested deeper than this are exported as text: programs that read them use recursion. */
const maxDepth = 100;

/** Arguments as a JSON object without secrets; other text is wrapped in an object. */
function redactedArguments(text: string): string {
	const clean = cleanText(text.trim() === '' ? '{}' : text);
	const given = parsedJson(clean);
	if (!hasFields(given) || isNestedTooDeeply(given, maxDepth)) {
		return JSON.stringify({ input: clean });
	}
	let isChanged = false;
	// The rules do not match a secret that is written with escapes until those are resolved.
	const value: unknown = JSON.parse(clean, (_, leaf: unknown) => {
		const safe = typeof leaf === 'string' ? cleanText(leaf) : leaf;
		isChanged ||= safe !== leaf;
		return safe;
	});
	// Unchanged arguments keep their exact text: numbers may have more digits than a parser keeps.
	return isChanged ? JSON.stringify(value) : clean;
}

/** Ids of calls: within a context they are unique only per group. */
class CallIds {
	readonly #used = new Set<string>();
	/** New id by original id; for calls that had the same id, that of the last one. */
	readonly #newIds = new Map<string, string>();

	add(id: string): string {
		const plain = plainName(id).slice(0, maxNameLength) || 'call';
		let free = plain;
		for (let number = 2; this.#used.has(free); number += 1) {
			free = `${plain.slice(0, maxNameLength - 8)}-${number}`;
		}
		this.#used.add(free);
		this.#newIds.set(id, free);
		return free;
	}

	/** The id of the call that a result answers. */
	of(id: string): string {
		return this.#newIds.get(id) ?? plainName(id);
	}
}
