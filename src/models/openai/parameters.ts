import { fieldsOf } from '../../messages/json.ts';
import type { ApiMode, ModelRequest, ToolDescription } from '../client.ts';
import { isPresent } from './json.ts';

/** What a request asks for beside its messages. */

/** Fields of a body, named as the API names them. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Parameters that a client may ask for and a server may refuse. Temperature is not sent unless a client
 * asks for it: newer models refuse any but their own.
 */
export function optionalParameters(
	api: ApiMode,
	{ tools = [], toolChoice, options = {} }: ModelRequest,
): Parameters {
	const { temperature, top_p, seed, stop, reasoning_effort } = options;
	// Refused where there are no tools.
	const offered = tools.length > 0;
	const both = {
		temperature,
		top_p,
		parallel_tool_calls: offered ? options['parallel_tool_calls'] : undefined,
		tool_choice: offered && toolChoice === 'required' ? 'required' : undefined,
	};
	if (api === 'chat') {
		return present({ ...both, seed, stop, reasoning_effort });
	}
	const effort = reasoning_effort ?? fieldsOf(options['reasoning'])['effort'];
	return present({ ...both, reasoning: isPresent(effort) ? { effort } : undefined });
}

function present(parameters: Parameters): Parameters {
	return Object.fromEntries(Object.entries(parameters).filter(([, value]) => isPresent(value)));
}

/** Tools as Chat Completions takes them; no field where there are none. */
export function chatTools({ tools = [] }: ModelRequest): Parameters {
	return tools.length === 0
		? {}
		: { tools: tools.map((tool) => ({ type: 'function', function: functionOf(tool) })) };
}

/** Tools as Responses takes them. Unless told not to, OpenAI rewrites schemas to check calls by. */
export function responsesTools({ tools = [] }: ModelRequest): Parameters {
	return tools.length === 0
		? {}
		: { tools: tools.map((tool) => ({ type: 'function', ...functionOf(tool), strict: false })) };
}

/** OpenAI refuses a schema without `type` and `properties`. */
function functionOf({ name, description, inputSchema }: ToolDescription): object {
	return { name, description, parameters: { type: 'object', properties: {}, ...inputSchema } };
}
