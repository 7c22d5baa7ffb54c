import assert from 'node:assert/strict';
import { ModelError } from '../../../../src/models/modelError.ts';
import {
	gatherModels,
	type GatheringSources,
} from '../../../../src/vscode/models/gatheredModels.ts';
import {
	modelLines,
	typedLine,
	type ModelLine,
	type OfferedModels,
} from '../../../../src/vscode/models/modelChoices.ts';
import {
	allProviders,
	wellKnownProviders,
	type Provider,
} from '../../../../src/vscode/models/providers.ts';
import { english } from '../../../support/vscodeFakes.ts';

const language = { l10n: english, locale: 'en' };
const acme: Provider = {
	name: 'acme',
	baseUrl: 'https://models.acme.example/v1',
	api: 'chat',
	streaming: true,
	models: [],
	configured: true,
};

function wellKnown(name: string): Provider {
	const found = wellKnownProviders.find((provider) => provider.name === name);
	assert.ok(found !== undefined);
	return found;
}

function lists(changes: Partial<OfferedModels> = {}): OfferedModels {
	return { current: { kind: 'default' }, vsCode: { kind: 'loading' }, providers: [], ...changes };
}

/** The lines as a person reads them. */
function shown(lines: readonly ModelLine[]): readonly string[] {
	return lines.map((line) => {
		switch (line.kind) {
			case 'separator':
				return `-- ${line.label}`;
			case 'choice':
				return `${line.isCurrent ? '* ' : ''}${line.label} (${line.description})`;
			case 'note':
				return `! ${line.label}: ${line.detail}`;
			case 'set-key':
				return `> ${line.label}`;
		}
	});
}

describe('the list of summary models', () => {
	it('begins with the default and the built-in summariser', () => {
		assert.deepEqual(shown(modelLines(lists(), language)), [
			'* Default (built in)',
			'Built-in summariser (no model, nothing leaves this machine)',
			'-- More',
			'> Set API Key…',
		]);
	});

	it('has models under their provider, with window and price where they are known', () => {
		const lines = modelLines(
			lists({
				current: { kind: 'provider', provider: 'acme', model: 'big' },
				byDefault: 'ollama/qwen3',
				vsCode: {
					kind: 'models',
					models: [{ vendor: 'copilot', id: 'gpt-5', name: 'GPT-5', maxInputTokens: 110_000 }],
				},
				providers: [
					{
						provider: acme,
						listed: {
							kind: 'models',
							models: [
								{ id: 'big', window: 400_000, prices: { input: 0.25, output: 2 } },
								{ id: 'small' },
							],
						},
					},
				],
			}),
			language,
		);
		assert.deepEqual(shown(lines).slice(0, -2), [
			'Default (ollama/qwen3)',
			'Built-in summariser (no model, nothing leaves this machine)',
			'-- VS Code',
			'GPT-5 (copilot · 110,000 tokens)',
			'-- acme',
			'* acme/big (400,000 tokens · $0.25 in, $2.00 out per million tokens)',
			'acme/small ()',
		]);
	});

	it('leaves out models that write no text', () => {
		const ids = [
			'gpt-5',
			'text-embedding-3-small',
			'whisper-1',
			'tts-1',
			'nomic-embed-text:latest',
		];
		const models = ids.map((id) => ({ id }));
		const listed = { kind: 'models', models } as const;
		const lines = modelLines(lists({ providers: [{ provider: acme, listed }] }), language);
		assert.deepEqual(
			lines.flatMap((line) => (line.kind === 'choice' && line.id.includes('/') ? [line.id] : [])),
			['acme/gpt-5'],
		);
	});

	it('has one line with the reason for a provider that cannot be reached', () => {
		const failed = { kind: 'failed', reason: 'acme: refused.', absent: true } as const;
		const lines = modelLines(lists({ providers: [{ provider: acme, listed: failed }] }), language);
		assert.ok(shown(lines).includes('! No list of models: acme: refused.'));
	});

	it('has one line for all local servers that do not run and are not in the settings', () => {
		const failed = { kind: 'failed', reason: 'refused', absent: true } as const;
		const providers = ['ollama', 'vllm'].map((name) => ({
			provider: wellKnown(name),
			listed: failed,
		}));
		const lines = shown(modelLines(lists({ providers }), language));
		assert.deepEqual(
			lines.filter((line) => line.startsWith('!')),
			['! Not running: ollama, vllm: Start one of these servers, then choose again.'],
		);
	});

	it('says so when VS Code has no models', () => {
		const lines = modelLines(lists({ vsCode: { kind: 'models', models: [] } }), language);
		assert.ok(shown(lines).some((line) => line.startsWith('! No models: Sign in')));
	});

	it('takes an id that is typed and not listed', () => {
		const lines = modelLines(lists(), language);
		const providers = allProviders([acme]);
		const typed = typedLine('acme/secret-preview', lines, providers, language);
		assert.ok(typed?.kind === 'choice');
		assert.equal(typed.id, 'acme/secret-preview');
		assert.equal(typedLine('vscode/copilot/gpt-9', lines, providers, language)?.kind, 'choice');
		assert.equal(typedLine('nobody/x', lines, providers, language)?.kind, 'note');
		assert.equal(typedLine('gpt', lines, providers, language), undefined);
		const listed = { kind: 'models', models: [{ id: 'small' }] } as const;
		const withSmall = modelLines(lists({ providers: [{ provider: acme, listed }] }), language);
		assert.equal(typedLine('acme/small', withSmall, providers, language), undefined);
	});
});

