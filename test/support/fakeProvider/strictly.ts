import { toolCallsOf } from '../../../src/messages/message.ts';
import { requestViolations } from '../providerRules.ts';
import { askedMessages } from './askedMessages.ts';
import type { Script } from './behaviours.ts';
import type { ReceivedRequest } from './received.ts';

/** Refuses what the strictest of the real servers refuses; does something else where all is well. */
export function strictly(otherwise: Script): Script {
	return (request) => {
		const found = violationsOf(request);
		if (found.length === 0) {
			return typeof otherwise === 'function' ? otherwise(request) : otherwise;
		}
		const message = `Invalid request: ${found.join('; ')}`;
		return {
			kind: 'raw',
			status: 400,
			body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
		};
	};
}

function violationsOf(request: ReceivedRequest): string[] {
	try {
		const messages = askedMessages(request);
		const calls = messages.some(
			(message) => message.role === 'tool' || toolCallsOf(message).length > 0,
		);
		return [...requestViolations(messages), ...toolViolations(request, calls)];
	} catch (error) {
		return [error instanceof Error ? error.message : String(error)];
	}
}

/** @param calls Whether there are calls or results among the messages. */
function toolViolations({ body }: ReceivedRequest, calls: boolean): string[] {
	if (body['tools'] !== undefined) {
		return Array.isArray(body['tools']) && body['tools'].length > 0 ? [] : ['no tool in the list'];
	}
	const chosen = 'tool_choice' in body || 'parallel_tool_calls' in body;
	return [
		...(chosen ? ['a choice without tools'] : []),
		...(calls ? ['calls or results without tools'] : []),
	];
}
