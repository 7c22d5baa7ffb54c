import assert from 'node:assert/strict';
import type { CancellationToken, LanguageModelChat } from 'vscode';
import type { ModelRequest } from '../../../../src/models/client.ts';
import { ModelError, type ModelFailureKind } from '../../../../src/models/modelError.ts';
import { routeTo, settled } from '../../../support/scriptedClients.ts';
import { LanguageModelTextPart } from '../../../support/languageModelParts.ts';
import { VsCodeModelClient } from '../../../../src/vscode/models/vsCodeModelClient.ts';

/** What a fake model does with a request. */
type Reply = (token: CancellationToken) => AsyncIterable<unknown>;

/** VS Code's models as far as they are asked. */
class FakeModels {
	readonly justification = 'to summarise';
	readonly tokens: CancellationToken[] = [];
	readonly sent: { readonly messages: unknown; readonly options: unknown }[] = [];
	readonly asked: string[] = [];
	readonly #reply: Reply | undefined;

	/** @param reply Absent: the model is not there. */
	constructor(reply?: Reply) {
		this.#reply = reply;
	}

	async find(vendor: string, model: string): Promise<LanguageModelChat | undefined> {
		this.asked.push(`${vendor} ${model}`);
		const reply = this.#reply;
		if (reply === undefined) {
			return undefined;
		}
		const chat: Pick<LanguageModelChat, 'id' | 'sendRequest' | 'vendor'> = {
			vendor,
			id: model,
			sendRequest: async (messages, options, token) => {
				const said = messages.map(({ role, content }) => [
					(role as number) === 2 ? 'assistant' : 'user',
					(content as { readonly value?: string }[]).map(({ value }) => value).join(''),
				]);
				this.sent.push({ messages: said, options });
				assert.ok(token !== undefined);
				this.tokens.push(token);
				return { stream: reply(token), text: texts() };
			},
		};
		return chat as LanguageModelChat;
	}
}

async function* texts(...parts: readonly unknown[]): AsyncGenerator<string> {
	for (const part of parts) {
		yield (typeof part === 'string' ? new LanguageModelTextPart(part) : part) as string;
	}
}

/** Says something and then waits until it is cancelled. */
async function* hanging(token: CancellationToken): AsyncGenerator {
	yield new LanguageModelTextPart('half');
	await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
	throw new Error('Canceled');
}

function failing(error: Error): Reply {
	return async function* () {
		yield* [];
		throw error;
	};
}

const route = routeTo({ provider: 'vscode', api: 'vscode', baseUrl: '', model: 'copilot/gpt/5' });
const request: ModelRequest = {
	messages: [
		{ role: 'system', content: 'You summarise.' },
		{ role: 'user', content: 'Hello' },
		{ role: 'assistant', content: 'Hi' },
		{ role: 'user', content: 'Go on' },
	],
	maxOutputTokens: 100,
};

async function collect(
	api: FakeModels,
	signal = new AbortController().signal,
	asked: ModelRequest = request,
) {
	const heard: (string | undefined)[] = [];
	const client = new VsCodeModelClient(api);
	const answer = await client.send(route, asked, signal, (text) => heard.push(text));
	return { heard, answer };
}

async function failureOf(api: FakeModels) {
	const error: unknown = await collect(api).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof ModelError);
	return error.failure;
}

function coded(code: string, message = ''): Error {
	return Object.assign(new Error(message), { name: 'LanguageModelError', code });
}

describe('a model of VS Code', () => {
	it('streams its text and ends without a reason', async () => {
		const api = new FakeModels(() => texts('Hel', { tool: true }, 'lo'));
		assert.deepEqual(await collect(api), {
			heard: ['Hel', undefined, 'lo'],
			answer: { content: 'Hello' },
		});
		assert.deepEqual(api.asked, ['copilot gpt/5']);
	});

	it('gets the system text as a leading message of the user, and the reason of the request', async () => {
		const api = new FakeModels(() => texts('ok'));
		await collect(api);
		assert.deepEqual(api.sent, [
			{
				messages: [
					['user', 'You summarise.'],
					['user', 'Hello'],
					['assistant', 'Hi'],
					['user', 'Go on'],
				],
				options: { justification: 'to summarise' },
			},
		]);
	});

	it('is cancelled by the signal, which then is what is thrown', async () => {
		const api = new FakeModels(hanging);
		const controller = new AbortController();
		const reason = new Error('stopped on purpose');
		const collected = collect(api, controller.signal);
		await settled();
		controller.abort(reason);
		await assert.rejects(collected, reason);
		assert.equal(api.tokens[0]?.isCancellationRequested, true);
	});

	it('is not asked at all when the signal was aborted before', async () => {
		const api = new FakeModels(() => texts('ok'));
		await assert.rejects(collect(api, AbortSignal.abort(new Error('too late'))), /too late/);
		assert.deepEqual(api.asked, []);
	});

	it('does not take a stopped reply for a complete one', async () => {
		const api = new FakeModels(async function* half(token) {
			yield new LanguageModelTextPart('half');
			await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
		});
		const client = new VsCodeModelClient(api);
		const { signal } = new AbortController();
		const reading = client.send(route, request, signal, () => undefined);
		await settled();
		client.close();
		await assert.rejects(reading, /stopped before it was complete/);
	});

	it('fails with a sentence of its own for every code of VS Code', async () => {
		const cases: readonly (readonly [Error, ModelFailureKind, RegExp])[] = [
			[coded('NotFound'), 'not-available', /vscode\/copilot\/gpt\/5 is no longer available/],
			[coded('NoPermissions', 'x'), 'forbidden', /Precis may not use vscode\/copilot\/gpt\/5/],
			[coded('Blocked', 'Quota exceeded'), 'credit', /quota is used up/],
			[coded('Blocked', 'Response got filtered.'), 'bad-request', /refused .*got filtered/],
			[coded('Unknown', 'prompt is too long'), 'context-too-long', /failed: prompt is too long/],
			[coded('Unknown', 'Rate limit exceeded'), 'rate-limited', /Rate limit/],
			[new Error('socket hang up'), 'connection', /socket hang up/],
		];
		for (const [error, kind, message] of cases) {
			const failure = await failureOf(new FakeModels(failing(error)));
			assert.equal(failure.kind, kind, error.message);
			assert.match(failure.message, message);
		}
		const causes = coded('Unknown', 'Unknown');
		causes.cause = new Error('529 overloaded');
		assert.equal((await failureOf(new FakeModels(failing(causes)))).kind, 'overloaded');
	});

	it('says what to do when it is not there', async () => {
		const failure = await failureOf(new FakeModels());
		assert.equal(failure.kind, 'not-available');
		assert.match(failure.advice ?? '', /installed and signed in/);
	});

	it('lets no secret of an error through', async () => {
		const error = new Error('401 for key sk-proj-SENTINEL0123456789abcdefghijklmnop');
		const failure = await failureOf(new FakeModels(failing(error)));
		assert.equal(failure.kind, 'authentication');
		assert.doesNotMatch(JSON.stringify(failure), /SENTINEL/);
	});
});
