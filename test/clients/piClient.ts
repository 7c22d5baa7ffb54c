import { type CommandLineClient, flags } from './client.ts';

/** Pi. */
export const pi: CommandLineClient = {
	label: 'Pi',
	package: ['@earendil-works/pi-coding-agent', '1.6.0'],
	program: '.bin/pi',
	env: () => ({ PI_OFFLINE: '1' }),
	files: ({ server }) => ({
		'.pi/agent/models.json': JSON.stringify({
			providers: {
				fake: {
					baseUrl: `${server}/v1`,
					api: 'openai-completions',
					apiKey: 'sk-fake',
					models: [{ id: 'fake-model', contextWindow: 100_000, maxTokens: 8_000 }],
				},
			},
		}),
	}),
	hidesExit: true,
	turn: (words, continues) => [
		...(continues ? ['--continue'] : []),
		...flags('--model fake/fake-model --mode json -p'),
		words,
	],
	tools: () => ({
		read: (path) => ['read', { path }],
		run: (command) => ['bash', { command }],
		edit: (path, oldText, newText) => ['edit', { path, edits: [{ oldText, newText }] }],
	}),
	session: '.pi/agent/sessions/*/*.jsonl',
};
