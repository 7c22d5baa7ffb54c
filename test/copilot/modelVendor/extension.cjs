/** Models whose replies come from the test's server: requests reach it as Chat Completions. */
const process = require('node:process');
const vscode = require('vscode');

const { LanguageModelTextPart, LanguageModelToolCallPart, LanguageModelToolResultPart } = vscode;

/** The family decides which prompts and tools Copilot Chat takes. */
const family = 'gpt-5.2';

/** Tokens of the models' windows. */
const windows = { tight: 34_000, small: 64_000, large: 200_000 };

/** @param {vscode.ExtensionContext} context */
exports.activate = async ({ subscriptions }) => {
	subscriptions.push(
		vscode.lm.registerLanguageModelChatProvider('precis-test', {
			provideLanguageModelChatInformation: () =>
				Object.entries(windows).map(([id, maxInputTokens]) => ({
					id,
					name: `Scripted ${id}`,
					family,
					version: '1',
					maxInputTokens,
					maxOutputTokens: 4_000,
					isUserSelectable: true,
					capabilities: { toolCalling: true },
				})),
			provideLanguageModelChatResponse: answer,
			provideTokenCount: (_model, text) =>
				Promise.resolve(
					Math.ceil((typeof text === 'string' ? text : textOf(text.content)).length / 4),
				),
		}),
	);
	// VS Code asks no vendor for its models before somebody wants one.
	await vscode.lm.selectChatModels();
};

/** @type {vscode.LanguageModelChatProvider['provideLanguageModelChatResponse']} */
async function answer(model, messages, options, progress, token) {
	const abort = new AbortController();
	token.onCancellationRequested(() => abort.abort());
	const response = await fetch(`${process.env['PRECIS_TEST_MODELS']}/chat/completions`, {
		method: 'POST',
		signal: abort.signal,
		body: JSON.stringify({
			model: model.id,
			stream: true,
			messages: messages.flatMap(rowsOf),
			tools: (options.tools ?? []).map(({ name }) => name),
			toolCharacters: JSON.stringify(options.tools ?? []).length,
			options: options.modelOptions,
		}),
	});
	if (!response.ok) {
		throw new Error(await response.text());
	}
	/** @type {{ id: string, name: string, text: string }[]} */
	const calls = [];
	for await (const { content, tool_calls: pieces = [] } of deltas(response)) {
		if (content) {
			progress.report(new LanguageModelTextPart(content));
		}
		for (const { index, id = '', function: called } of pieces) {
			const call = (calls[index] ??= { id, name: called.name ?? '', text: '' });
			call.text += called.arguments;
		}
	}
	for (const { id, name, text } of calls) {
		const input = /** @type {object} */ (JSON.parse(text));
		progress.report(new LanguageModelToolCallPart(id, name, input));
	}
}

/**
 * What a chunk of a streamed reply adds.
 * @typedef {{ index: number, id?: string, function: { name?: string, arguments: string } }} Piece
 * @typedef {{ content?: string, tool_calls?: Piece[] }} Delta
 */

/**
 * The chunks of a streamed reply.
 * @param {Response} response
 * @returns {AsyncGenerator<Delta>}
 */
async function* deltas({ body }) {
	let rest = '';
	const decoder = new TextDecoder();
	for await (const bytes of /** @type {AsyncIterable<Uint8Array>} */ (body ?? [])) {
		rest += decoder.decode(bytes, { stream: true });
		const events = rest.split('\n\n');
		rest = events.pop() ?? '';
		for (const event of events.filter((each) => each.startsWith('data: {'))) {
			const chunk = /** @type {{ choices: { delta: Delta }[] }} */ (
				JSON.parse(event.slice('data: '.length))
			);
			yield chunk.choices[0]?.delta ?? {};
		}
	}
}

/** A message in the words of Chat Completions. @param {vscode.LanguageModelChatRequestMessage} message */
function rowsOf({ role, content }) {
	const text = textOf(content);
	if (role === vscode.LanguageModelChatMessageRole.Assistant) {
		const calls = content.filter((part) => part instanceof LanguageModelToolCallPart);
		return [
			{
				role: 'assistant',
				content: text,
				...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
			},
		];
	}
	if (role !== vscode.LanguageModelChatMessageRole.User) {
		return [{ role: 'system', content: text }];
	}
	const results = content
		.filter((part) => part instanceof LanguageModelToolResultPart)
		.map((part) => ({ role: 'tool', tool_call_id: part.callId, content: textOf(part.content) }));
	return text === '' ? results : [...results, { role: 'user', content: text }];
}

/** @param {vscode.LanguageModelToolCallPart} part */
function callOf({ callId, name, input }) {
	return { id: callId, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

/** @param {readonly unknown[]} parts */
function textOf(parts) {
	return parts.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
}
