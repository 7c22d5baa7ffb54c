import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { textOf } from '../../src/messages/message.ts';
import { isHandoff } from '../../src/summary/handoff.ts';
import { configurationSection } from '../../src/vscode/contributions.ts';
import { compactToolName, recallToolName } from '../../src/conversations/recall/ownTool.ts';
import { supports } from '../../src/vscode/hostApi.ts';
import { statusToolName } from '../../src/vscode/api/tools.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { prose } from '../support/logs.ts';
import { until } from '../support/until.ts';
import { CaughtMessages } from './messages.ts';
import { asContext, strictWindow, StrictProvider, textIn } from './strictProvider.ts';

const Role = vscode.LanguageModelChatMessageRole;
type Parts = vscode.LanguageModelInputPart[];

const message = (
	role: vscode.LanguageModelChatMessageRole,
	content: string | Parts,
): vscode.LanguageModelChatMessage => new vscode.LanguageModelChatMessage(role, content);
const says = (content: string | Parts): vscode.LanguageModelChatMessage =>
	message(Role.User, content);
const answers = (content: string | Parts): vscode.LanguageModelChatMessage =>
	message(Role.Assistant, content);

/** A system message: the role has no name in the stable API. */
function instructs(text: string): vscode.LanguageModelChatMessage {
	return Object.assign(says(text), { role: 3 });
}

const vendor = 'precis';
const strictId = 'vscode/precis-test/strict';

/** A picture of one pixel: VS Code looks into images. */
const pixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

const recallTool: vscode.LanguageModelChatTool = {
	name: recallToolName,
	description: 'Gives back originals.',
	inputSchema: { type: 'object' },
};

/** Older editors have none, and say so: see the tests of lesser editors. */
const describeWhereOffered = supports('mirroredModels') ? describe : describe.skip;

