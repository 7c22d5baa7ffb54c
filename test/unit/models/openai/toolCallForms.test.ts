import assert from 'node:assert/strict';
import type { ToolCall } from '../../../../src/messages/message.ts';
import type { Route } from '../../../../src/models/client.ts';
import type { Behaviour } from '../../../support/fakeProvider/behaviours.ts';
import { event } from '../../../support/fakeProvider/wire.ts';
import { call as toolCall } from '../../../support/logs.ts';
import { call, routeTo, useFakeProvider, type Outcome } from './calling.ts';

/** Calls in the forms of servers that keep to the API in their own way. */

/** One element of `tool_calls`. */
function piece(more: object, name?: string, text?: string): object {
	const called = {
		...(name === undefined ? {} : { name }),
		...(text === undefined ? {} : { arguments: text }),
	};
	return { ...more, function: called };
}

const one = toolCall('a', 'read_file', '{"path":"a.ts"}');
const two = toolCall('b', 'read_file', '{"path":"b.ts"}');
const made = [
	{ ...one, id: 'call_1' },
	{ ...two, id: 'call_2' },
];

/** What a stream's events hold as `tool_calls`, and what it comes to. */
const streams: Readonly<
	Record<string, { events: readonly object[][]; calls: readonly ToolCall[] }>
> = {
	'id and name with the first piece only': {
		events: [
			[piece({ index: 0, id: 'a' }, 'read_file', '')],
			[piece({ index: 0 }, undefined, '{"path":')],
			[piece({ index: 0 }, undefined, '"a.ts"}')],
		],
		calls: [one],
	},
	'the name with every piece, and neither index nor id': {
		events: [
			[piece({}, 'read_file', '{"path":')],
			[piece({}, 'read_file', '"a.ts"}')],
			[piece({}, 'read_file', '{"path":"b.ts"}')],
		],
		calls: made,
	},
	'a new id with every piece': {
		events: [
			[piece({ index: 0, id: 'a' }, 'read_file', '')],
			[piece({ index: 0, id: 'x' }, undefined, '{"path":')],
			[piece({ index: 0, id: 'y' }, undefined, '"a.ts"}')],
		],
		calls: [one],
	},
	'pieces of two calls in turn': {
		events: [
			[piece({ index: 0, id: 'a' }, 'read_file', ''), piece({ index: 1, id: 'b' }, 'read_file')],
			[piece({ index: 1 }, undefined, '{"path":'), piece({ index: 0 }, undefined, '{"path":')],
			[piece({ index: 0 }, undefined, '"a.ts"}'), piece({ index: 1 }, undefined, '"b.ts"}')],
		],
		calls: [one, two],
	},
	'no index': {
		events: [
			[piece({ id: 'a' }, 'read_file', '{"path":')],
			[piece({}, undefined, '"a.ts"}')],
			[piece({ id: 'b' }, 'read_file', two.arguments)],
		],
		calls: [one, two],
	},
	'one index for all': {
		events: [
			[piece({ index: 0, id: 'a' }, 'read_file', one.arguments)],
			[piece({ index: 0, id: 'b' }, 'read_file', '{"path":')],
			[piece({ index: 0 }, undefined, '"b.ts"}')],
		],
		calls: [one, two],
	},
	'neither index nor id, and different tools without arguments': {
		events: [[piece({}, 'list', ''), piece({}, 'look')]],
		calls: [toolCall('call_1', 'list', '{}'), toolCall('call_2', 'look', '{}')],
	},
	'an id for one, which is the one that would be made up': {
		events: [
			[piece({ index: 0 }, 'read_file', one.arguments)],
			[piece({ index: 1, id: 'call_1' }, 'read_file', two.arguments)],
		],
		calls: [
			{ ...one, id: 'call_2' },
			{ ...two, id: 'call_1' },
		],
	},
	'no name': { events: [[piece({ index: 0, id: 'a' }, '', '{}')], [{}]], calls: [] },
};

