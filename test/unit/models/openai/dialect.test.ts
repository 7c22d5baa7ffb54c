import assert from 'node:assert/strict';
import type { Route } from '../../../../src/models/client.ts';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { answer } from '../../../support/fakeProvider/behaviours.ts';
import { refusing } from '../../../support/fakeProvider/failures.ts';
import type { ReceivedRequest } from '../../../support/fakeProvider/received.ts';
import { failureOf, outcomeOf, routeTo, useFakeProvider } from './calling.ts';

describe('a parameter that is refused', () => {
	const provider = useFakeProvider();

	/** The bodies of two calls through one client. */
	async function bodiesOfTwoCalls(changes: Partial<Route> = {}): Promise<readonly object[]> {
		const route = routeTo(provider(), changes);
		const client = await createOpenAiClient(route);
		for (let count = 0; count < 2; count += 1) {
			const outcome = await outcomeOf(client, route);
			assert.equal(outcome.answer?.content, 'Hello');
		}
		return provider().requests.map(({ body }) => body);
	}

	it('is sent under its other name, and only so from then on', async () => {
		provider().always(refusing('max_tokens', answer('Hello'), 'max_completion_tokens'));
		const limits = (await bodiesOfTwoCalls()).map((body) =>
			Object.entries(body).filter(([name]) => name.startsWith('max')),
		);
		assert.deepEqual(limits, [
			[['max_tokens', 4_321]],
			[['max_completion_tokens', 4_321]],
			[['max_completion_tokens', 4_321]],
		]);
	});

	for (const [parameter, changes] of [
		['stream_options', {}],
		['store', { api: 'responses' }],
		['max_output_tokens', { api: 'responses' }],
	] as const) {
		it(`is left out: ${parameter}`, async () => {
			provider().always(refusing(parameter, answer('Hello')));
			const bodies = await bodiesOfTwoCalls(changes);
			assert.deepEqual(
				bodies.map((body) => parameter in body),
				[true, false, false],
			);
		});
	}

	for (const [server, status, body] of [
		[
			'Mistral',
			422,
			{
				object: 'error',
				message: {
					detail: [
						{
							type: 'extra_forbidden',
							loc: ['body', 'stream_options', 'include_usage'],
							msg: 'stream_options: Extra inputs are not permitted',
						},
					],
				},
			},
		],
		['new-api', 400, { error: { message: "Unknown parameter: 'stream_options'." } }],
	] as const) {
		it(`is recognised as ${server} says it`, async () => {
			provider().next({ kind: 'raw', status, body });
			provider().always(answer('Hello'));
			assert.equal((await bodiesOfTwoCalls()).length, 3);
		});
	}

	it('is a stream: the whole reply is asked for', async () => {
		provider().always(({ streaming }) =>
			streaming
				? {
						kind: 'raw',
						status: 400,
						body: {
							error: {
								message: 'Your organization must be verified to stream this model.',
								param: 'stream',
								code: 'unsupported_value',
							},
						},
					}
				: answer('Hello'),
		);
		const bodies = await bodiesOfTwoCalls();
		assert.deepEqual(
			bodies.map((body) => 'stream' in body && body.stream),
			[true, false, false],
		);
	});

	it('is the role of a system: its text begins the first message', async () => {
		provider().next({
			kind: 'raw',
			status: 500,
			body: { error: { code: 500, message: 'System role not supported', type: 'server_error' } },
		});
		provider().always(answer('Hello'));
		const [, body] = await bodiesOfTwoCalls();
		assert.ok(body !== undefined && 'messages' in body);
		assert.deepEqual(body.messages, [
			{ role: 'user', content: 'You summarise.\n\nSummarise this.' },
		]);
	});

	it('is another one for every model', async () => {
		provider().always(({ body }) =>
			body['model'] === 'new' && 'max_tokens' in body
				? refusing('max_tokens', answer('Hello'))({ body } as ReceivedRequest)
				: answer('Hello'),
		);
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		for (const model of ['new', 'old', 'new']) {
			await outcomeOf(client, { ...route, model });
		}
		assert.deepEqual(
			provider().requests.map(({ body }) => 'max_tokens' in body),
			[true, false, true, false],
		);
	});

	it('is no parameter where its value is wrong', async () => {
		const message =
			'max_tokens is too large: 4321. This model supports at most 4096 completion tokens, whereas you provided 4321.';
		provider().next({
			kind: 'raw',
			status: 400,
			body: { error: { message, param: 'max_tokens', code: 'invalid_value' } },
		});
		assert.equal((await failureOf(routeTo(provider()))).kind, 'bad-request');
		assert.equal(provider().requests.length, 1);
	});
});
