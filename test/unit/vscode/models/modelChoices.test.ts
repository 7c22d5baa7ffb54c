import assert from 'node:assert/strict';
import { ModelError } from '../../../../src/models/modelError.ts';
import { modelChoices, type ModelRow } from '../../../../src/vscode/models/modelChoices.ts';
import type { ModelDirectory } from '../../../../src/vscode/models/modelDirectory.ts';
import type { Models } from '../../../../src/vscode/models/models.ts';
import type { ModelChoice } from '../../../../src/vscode/settings/modelId.ts';
import { allProviders, type Provider } from '../../../../src/vscode/settings/providers.ts';

const acme: Provider = {
	name: 'acme',
	baseUrl: 'https://models.acme.example/v1',
	api: 'chat',
	streaming: true,
	models: [],
	configured: true,
};
const providers = allProviders([acme]);

/** What there is to choose from. */
interface World extends Partial<Pick<ModelDirectory, 'providers' | 'modelsOf'>> {
	/** The provider that has a key. */
	readonly keyed?: string;
	readonly vsCodeModels?: () => Promise<readonly object[]>;
	readonly byDefault?: ModelChoice;
	readonly current?: ModelChoice;
}

/** The rows as a person reads them. */
async function shown({
	providers: offered = [acme],
	modelsOf = ({ name }) => Promise.resolve([{ id: `${name}-model` }]),
	keyed,
	vsCodeModels = () => Promise.resolve([]),
	byDefault,
	current = { kind: 'default' },
}: World = {}): Promise<readonly string[]> {
	const defaultWriter = () => Promise.resolve(byDefault);
	const rows = await modelChoices({
		configuration: { now: { models: { summary: current } } },
		directory: { providers: offered, modelsOf, defaultWriter },
		keys: { keyOf: ({ name }: Provider) => Promise.resolve(name === keyed ? {} : undefined) },
		languageModels: { all: vsCodeModels },
	} as unknown as Models);
	return rows.map(written);
}

function written({ id, label, description, detail }: ModelRow): string {
	if (id !== undefined) {
		return `${label} (${description ?? ''})`;
	}
	return detail === undefined ? `-- ${label}` : `${label}: ${detail}`;
}

const failing = (kind: 'authentication' | 'connection') => () =>
	Promise.reject(new ModelError({ kind, message: 'No.', advice: 'Set it.' }));

describe('the list of summary models', () => {
	it('has models under their provider, with window and price where they are known', async () => {
		const lines = await shown({
			current: { kind: 'provider', provider: 'acme', model: 'big' },
			byDefault: { kind: 'provider', provider: 'ollama', model: 'qwen3' },
			vsCodeModels: () =>
				Promise.resolve([
					{ vendor: 'copilot', id: 'gpt-5', name: 'GPT-5', maxInputTokens: 110_000 },
				]),
			modelsOf: () =>
				Promise.resolve([
					{ id: 'big', window: 400_000, prices: { input: 0.25, cachedInput: 0.025, output: 2 } },
					{ id: 'small' },
					// Those that write no text are left out.
					{ id: 'text-embedding-3-small' },
					{ id: 'whisper-1' },
					{ id: 'nomic-embed-text:latest' },
				]),
		});
		assert.deepEqual(lines, [
			// The chosen one is first, where VS Code's selection is.
			'$(check) acme/big (400,000 tokens · $0.25 in, $2.00 out per million tokens)',
			'Default (ollama/qwen3)',
			'Built-in summariser (no model, nothing leaves this machine)',
			'-- VS Code',
			'GPT-5 (copilot · 110,000 tokens)',
			'-- acme',
			'acme/small ()',
		]);
	});

	it('says what is missing where there are no models', async () => {
		const rows = await shown();
		assert.ok(rows.some((row) => row.startsWith('$(info) No models: Sign in')));
		assert.ok(rows.includes('acme/acme-model ()'));
		assert.ok(rows.includes('$(check) Default (built in)'));
	});

	it('asks those in the settings, those with a key, and those on this machine', async () => {
		const asked: string[] = [];
		await shown({
			providers,
			keyed: 'openrouter',
			modelsOf: async ({ name }) => {
				asked.push(name);
				return [];
			},
		});
		assert.deepEqual(asked, ['acme', 'openrouter', 'ollama', 'lmstudio', 'llamacpp', 'vllm']);
	});

	it('says why there is no list, and names local servers that do not run in one line', async () => {
		const failed = await shown({
			providers,
			vsCodeModels: () => Promise.reject(new Error('no')),
			modelsOf: ({ name }) => failing(name === 'acme' ? 'authentication' : 'connection')(),
		});
		assert.deepEqual(
			failed.filter((row) => row.startsWith('$(info)')),
			[
				'$(info) No list of models: The list could not be read.',
				'$(info) No list of models: No. Set it.',
				'$(info) Not running: ollama, lmstudio, llamacpp, vllm: Start one of these servers, then choose again.',
			],
		);
		const absent = await shown({ modelsOf: failing('connection') });
		assert.ok(absent.includes('$(info) No list of models: No. Set it.'));
	});
});
