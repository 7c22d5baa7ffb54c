import { isBlank, toolCallsOf, type Message } from '../../src/messages/message.ts';

/**
 * What the strictest of the providers ask of a message list, as one validator. Returns every
 * violation in words; an empty list means that any provider takes the messages.
 */
export function violations(messages: readonly Message[]): string[] {
	return [
		...systemViolations(messages),
		...alternationViolations(messages),
		...toolViolations(messages),
		...contentViolations(messages),
	];
}

/**
 * What the strictest of the providers ask of a request: a message list that any provider takes, whose
 * arguments are JSON objects, that has no empty result, and that it is the model's turn to answer.
 * Returns every violation in words.
 */
export function requestViolations(messages: readonly Message[]): string[] {
	const last = messages.at(-1)?.role;
	return [
		...violations(messages),
		...messages.flatMap((message, index) => [
			...toolCallsOf(message)
				.filter((call) => !isJsonObject(call.arguments))
				.map((call) => `call ${call.id} at ${index} has no JSON object as arguments`),
			...(message.role === 'tool' && isBlank(message.content) ? [`empty result at ${index}`] : []),
		]),
		...(last === 'user' || last === 'tool' ? [] : [`the last message is of ${last ?? 'nobody'}`]),
	];
}

function systemViolations(messages: readonly Message[]): string[] {
	return messages.flatMap(({ role }, index) =>
		role === 'system' && index > 0 ? [`system message at ${index}`] : [],
	);
}

/** Roles alternate when tool results count as part of the call they answer. */
function alternationViolations(messages: readonly Message[]): string[] {
	const spoken = messages.flatMap(({ role }, index) =>
		role === 'user' || role === 'assistant' ? [{ role, index }] : [],
	);
	return spoken.flatMap(({ role, index }, position) => {
		const before = spoken[position - 1];
		const answered = messages[index - 1]?.role === 'tool';
		// An agent's next step follows the results of the step before.
		return before?.role !== role || (role === 'assistant' && answered)
			? []
			: [`two ${role} messages in a row at ${index}`];
	});
}

function toolViolations(messages: readonly Message[]): string[] {
	const found: string[] = [];
	let awaited = new Set<string>();
	messages.forEach((message, index) => {
		if (message.role === 'tool') {
			if (!awaited.delete(message.toolCallId)) {
				found.push(`result at ${index} answers no call in front of it`);
			}
			return;
		}
		if (awaited.size > 0) {
			found.push(`calls without result in front of ${index}: ${[...awaited].join(', ')}`);
		}
		const ids = toolCallsOf(message).map((call) => call.id);
		awaited = new Set(ids);
		if (awaited.size < ids.length) {
			found.push(`an id twice among the calls at ${index}`);
		}
	});
	if (awaited.size > 0) {
		found.push('calls without result at the end');
	}
	return found;
}

function contentViolations(messages: readonly Message[]): string[] {
	return messages.flatMap((message, index) => {
		if (message.role === 'tool') {
			return [];
		}
		const blankPart =
			typeof message.content !== 'string' &&
			message.content.some((part) => part.type === 'text' && part.text.trim() === '');
		if (blankPart) {
			return [`blank text part at ${index}`];
		}
		return isBlank(message.content) && toolCallsOf(message).length === 0
			? [`empty ${message.role} message at ${index}`]
			: [];
	});
}

/** Argument texts of these messages that are not JSON. */
export function brokenArguments(messages: readonly Message[]): string[] {
	return messages.flatMap((message) =>
		toolCallsOf(message)
			.map((call) => call.arguments)
			.filter((text) => !isJson(text)),
	);
}

export function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function isJsonObject(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}