describe('gathering models', () => {
	function sources(changes: Partial<GatheringSources> = {}): GatheringSources {
		return {
			providers: allProviders([acme]),
			hasKey: () => Promise.resolve(false),
			modelsOf: ({ name }) => Promise.resolve([{ id: `${name}-model` }]),
			vsCodeModels: () => Promise.resolve([]),
			byDefault: () => Promise.resolve(undefined),
			current: { kind: 'default' },
			l10n: english,
			...changes,
		};
	}

	async function gathered(changes: Partial<GatheringSources>, signal?: AbortSignal) {
		const seen: OfferedModels[] = [];
		await gatherModels(
			sources(changes),
			(lists) => seen.push(lists),
			signal ?? new AbortController().signal,
		);
		return seen;
	}

	it('asks those in the settings, those with a key, and those on this machine', async () => {
		const last = (
			await gathered({ hasKey: ({ name }) => Promise.resolve(name === 'openrouter') })
		).at(-1);
		assert.deepEqual(
			last?.providers.map(({ provider }) => provider.name),
			['acme', 'openrouter', 'ollama', 'lmstudio', 'llamacpp', 'vllm'],
		);
	});

	it('shows what is there at once, and the rest as it comes', async () => {
		const seen = await gathered({});
		assert.equal(seen[0]?.vsCode.kind, 'loading');
		assert.ok(seen[0]?.providers.every(({ listed }) => listed.kind === 'loading'));
		assert.ok(seen.at(-1)?.providers.every(({ listed }) => listed.kind === 'models'));
	});

	it('goes on when a provider or VS Code fails', async () => {
		const last = (
			await gathered({
				vsCodeModels: () => Promise.reject(new Error('no')),
				modelsOf: ({ name }) =>
					name === 'acme'
						? Promise.reject(
								new ModelError({ kind: 'authentication', message: 'No.', advice: 'Set it.' }),
							)
						: Promise.resolve([{ id: 'x' }]),
			})
		).at(-1);
		assert.deepEqual(last?.providers[0]?.listed, {
			kind: 'failed',
			reason: 'No. Set it.',
			absent: false,
		});
		assert.equal(last?.providers[1]?.listed.kind, 'models');
		assert.equal(last?.vsCode.kind, 'failed');
	});

	it('shows nothing more when the person has left', async () => {
		const controller = new AbortController();
		const seen = await gathered(
			{
				modelsOf: () => {
					controller.abort();
					return Promise.resolve([]);
				},
			},
			controller.signal,
		);
		assert.equal(seen.length, 1);
	});
});
