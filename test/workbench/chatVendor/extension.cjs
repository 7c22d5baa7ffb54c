/** A model and a tool for the chat: what the model says follows from what it is asked. */
const vscode = require('vscode');

const { LanguageModelTextPart, LanguageModelToolCallPart, LanguageModelToolResultPart } = vscode;

/** @param {vscode.ExtensionContext} context */
exports.activate = async ({ subscriptions }) => {
	subscriptions.push(
		vscode.lm.registerLanguageModelChatProvider('precis-test', {
			provideLanguageModelChatInformation: () => [
				{
					id: 'chat',
					name: 'Test Model',
					family: 'chat',
					version: '1',
					maxInputTokens: 12_000,
					maxOutputTokens: 4_000,
					capabilities: { toolCalling: true },
				},
			],
			provideLanguageModelChatResponse: answer,
			provideTokenCount: () => Promise.resolve(1),
		}),
		vscode.lm.registerTool('precis-test_add', {
			invoke: ({ input: { a, b } }) => ({ content: [new LanguageModelTextPart(`${a + b}`)] }),
		}),
	);
	// VS Code asks no vendor for its models before somebody wants one.
	await vscode.lm.selectChatModels();
};

/** @type {vscode.LanguageModelChatProvider['provideLanguageModelChatResponse']} */
async function answer(_model, messages, _options, progress, token) {
	const parts = messages.flatMap(({ content }) => content);
	const texts = parts.filter((part) => part instanceof LanguageModelTextPart);
	const wanted = texts.at(-1)?.value.split('\n').at(-1) ?? '';
	const say = (/** @type {string} */ text) => progress.report(new LanguageModelTextPart(text));
	const result = parts.at(-1);
	if (result instanceof LanguageModelToolResultPart) {
		say(
			`It is **${result.content.map((part) => /** @type {vscode.LanguageModelTextPart} */ (part).value).join('')}**.`,
		);
	} else if (wanted.includes('add')) {
		say('Let me add that up.');
		progress.report(new LanguageModelToolCallPart('call-1', 'precis-test_add', { a: 2, b: 3 }));
	} else if (wanted.includes('wait')) {
		say('The first half');
		await new Promise((resolve) => token.onCancellationRequested(resolve));
	} else if (wanted.includes('what do you know')) {
		const all = texts.map(({ value }) => value);
		const handoff = all.some((text) => text.includes('[Handoff'));
		// Whole messages begin a line; a handoff quotes them.
		const asked = all.flatMap((text) =>
			[...text.matchAll(/(?:^|“)((?:point|wait|while|tell|edited)[^”\n]{0,59})/gm)].map(
				([, words]) => words,
			),
		);
		say(`${wanted} Handoff: ${handoff}. Asked: ${asked.join(', ')}.`);
	} else {
		say(`Noted: ${wanted}.\n\n`);
		say('The parser reads on, line by line. '.repeat(wanted.includes('short') ? 1 : 90));
	}
}
