import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import * as vscode from 'vscode';
import { ModelError } from '../../src/models/modelError.ts';
import { commands, configurationSection } from '../../src/vscode/contributions.ts';
import { notifyAttempts } from '../../src/vscode/models/failureNotice.ts';
import { Models } from '../../src/vscode/models/models.ts';
import { Configuration } from '../../src/vscode/settings/configuration.ts';
import { FakeMemento, FakeSecrets } from '../support/vscodeFakes.ts';
import { CaughtMessages } from './messages.ts';
import { answerInputs, type AnsweredInputs } from './inputs.ts';

const sentinel = 'sk-SENTINEL-0123456789';

/** A model that repeats what it is asked, in two parts. */
class EchoProvider implements vscode.LanguageModelChatProvider {
	readonly requests: (readonly vscode.LanguageModelChatRequestMessage[])[] = [];
	failure: Error | undefined;

	provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
		return [
			{
				id: 'echo',
				name: 'Echo',
				family: 'echo',
				version: '1',
				maxInputTokens: 77_000,
				maxOutputTokens: 4_000,
				capabilities: {},
			},
		];
	}

	async provideLanguageModelChatResponse(
		_model: vscode.LanguageModelChatInformation,
		messages: readonly vscode.LanguageModelChatRequestMessage[],
		_options: vscode.ProvideLanguageModelChatResponseOptions,
		progress: vscode.Progress<vscode.LanguageModelResponsePart>,
		token: vscode.CancellationToken,
	): Promise<void> {
		this.requests.push(messages);
		if (this.failure !== undefined) {
			throw this.failure;
		}
		const text = messages
			.flatMap(({ content }) => content)
			.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
			.join('|');
		progress.report(new vscode.LanguageModelTextPart('You said:\n'));
		if (text.includes('wait for ever')) {
			await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
			return;
		}
		progress.report(new vscode.LanguageModelTextPart(`${text}\n`));
	}

	provideTokenCount(): Promise<number> {
		return Promise.resolve(1);
	}
}

/** A server that speaks Chat Completions; refuses a key that says so, and tells it, as some do. */
function startServer(): Promise<Server> {
	const server = createServer((request, response) => {
		const key = request.headers.authorization ?? '';
		response.setHeader('Content-Type', 'application/json');
		if (key.includes('SENTINEL')) {
			response.statusCode = 401;
			response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }));
			return;
		}
		if (request.url === '/v1/models') {
			response.end(JSON.stringify({ data: [{ id: 'small', context_length: 32_000 }] }));
			return;
		}
		const message = { role: 'assistant', content: 'Hello' };
		response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] }));
	});
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const request = {
	messages: [
		{ role: 'system', content: 'Be short.' },
		{ role: 'user', content: 'Hello' },
	],
	maxOutputTokens: 100,
} as const;