describeWhereOffered('Models through Precis', () => {
	let messages: CaughtMessages;
	let base: StrictProvider;
	let registration: vscode.Disposable;
	let model: vscode.LanguageModelChat;

	before(async () => {
		await vscode.extensions.getExtension('precis.precis')?.activate();
	});
	beforeEach(async () => {
		messages = new CaughtMessages();
		base = new StrictProvider();
		registration = vscode.lm.registerLanguageModelChatProvider('precis-test', base);
		await configure('tasks.compaction.model', 'built-in');
		model = await mirrored(strictId);
	});
	afterEach(async () => {
		registration.dispose();
		for (const name of [
			'models.providers',
			'mirroredModels.enabled',
			'mirroredModels.advertisedWindow',
			'mirroredModels.models',
			'mirroredModels.recall',
			'tasks.compaction.model',
		]) {
			await configure(name, undefined);
		}
		messages.restore();
	});

	function configure(name: string, value: unknown): Thenable<void> {
		return vscode.workspace
			.getConfiguration(configurationSection)
			.update(name, value, vscode.ConfigurationTarget.Global);
	}

	const offered = (): Thenable<readonly vscode.LanguageModelChat[]> =>
		vscode.lm.selectChatModels({ vendor });

	async function mirrored(id: string): Promise<vscode.LanguageModelChat> {
		let found: vscode.LanguageModelChat | undefined;
		await until(async () => {
			found = (await offered()).find((chat) => chat.id === id);
			return found !== undefined;
		});
		assert.ok(found !== undefined);
		return found;
	}

	const isGone = (id: string): Promise<void> =>
		until(async () => (await offered()).every((chat) => chat.id !== id));

	/** Everything a model answers. */
	async function ask(
		request: readonly vscode.LanguageModelChatMessage[],
		options: vscode.LanguageModelChatRequestOptions = {},
		token = new vscode.CancellationTokenSource().token,
	): Promise<readonly unknown[]> {
		const response = await model.sendRequest([...request], options, token);
		const parts: unknown[] = [];
		for await (const part of response.stream) {
			parts.push(part);
		}
		return parts;
	}

	/** The latest request that reached the model behind. */
	function latest(): StrictProvider['requests'][number] {
		const request = base.requests.at(-1);
		assert.ok(request !== undefined);
		return request;
	}

	const longHistory = (turns: number, name: string): vscode.LanguageModelChatMessage[] => [
		...Array.from({ length: turns }, (_, turn) => [
			says(`${name} ${turn}: please go on with part ${turn}. ${prose(300, turn)}`),
			answers(`Part ${turn} is done. ${prose(1_500, turn)}`),
		]).flat(),
		says(`${name}: what is next?`),
	];

	const handoffIn = (): string | undefined =>
		asContext(latest().messages)
			.map(({ content }) => textOf(content))
			.find(isHandoff);

	const status = async (): Promise<string> => {
		const { content } = await vscode.lm.invokeTool(
			statusToolName,
			{ input: {}, toolInvocationToken: undefined },
			new vscode.CancellationTokenSource().token,
		);
		return textIn(content);
	};

	it('are all others once more, and none of their own', async () => {
		const all = await offered();
		const names = all.map(({ name }) => name);
		assert.ok(names.includes('Model strict · Precis') && names.includes('Model other · Precis'));
		assert.ok(all.every(({ id }) => !id.includes('vscode/precis/')));
		assert.deepEqual([model.family, model.version, model.vendor], ['test-family', '7', vendor]);
	});

	it('say a window four times as large, or the true one where the setting says so', async () => {
		assert.equal(model.maxInputTokens, 4 * strictWindow);
		await configure('mirroredModels.advertisedWindow', 1);
		await until(async () => (await mirrored(strictId)).maxInputTokens === strictWindow);
	});

	it('can be turned off, all of them or one', async () => {
		await configure('mirroredModels.models', { [strictId]: { enabled: false } });
		await isGone(strictId);
		assert.ok((await offered()).length > 0);
		await configure('mirroredModels.enabled', false);
		await until(async () => (await offered()).length === 0);
		await configure('mirroredModels.enabled', undefined);
		await configure('mirroredModels.models', undefined);
		await mirrored(strictId);
	});

	it('are those of configured servers too', async () => {
		await configure('models.providers', [
			{ name: 'nowhere', baseUrl: 'http://127.0.0.1:9/v1', models: [{ id: 'm', window: 50_000 }] },
		]);
		const chat = await mirrored('nowhere/m');
		assert.equal(chat.name, 'm · Precis');
		await assert.rejects(async () => {
			const response = await chat.sendRequest([says('Hello')]);
			for await (const _part of response.stream) {
				// Nothing comes.
			}
		});
	});

	it('answer with what the model behind them says, and tell what it cost', async () => {
		const parts = await ask([says('Hello')]);
		assert.equal(textIn(parts), 'Done with : 0 rounds of tools, everything passes.');
		const usage = parts.find((part) => part instanceof vscode.LanguageModelDataPart);
		assert.equal(usage?.mimeType, 'usage');
		const told = JSON.parse(new TextDecoder().decode(usage?.data)) as Record<string, number>;
		assert.ok((told['prompt_tokens'] ?? 0) > 0);
		assert.equal(
			told['total_tokens'],
			(told['prompt_tokens'] ?? 0) + (told['completion_tokens'] ?? 0),
		);
	});

	it('pass calls, results, images and markers on as they came', async () => {
		const image = vscode.LanguageModelDataPart.image(pixel, 'image/png');
		const marker = new vscode.LanguageModelDataPart(
			new TextEncoder().encode('ephemeral'),
			'cache_control',
		);
		const call = new vscode.LanguageModelToolCallPart('c1', 'look', { at: ['a', { b: 1 }] });
		const result = new vscode.LanguageModelToolResultPart('c1', [
			new vscode.LanguageModelTextPart('seen'),
			image,
		]);
		const tools = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }];
		await ask(
			[
				says([new vscode.LanguageModelTextPart('What is this?'), image, marker]),
				answers([new vscode.LanguageModelTextPart('I look.'), call]),
				says([result]),
			],
			{ tools, toolMode: vscode.LanguageModelChatToolMode.Required, modelOptions: { top: 1 } },
		);
		const { messages: sent, options } = latest();
		const kinds = sent.map(({ content }) => content.map(kindOf));
		assert.deepEqual(kinds, [['text', 'data', 'data'], ['text', 'call'], ['result']]);
		const parts = sent.flatMap(({ content }) => content);
		const [picture, called, answered] = [parts[1], parts[4], parts[5]];
		assert.ok(picture instanceof vscode.LanguageModelDataPart);
		assert.ok(called instanceof vscode.LanguageModelToolCallPart);
		assert.ok(answered instanceof vscode.LanguageModelToolResultPart);
		assert.deepEqual(mimes(parts), ['image/png', 'cache_control']);
		assert.ok(pixel.equals(picture.data));
		assert.deepEqual(called.input, { at: ['a', { b: 1 }] });
		assert.deepEqual([answered.callId, mimes(answered.content)], ['c1', ['image/png']]);
		assert.deepEqual(
			options.tools?.map(({ name }) => name),
			['look'],
		);
		assert.equal(options.toolMode, vscode.LanguageModelChatToolMode.Required);
		assert.equal(options.modelOptions?.['top'], 1);
	});

	function kindOf(part: unknown): string {
		const kinds: readonly (readonly [string, new (...given: never[]) => unknown])[] = [
			['text', vscode.LanguageModelTextPart],
			['data', vscode.LanguageModelDataPart],
			['call', vscode.LanguageModelToolCallPart],
			['result', vscode.LanguageModelToolResultPart],
		];
		return kinds.find(([, kind]) => part instanceof kind)?.[0] ?? 'unknown';
	}

	function mimes(content: readonly unknown[] = []): string[] {
		return content.flatMap((part) =>
			part instanceof vscode.LanguageModelDataPart ? [part.mimeType] : [],
		);
	}

	it('give system text to the model first, as the user’s, whatever role a client sent it in', async () => {
		await ask([instructs('You are Copilot.'), says('Hello')]);
		assert.deepEqual(
			latest().messages.map(({ role, content }) => [role, textIn(content)]),
			[
				[vscode.LanguageModelChatMessageRole.User, 'You are Copilot.'],
				[vscode.LanguageModelChatMessageRole.User, 'Hello'],
			],
		);
		await ask([answers('You are Roo.'), says('Hello')]);
		assert.equal(textIn(latest().messages[0]?.content ?? []), 'You are Roo.');
		assert.equal(latest().messages[0]?.role, vscode.LanguageModelChatMessageRole.User);
		await ask([says('You are a participant.'), ...longHistory(36, 'Instructed')]);
		const texts = latest().messages.map(({ content }) => textIn(content));
		assert.match(texts[0] ?? '', /^You are a participant\./);
		assert.ok(handoffIn() !== undefined);
	});

	it('leave system text where it is that stands behind the first message', async () => {
		await ask([says('Hello'), answers('Yes?'), instructs('Mind the date.'), says('Go on')]);
		const texts = latest().messages.map(({ content }) => textIn(content));
		assert.deepEqual(texts, ['Hello', 'Yes?', 'Mind the date.Go on']);
	});

	it('pass everything on that VS Code lets through, as if nobody stood between', async () => {
		const text = (value: string) => new vscode.LanguageModelTextPart(value);
		const marker = (): vscode.LanguageModelDataPart =>
			new vscode.LanguageModelDataPart(new TextEncoder().encode('ephemeral'), 'cache_control');
		const call = (id: string) => new vscode.LanguageModelToolCallPart(id, 'look', { at: id });
		const seen = (id: string) => new vscode.LanguageModelToolResultPart(id, [text('seen')]);
		const request = [
			says([text('<environment_info>Linux</environment_info>'), marker(), text('Look')]),
			answers([text('I look.'), call('c1'), call('c2'), marker()]),
			says([seen('c1'), marker(), seen('c2'), text('Both.'), marker()]),
		];
		const options = {
			modelOptions: {
				_conversationId: 'passed-on',
				_telemetryTurn: 1,
				nested: { temperature: 0, stop: ['x'] },
			},
			tools: [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }],
			toolMode: vscode.LanguageModelChatToolMode.Required,
			// Stands for an option that a later VS Code adds.
			includeEncryptedThinking: true,
		};
		await ask(request, options);
		const through = plainly(latest());
		const [direct] = await vscode.lm.selectChatModels({ vendor: 'precis-test', id: 'strict' });
		await direct?.sendRequest(request, options);
		assert.equal(base.requests.length, 2);
		assert.deepEqual(through, plainly(latest()));
	});

	/** A request as JSON, without what VS Code itself says of who asks. */
	function plainly({ messages: sent, options }: StrictProvider['requests'][number]): unknown {
		const asked = Object.entries(options).filter(
			([name]) => name !== 'justification' && name !== 'requestInitiator',
		);
		return JSON.parse(JSON.stringify([sent, Object.fromEntries(asked)]));
	}

	it('keep the order of parts, blank ones and failures, and a provider’s markers until a compaction', async () => {
		const marker = (name: string): vscode.LanguageModelDataPart =>
			new vscode.LanguageModelDataPart(new TextEncoder().encode(name), 'stateful_marker');
		const call = (id: string): vscode.LanguageModelToolCallPart =>
			new vscode.LanguageModelToolCallPart(id, 'look', {});
		const failed = (id: string): vscode.LanguageModelToolResultPart =>
			Object.assign(
				new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart('No.')]),
				{ isError: true },
			);
		const rounds = (round: number): vscode.LanguageModelChatMessage[] => [
			answers([
				marker(`before ${round}`),
				new vscode.LanguageModelTextPart('\n\n'),
				call('c1'),
				marker(`between ${round}`),
				call('c2'),
			]),
			says([failed('c1'), failed('c2'), marker(`after ${round}`)]),
		];
		const shape = (content: readonly unknown[]): string =>
			content
				.map((part) =>
					part instanceof vscode.LanguageModelDataPart
						? new TextDecoder().decode(part.data)
						: kindOf(part),
				)
				.join(', ');
		const whole = [1, 2].flatMap((round) => [
			`before ${round}, text, call, between ${round}, call`,
			`result, result, after ${round}`,
		]);
		// A marker stands for a state of the provider that holds what was compacted away.
		const compacted = [1, 2].flatMap(() => ['text, call, call', 'result, result']);
		for (const [before, expected] of [
			[[says('Look')], whole],
			[longHistory(36, 'Around'), compacted],
		] as const) {
			await ask([...before, ...rounds(1), ...rounds(2)], { tools: [recallTool] });
			const sent = latest().messages.slice(-4);
			assert.deepEqual(
				sent.map(({ content }) => shape(content)),
				expected,
			);
			const result = sent[1]?.content[0];
			assert.equal(typeof result === 'object' && result !== null && 'isError' in result, true);
		}
	});

	it('compact what a client wants to summarise itself, where it is more than fits', async () => {
		const history = longHistory(60, 'More than fits').slice(0, -1);
		await ask([...history, says('Summarize the conversation history so far, please.')]);
		assert.deepEqual(base.model.refusals, []);
		assert.ok(handoffIn() !== undefined);
		const last = latest().messages.at(-1)?.content ?? [];
		assert.match(textIn(last), /^Summarize the conversation history so far/);
	});

	it('compact a history that has become too long, and keep its end word for word', async () => {
		const history = longHistory(36, 'Compacted');
		await ask(history, { tools: [recallTool] });
		const context = asContext(latest().messages);
		assert.ok(context.length < history.length);
		assert.match(handoffIn() ?? '', /recall tool: conversation [\w-]+/);
		assert.equal(textOf(context.at(-1)?.content ?? ''), 'Compacted: what is next?');
		assert.match(await status(), /Compacted 0: please go on with part 0/);
	});

	it('look up what was summarised within a reply, of which the client sees nothing else', async () => {
		const history = longHistory(36, 'Looked up');
		base.behaviour = async ({ messages: sent, options }, progress) => {
			const last = sent.at(-1)?.content ?? [];
			if (last.some((part) => part instanceof vscode.LanguageModelToolResultPart)) {
				progress.report(new vscode.LanguageModelTextPart('It was part 3.'));
				return;
			}
			const names = options.tools?.map(({ name }) => name);
			assert.deepEqual(names, ['look', recallToolName, compactToolName]);
			const wanted = { number: 7 };
			progress.report(new vscode.LanguageModelToolCallPart('r1', recallToolName, wanted));
		};
		const tools = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }];
		const parts = await ask(history, { tools });
		assert.equal(textIn(parts), 'It was part 3.');
		assert.ok(parts.every((part) => !(part instanceof vscode.LanguageModelToolCallPart)));
		const [, answer] = asContext(latest().messages).slice(-2);
		assert.match(textOf(answer?.content ?? ''), /Looked up 3: please go on with part 3/);
		const asked = JSON.stringify(latest().messages).slice(0, -1);
		base.behaviour = async (_, progress) => {
			progress.report(new vscode.LanguageModelTextPart('You are welcome.'));
		};
		await ask([...history, answers('It was part 3.'), says('Thanks.')], { tools });
		assert.ok(JSON.stringify(latest().messages).startsWith(asked));
	});

	it('speak of recall only where the request offers it', async () => {
		await configure('mirroredModels.recall', false);
		await ask(longHistory(36, 'Without tools'));
		const handoff = handoffIn();
		assert.ok(handoff !== undefined);
		assert.doesNotMatch(handoff, /recall/);
	});

	it('compact and ask once more where the model finds the request too long', async () => {
		let refused = 0;
		base.behaviour = async ({ messages: sent }, progress) => {
			if (sent.length > 20) {
				refused += 1;
				throw new Error('400: maximum context length is 9000 tokens');
			}
			progress.report(new vscode.LanguageModelTextPart('Here I am.'));
		};
		const parts = await ask(longHistory(12, 'Refused once'));
		assert.equal(textIn(parts), 'Here I am.');
		assert.equal(refused, 1);
		assert.ok(handoffIn() !== undefined);
	});

	it('tell the client why there is no answer', async () => {
		base.behaviour = () => Promise.reject(new Error('The moon is in the way.'));
		await assert.rejects(async () => ask([says('Hello')]), /moon is in the way/);
	});

	it('stop at once when the client does, and with them the model behind', async () => {
		base.behaviour = async ({ token }, progress) => {
			progress.report(new vscode.LanguageModelTextPart('Well…'));
			await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
		};
		const source = new vscode.CancellationTokenSource();
		const answer = ask([says('Tell me everything.')], {}, source.token).catch(() => []);
		await until(() => base.requests.length === 1);
		source.cancel();
		await answer;
		await until(() => latest().token.isCancellationRequested);
	});

	it('end an answer at once that waits for a summary, which goes on and serves the next', async () => {
		await configure('tasks.compaction.model', 'vscode/precis-test/other');
		const asked = Promise.withResolvers<vscode.CancellationToken>();
		const released = Promise.withResolvers<void>();
		base.behaviour = async ({ messages: sent, token }, progress) => {
			const text = sent.map(({ content }) => textIn(content)).join('\n');
			if (!text.includes('You write the handoff summary')) {
				progress.report(new vscode.LanguageModelTextPart('Fine.'));
				return;
			}
			asked.resolve(token);
			await released.promise;
			progress.report(new vscode.LanguageModelTextPart(summaryReply()));
		};
		const history = longHistory(36, 'Stopped while summarised');
		const source = new vscode.CancellationTokenSource();
		const answer = ask(history, {}, source.token).catch(() => 'stopped');
		const summary = await asked.promise;
		source.cancel();
		assert.equal(await answer, 'stopped');
		assert.equal(summary.isCancellationRequested, false);
		released.resolve();
		await until(async () => {
			await ask([...history, answers('Yes.'), says('And now?')]);
			return handoffIn()?.includes('About the parser') === true;
		});
	});

	it('count tokens at once', async () => {
		const few = await model.countTokens('Hello there');
		const many = await model.countTokens(says(prose(4_000)));
		assert.ok(few >= 1 && few < 10 && many > 500 && many < 2_000, `${few}, ${many}`);
	});
});
