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
 * A context as an export shows it: without secrets, with arguments that are JSON objects, names and ids
 * that every provider takes, no id used twice, results in the order of their calls, and a person who
 * speaks first.
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

/** Results of one step come in any order; assistants write them in that of the calls. */
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

/** Stands where a conversation begins with the assistant, which no provider takes. */
const beginning = '[The conversation begins here.]';

/** What providers take as the name of a tool, characters. */
const longestName = 64;

/** Arguments nested deeper than this are exported as text: programs that read them recurse. */
const deepest = 100;

function exportedCall({ id, name, arguments: text }: ToolCall, ids: CallIds): ToolCall {
	return {
		id: ids.add(id),
		name: plainName(name).slice(0, longestName) || 'tool',
		arguments: redactedArguments(text),
	};
}

/** Characters that providers refuse in names and ids. */
function plainName(text: string): string {
	return text.replaceAll(/[^\w-]/g, '_');
}

/** Without secrets, and without half characters, which programs refuse that read UTF-8. */
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
	// Addresses may carry a key; data is an image and nothing else.
	return part.url.startsWith('data:') ? part : { ...part, url: cleanText(part.url) };
}

/** Arguments as a JSON object without secrets; what is none becomes the text of one. */
function redactedArguments(text: string): string {
	const clean = cleanText(text.trim() === '' ? '{}' : text);
	if (isDeep(clean)) {
		return JSON.stringify({ input: clean });
	}
	let isChanged = false;
	try {
		// A secret that is written with escapes is none to the table before they are resolved.
		const value: unknown = JSON.parse(clean, (_, leaf: unknown) => {
			const safe = typeof leaf === 'string' ? cleanText(leaf) : leaf;
			isChanged ||= safe !== leaf;
			return safe;
		});
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			return JSON.stringify({ input: clean });
		}
		// Unchanged, they stay to the letter: numbers may have more digits than a parser keeps.
		return isChanged ? JSON.stringify(value) : clean;
	} catch {
		return JSON.stringify({ input: clean });
	}
}

/** Whether brackets are nested too deep; those within strings count as well, which errs on the safe side. */
function isDeep(text: string): boolean {
	let depth = 0;
	for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
		depth += bracket === '[' || bracket === '{' ? 1 : -1;
		if (depth > deepest) {
			return true;
		}
	}
	return false;
}

/** Ids of calls: those of a context are unique within a group only. */
class CallIds {
	readonly #taken = new Set<string>();
	/** By the id they had; of calls that had the same one, the last. */
	readonly #given = new Map<string, string>();

	add(id: string): string {
		const plain = plainName(id).slice(0, longestName) || 'call';
		let free = plain;
		for (let number = 2; this.#taken.has(free); number += 1) {
			free = `${plain.slice(0, longestName - 8)}-${number}`;
		}
		this.#taken.add(free);
		this.#given.set(id, free);
		return free;
	}

	/** The id of the call that a result answers. */
	of(id: string): string {
		return this.#given.get(id) ?? plainName(id);
	}
}