function chatStream(deltas: readonly object[], finish = 'tool_calls'): Behaviour {
	const chunk = (delta: object, reason: string | null): string =>
		event({ choices: [{ index: 0, delta, finish_reason: reason }] });
	const chunks = deltas.map((delta) => chunk(delta, null));
	return streamOf(...chunks, chunk({}, finish), 'data: [DONE]\n\n');
}

function streamOf(...events: readonly string[]): Behaviour {
	const headers = { 'content-type': 'text/event-stream' };
	return { kind: 'raw', status: 200, body: events.join(''), headers };
}

describe('calls in other forms', () => {
	const provider = useFakeProvider();

	async function replyTo(behaviour: Behaviour, changes: Partial<Route> = {}): Promise<Outcome> {
		provider().next(behaviour);
		const outcome = await call(routeTo(provider(), changes));
		assert.equal(outcome.failure, undefined);
		return outcome;
	}

	describe('in a stream of Chat Completions', () => {
		for (const [what, { events, calls }] of Object.entries(streams)) {
			it(`are understood with ${what}`, async () => {
				const deltas = events.map((elements) => ({ tool_calls: elements }));
				const { answer } = await replyTo(chatStream(deltas));
				assert.deepEqual(answer?.toolCalls ?? [], calls);
			});
		}
	});

	describe('in a whole reply of Chat Completions', () => {
		const whole = (message: object): Behaviour => ({
			kind: 'raw',
			status: 200,
			body: { choices: [{ message, finish_reason: 'stop' }] },
		});

		for (const [what, message] of [
			[
				'arguments as an object',
				{ content: null, tool_calls: [piece({ id: 'call_1' }, 'ls'), {}] },
			],
			['neither id nor type', { content: '', tool_calls: [piece({}, 'ls', ' ')] }],
		] as const) {
			it(`are understood with ${what}`, async () => {
				const { answer } = await replyTo(whole(message), { streaming: false });
				assert.deepEqual(answer?.toolCalls, [toolCall('call_1', 'ls', '{}')]);
			});
		}

		it('are understood with arguments that are an object', async () => {
			const called = { id: 'a', function: { name: 'read_file', arguments: { path: 'a.ts' } } };
			const { answer } = await replyTo(whole({ tool_calls: [called] }), { streaming: false });
			assert.deepEqual(answer?.toolCalls, [one]);
		});
	});

	describe('in a stream of Responses', () => {
		const route = { api: 'responses' } as const;
		const named = (type: string, more: object): string => event({ type, ...more }, type);
		const item = (more: object): object => ({
			type: 'function_call',
			id: 'fc_1',
			call_id: 'a',
			name: 'read_file',
			...more,
		});
		const completed = (output: readonly object[]): string =>
			named('response.completed', { response: { status: 'completed', output } });
		const added = named('response.output_item.added', {
			output_index: 1,
			item: item({ arguments: '' }),
		});
		const done = named('response.output_item.done', {
			output_index: 1,
			item: item({ arguments: one.arguments }),
		});

		it('are understood where the last event leaves the output out', async () => {
			const { answer, heard } = await replyTo(streamOf(added, done, completed([])), route);
			assert.deepEqual(answer?.toolCalls, [one]);
			assert.equal(answer.finishReason, 'tool_calls');
			assert.ok(heard.length > 0 && heard.every((text) => text === undefined));
		});

		it('are those of the last event where it has any', async () => {
			const output = [item({ arguments: one.arguments }), item({ ...two, call_id: 'b' })];
			const { answer } = await replyTo(streamOf(added, completed(output)), route);
			assert.deepEqual(answer?.toolCalls, [one, two]);
		});

		it('have the id of their item where they have none of their own', async () => {
			const own = { type: 'function_call', id: 'fc_1', name: 'ls', arguments: {} };
			const { answer } = await replyTo(streamOf(completed([own])), route);
			assert.deepEqual(answer?.toolCalls, [toolCall('fc_1', 'ls', '{}')]);
		});
	});
});
