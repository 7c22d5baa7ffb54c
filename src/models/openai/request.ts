import { toOpenAi } from '../../messages/openAiChat.ts';
import type { ModelRequest } from '../client.ts';
import type { Dialect } from './dialect.ts';
import { chatTools, optionalParameters, responsesTools, type Parameters } from './parameters.ts';
import { portableMessages } from './portableMessages.ts';
import { responsesInput } from './responsesInput.ts';

/** Bodies of requests. */

/** The body of a request to Chat Completions. */
export function chatBody(
	model: string,
	request: ModelRequest,
	streaming: boolean,
	dialect: Dialect,
): Parameters {
	return {
		model,
		messages: portableMessages(request.messages, dialect.systemRole).map(toOpenAi),
		...chatTools(request),
		...allowed(optionalParameters('chat', request), dialect),
		...limitOf(request, dialect),
		stream: streaming,
		...(streaming && dialect.streamOptions ? { stream_options: { include_usage: true } } : {}),
	};
}

/** The body of a request to Responses. Unless told not to, OpenAI keeps conversations for a month. */
export function responsesBody(
	model: string,
	request: ModelRequest,
	streaming: boolean,
	dialect: Dialect,
): Parameters {
	return {
		model,
		input: responsesInput(portableMessages(request.messages, dialect.systemRole)),
		...responsesTools(request),
		...allowed(optionalParameters('responses', request), dialect),
		...limitOf(request, dialect),
		stream: streaming,
		...(dialect.store ? { store: false } : {}),
	};
}

function limitOf({ maxOutputTokens }: ModelRequest, { limit }: Dialect): Parameters {
	return limit === 'none' || maxOutputTokens === undefined ? {} : { [limit]: maxOutputTokens };
}

function allowed(parameters: Parameters, { refused }: Dialect): Parameters {
	return Object.fromEntries(Object.entries(parameters).filter(([name]) => !refused.includes(name)));
}
