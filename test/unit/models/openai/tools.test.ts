import assert from 'node:assert/strict';
import type { ModelRequest, Route } from '../../../../src/models/client.ts';
import { ClientPool } from '../../../../src/models/clientPool.ts';
import { systemTimers } from '../../../../src/models/deadlines.ts';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { taskCalls } from '../../../../src/models/taskCalls.ts';
import { taskPolicies } from '../../../../src/models/tasks.ts';
import { answer } from '../../../support/fakeProvider/behaviours.ts';
import { refusing } from '../../../support/fakeProvider/failures.ts';
import { user } from '../../../support/logs.ts';
import { ask, outcomeOf, routeTo, useFakeProvider, ways } from './calling.ts';

const schema = {
	type: 'object',
	properties: { path: { type: 'string' } },
	required: ['path'],
	additionalProperties: false,
};

const tools = [
	{ name: 'read_file', description: 'Reads a file.', inputSchema: schema },
	{ name: 'list', description: 'Lists the files.' },
	{ name: 'look', description: 'Looks around.', inputSchema: { $comment: 'whatever' } },
];

const messages = [user('Hello')];

/** What VS Code's clients ask for, and what they should not. */
const options = {
	temperature: 0,
	top_p: 0.9,
	seed: 7,
	stop: ['END'],
	reasoning_effort: 'low',
	parallel_tool_calls: false,
	max_tokens: 1,
	model: 'another',
	stream: false,
	messages: [],
	user: 'someone',
	__proto__: { top_p: 1 },
};

describe('a request of an assistant', () => {
	const provider = useFakeProvider();

	/** The one request's body, but for the model, the messages and how the reply is sent. */
	async function sent(asked: Partial<ModelRequest>, changes: Partial<Route>): Promise<object> {
		const outcome = await ask(routeTo(provider(), changes), { messages, ...asked });
		assert.ok(outcome.answer);
		const { body } = await provider().request(0);
		assert.equal(body['model'], 'fake-model');
		assert.equal(body['stream'], changes.streaming);
		const { model: _, messages: __, input: ___, stream: ____, ...rest } = body;
		const { stream_options: _____, store: ______, ...more } = rest;
		return more;
	}

	for (const { api, streaming, name } of ways) {
		const way = { api, streaming };
		const chat = api === 'chat';

		it(`offers its tools, each with a schema: ${name}`, async () => {
			const functions = [
				{ name: 'read_file', description: 'Reads a file.', parameters: schema },
				{
					name: 'list',
					description: 'Lists the files.',
					parameters: { type: 'object', properties: {} },
				},
				{
					name: 'look',
					description: 'Looks around.',
					parameters: { type: 'object', properties: {}, $comment: 'whatever' },
				},
			];
			assert.deepEqual(await sent({ tools }, way), {
				tools: chat
					? functions.map((one) => ({ type: 'function', function: one }))
					: functions.map((one) => ({ type: 'function', ...one, strict: false })),
			});
		});

		it(`says that a tool has to be called, only where it has to: ${name}`, async () => {
			const body = await sent({ tools: tools.slice(1, 2), toolChoice: 'required' }, way);
			assert.equal('tool_choice' in body && body.tool_choice, 'required');
			provider().forget();
			const free = await sent({ tools, toolChoice: 'auto' }, way);
			assert.deepEqual(Object.keys(free), ['tools']);
		});

		it(`says nothing of tools where there are none: ${name}`, async () => {
			const asked = {
				tools: [],
				toolChoice: 'required',
				options: { parallel_tool_calls: true },
			} as const;
			assert.deepEqual(await sent(asked, way), {});
		});

		it(`leaves the longest reply to the server unless it says one: ${name}`, async () => {
			assert.deepEqual(await sent({}, way), {});
			provider().forget();
			const limit = chat ? 'max_tokens' : 'max_output_tokens';
			assert.deepEqual(await sent({ maxOutputTokens: 99 }, way), { [limit]: 99 });
		});

		it(`passes on the options that the API knows and no other: ${name}`, async () => {
			const { tools: _, ...more } = (await sent({ tools, options }, way)) as Record<
				string,
				unknown
			>;
			const both = { temperature: 0, top_p: 0.9, parallel_tool_calls: false };
			assert.deepEqual(
				more,
				chat
					? { ...both, seed: 7, stop: ['END'], reasoning_effort: 'low' }
					: { ...both, reasoning: { effort: 'low' } },
			);
		});
	}

	it('takes the effort in the words of Responses too', async () => {
		const asked = { options: { reasoning: { effort: 'high', summary: 'auto' } } };
		const body = await sent(asked, { api: 'responses', streaming: true });
		assert.deepEqual(body, { reasoning: { effort: 'high' } });
	});
});

describe('an option that a server refuses', () => {
	const provider = useFakeProvider();

	/** The names of the options that were sent, request by request. */
	async function optionsOfTwoCalls(api: 'chat' | 'responses'): Promise<readonly string[][]> {
		const route = routeTo(provider(), { api });
		const client = await createOpenAiClient(route);
		const asked = { messages, tools, toolChoice: 'required', options } as const;
		for (let count = 0; count < 2; count += 1) {
			const outcome = await outcomeOf(client, route, asked);
			assert.equal(outcome.answer?.content, 'Hello');
		}
		const names = ['temperature', 'top_p', 'reasoning', 'reasoning_effort', 'tool_choice'];
		return provider().requests.map(({ body }) => names.filter((name) => name in body));
	}

	it('is the one that is named first', async () => {
		const message =
			"Unsupported parameter: 'temperature' is not supported with reasoning set, nor top_p.";
		provider().next({ kind: 'raw', status: 400, body: { error: { message } } });
		provider().always(answer('Hello'));
		const [, second] = await optionsOfTwoCalls('responses');
		assert.deepEqual(second, ['top_p', 'reasoning', 'tool_choice']);
	});

	it('is left out one by one, and the server is not asked for ever', async () => {
		const message = 'Unsupported: temperature, top_p, reasoning_effort, tool_choice';
		provider().always({ kind: 'raw', status: 400, body: { error: { message } } });
		const asked = { messages, tools, toolChoice: 'required', options } as const;
		const { failure } = await ask(routeTo(provider()), asked);
		assert.equal(failure?.kind, 'bad-request');
		assert.equal(provider().requests.length, 5);
	});

	it('is heard of before any text: no piece of it comes twice', async () => {
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		const pool = new ClientPool(() => Promise.resolve(client));
		const routeOf = (): Promise<Route> => Promise.resolve(route);
		const services = { pool, timers: systemTimers, routeOf };
		const calls = taskCalls(services, taskPolicies.reply, {});
		const target = { id: 'fake/fake-model', window: 8_000, route: 'fake' };
		provider().next(refusing('temperature', answer('unseen')), answer('One two three'));
		const pieces: string[] = [];
		const asked = { messages, options };
		const { signal } = new AbortController();
		await calls.call(target, asked, signal, (more) => pieces.push(more));
		assert.deepEqual([pieces.join(''), pieces.length > 1], ['One two three', true]);

		// An error behind the first words is the end, whatever it says.
		const error = { message: "Unsupported parameter: 'top_p'" };
		provider().next({ kind: 'error-event', error }, answer('again'));
		const seen: string[] = [];
		await assert.rejects(
			calls.call(target, asked, signal, (more) => seen.push(more)),
			/Unsupported parameter/,
		);
		assert.ok(seen.length > 0 && !seen.includes('again'));
		assert.equal(provider().requests.length, 3);
	});
});