describe('Models in VS Code', () => {
	let messages: CaughtMessages;
	let inputs: AnsweredInputs;
	let models: Models;
	let secrets: FakeSecrets;
	let log: vscode.LogOutputChannel;
	let logged: string[];
	let configuration: Configuration;
	let server: Server;
	let baseUrl: string;
	const echo = new EchoProvider();
	const registrations: vscode.Disposable[] = [];

	function configure(name: string, value: unknown): Thenable<void> {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		return configuration.update(name, value, vscode.ConfigurationTarget.Global);
	}

	before(async () => {
		registrations.push(vscode.lm.registerLanguageModelChatProvider('precis-test', echo));
		server = await startServer();
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
		// Any command activates the extension.
		await vscode.extensions.getExtension('precis.precis')?.activate();
	});
	after(async () => {
		for (const registration of registrations) {
			registration.dispose();
		}
		await new Promise((resolve) => server.close(resolve));
	});
	beforeEach(() => {
		messages = new CaughtMessages();
		inputs = answerInputs();
		secrets = new FakeSecrets();
		logged = [];
		log = fakeLog(logged);
		configuration = new Configuration(log);
		models = new Models(
			{
				secrets,
				globalState: Object.assign(new FakeMemento(), { setKeysForSync: () => undefined }),
				languageModelAccessInformation: {
					canSendRequest: () => true,
					onDidChange: () => ({ dispose: () => undefined }),
				},
			},
			configuration,
		);
	});
	afterEach(async () => {
		models.dispose();
		configuration.dispose();
		inputs.restore();
		messages.restore();
		echo.failure = undefined;
		for (const name of ['models.providers', 'models.main', 'tasks.compaction.model']) {
			await configure(name, undefined);
		}
	});

	it('stores a key in the real secret storage, and removes it', async () => {
		inputs.next(` ${sentinel} `);
		await vscode.commands.executeCommand(commands.setApiKey, 'openai');
		await messages.next(/The key of openai is stored/);
		assert.equal(inputs.asked.at(-1)?.password, true);
		inputs.next('$(trash) Remove the Key of openai');
		await vscode.commands.executeCommand(commands.setApiKey);
		await messages.next(/The key of openai was removed/);
		inputs.next(undefined);
		await vscode.commands.executeCommand(commands.setApiKey);
		assert.doesNotMatch(JSON.stringify(inputs.asked.at(-1)?.items ?? []), /Remove/);
		assert.doesNotMatch(JSON.stringify(messages.shown), /SENTINEL/);
	});

	it('refuses what is no key while it is typed', async () => {
		inputs.next(undefined);
		await vscode.commands.executeCommand(commands.setApiKey, 'openai');
		const [box] = inputs.asked;
		assert.match(box?.refusalOf('two words') ?? '', /no spaces or line breaks/);
		assert.match(box?.refusalOf('') ?? '', /Paste the key/);
		assert.equal(box?.refusalOf(sentinel), '');
		assert.deepEqual(messages.shown, []);
	});

	it('reports settings that are not allowed, once', async () => {
		await configure('models.providers', [{ name: 'acme', baseUrl: 'acme.example' }]);
		const shown = await messages.next(/precis\.models\.providers: acme cannot be used/);
		assert.equal(shown.kind, 'showWarningMessage');
		await configure('tasks.compaction.model', 'gpt-5');
		await messages.next(/cannot be "gpt-5"/);
		assert.equal(
			messages.shown.filter(({ message }) => message.includes('acme cannot')).length,
			// This extension and the one of the test.
			2,
		);
	});

	it('calls a model of VS Code, with its window', async () => {
		await configure('tasks.compaction.model', 'vscode/precis-test/echo');
		const { summary } = await models.directory.summaryModels();
		assert.equal(summary?.id, 'vscode/precis-test/echo');
		assert.equal(summary?.window, 77_000);
		assert.ok(summary !== undefined);
		const texts: string[] = [];
		const calls = models.summaryCalls('a', (text) => texts.push(text));
		const answer = await calls.call(summary, request, new AbortController().signal);
		assert.equal(answer.content, 'You said:\nBe short.|Hello\n');
		assert.deepEqual(texts, ['You said:\n', 'You said:\nBe short.|Hello\n']);
	});

	it('tells why a model of VS Code failed', async () => {
		await configure('tasks.compaction.model', 'vscode/precis-test/echo');
		const { summary } = await models.directory.summaryModels();
		assert.ok(summary !== undefined);
		const { signal } = new AbortController();
		const calls = models.summaryCalls('a', () => undefined);
		echo.failure = vscode.LanguageModelError.Blocked('Quota exceeded');
		await assert.rejects(
			calls.call(summary, request, signal),
			(error: unknown) =>
				error instanceof ModelError &&
				error.failure.kind === 'credit' &&
				/quota is used up/.test(error.message),
		);
		const gone = { ...summary, id: 'vscode/precis-test/gone' };
		await assert.rejects(calls.call(gone, request, signal), /does not exist|no longer available/);
	});

	it('cancels a model of VS Code', async () => {
		await configure('tasks.compaction.model', 'vscode/precis-test/echo');
		const { summary } = await models.directory.summaryModels();
		assert.ok(summary !== undefined);
		const job = new AbortController();
		const started = Promise.withResolvers<void>();
		const calls = models.summaryCalls('a', () => started.resolve());
		const wanted = { ...request, messages: [{ role: 'user', content: 'wait for ever' }] } as const;
		const call = calls.call(summary, wanted, job.signal);
		await started.promise;
		job.abort();
		await assert.rejects(call, { name: 'Interrupted', kind: 'job' });
	});

	it('calls a provider, and ends the call when it is disposed', async () => {
		await configure('models.providers', [{ name: 'acme', baseUrl, streaming: false }]);
		await configure('tasks.compaction.model', 'acme/small');
		const { summary } = await models.directory.summaryModels();
		assert.equal(summary?.window, 32_000);
		assert.ok(summary !== undefined);
		const { signal } = new AbortController();
		const calls = models.summaryCalls('a', () => undefined);
		assert.equal((await calls.call(summary, request, signal)).content, 'Hello');
		const late = calls.call(summary, request, signal);
		models.dispose();
		await assert.rejects(late, { name: 'Interrupted', kind: 'service' });
	});

	it('lets no key into errors, logs, settings or state', async () => {
		await configure('models.providers', [{ name: 'acme', baseUrl, streaming: false }]);
		await configure('tasks.compaction.model', 'acme/small');
		let changes = 0;
		models.onDidChange(() => (changes += 1));
		const acme = models.directory.providers.find(({ name }) => name === 'acme');
		assert.ok(acme !== undefined);
		await models.keys.store(acme, sentinel);
		assert.ok(changes > 0, 'a new key is a change');
		const { summary } = await models.directory.summaryModels();
		assert.ok(summary !== undefined);
		const { signal } = new AbortController();
		const error: unknown = await models
			.summaryCalls('a', () => undefined)
			.call(summary, request, signal)
			.catch((reason: unknown) => reason);
		assert.ok(error instanceof ModelError);
		assert.equal(error.failure.kind, 'authentication');
		const settings = vscode.workspace.getConfiguration(configurationSection);
		for (const seen of [error, summary, logged, messages.shown, settings]) {
			assert.doesNotMatch(inspect(seen, { depth: 12, showHidden: true }), /SENTINEL/);
		}
	});

	it('lists models to choose from, asks VS Code for consent, and saves the choice', async () => {
		const before = echo.requests.length;
		await configure('models.providers', [{ name: 'acme', baseUrl, streaming: false }]);
		inputs.next('Echo');
		await vscode.commands.executeCommand(commands.chooseSummaryModel);
		const { items = [] } = inputs.asked.at(-1) ?? {};
		const shown = items.map(({ label, description = '' }) => `${label} ${description}`);
		assert.ok(
			shown.some((line) => line.startsWith('Echo precis-test · 77,000 tokens')),
			inspect(shown),
		);
		const settings = vscode.workspace.getConfiguration(configurationSection);
		assert.equal(settings.get('tasks.compaction.model'), 'vscode/precis-test/echo');
		assert.equal(echo.requests.length, before + 1);
		inputs.next('Echo');
		await vscode.commands.executeCommand(commands.chooseSummaryModel);
		assert.equal(echo.requests.length, before + 1, 'consent is asked for once');
	});

	it('says what is missing when there is nothing to write again', async () => {
		await configure('tasks.compaction.model', 'built-in');
		await vscode.commands.executeCommand(commands.retryWithModel, 'nothing');
		await messages.next(/No model is chosen/);
	});

	it('takes the model that was chosen once as the default, and no other', async () => {
		assert.equal((await models.directory.summaryModels()).summary, undefined);
		assert.equal((await models.directory.writer()).id, undefined);
		assert.notEqual((await models.directory.writer()).suggested, undefined);
		const chat = await models.languageModels.find('precis-test', 'echo');
		assert.ok(chat !== undefined);
		await models.languageModels.remember(chat);
		assert.equal((await models.directory.summaryModels()).summary?.id, 'vscode/precis-test/echo');
		assert.deepEqual(await models.directory.writer(), { id: 'vscode/precis-test/echo' });
	});

	it('tells of a refused key when it is time, with a way to set it', async () => {
		const refused = {
			rung: 'summary-model',
			model: 'acme/small',
			outcome: 'failed',
			failure: { kind: 'authentication' },
			error: 'acme/small refused the key (401).',
			ms: 5,
		} as const;
		const builtIn = { rung: 'built-in', outcome: 'ok', ms: 5 } as const;
		notifyAttempts('conversation', [refused, builtIn], { log, nameOf: (id) => id }, false);
		assert.deepEqual(messages.shown, []);
		notifyAttempts(
			'conversation',
			[{ ...refused, tellPerson: true }, builtIn],
			{ log, nameOf: (id) => id },
			false,
		);
		const shown = await messages.next(/acme\/small refused the key \(401\)\. The built-in/);
		assert.deepEqual(
			shown.actions.map((action) => (action as { readonly title: string }).title),
			['Set API Key…', 'Retry with Model', 'Show Log'],
		);
		assert.match(logged.join('\n'), /summary-model acme\/small failed after 5 ms/);
	});
});

/** A log that only remembers. */
function fakeLog(lines: string[]): vscode.LogOutputChannel {
	const write = (...values: unknown[]): void => {
		lines.push(inspect(values, { depth: 12 }));
	};
	const log: Pick<vscode.LogOutputChannel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
		trace: write,
		debug: write,
		info: write,
		warn: write,
		error: write,
	};
	return log as vscode.LogOutputChannel;
}
