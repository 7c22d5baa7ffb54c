import assert from 'node:assert/strict';
import { ModelError } from '../../../../src/models/modelError.ts';
import {
	gatherModels,
	typedLine,
	type ChoiceSources,
	type ModelLine,
} from '../../../../src/vscode/models/modelChoices.ts';
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

/** The lines as a person reads them, each time they are shown. */
async function shown(
	changes: Partial<ChoiceSources> = {},
	{ signal } = new AbortController(),
): Promise<readonly (readonly string[])[]> {
	const seen: (readonly string[])[] = [];
	const sources: ChoiceSources = {
		providers: [acme],
		hasKey: () => Promise.resolve(false),
		modelsOf: ({ name }) => Promise.resolve([{ id: `${name}-model` }]),
		vsCodeModels: () => Promise.resolve([]),
		byDefault: () => Promise.resolve(undefined),
		current: { kind: 'default' },
		...changes,
	};
	await gatherModels(sources, (lines) => seen.push(lines.map(written)), signal);
	return seen;
}

function written({ kind, label, description = '', detail = '', isCurrent }: ModelLine): string {
	return {
		separator: `-- ${label}`,
		choice: `${isCurrent === true ? '* ' : ''}${label} (${description})`,
		note: `! ${label}: ${detail}`,
		'set-key': `> ${label}`,
	}[kind];
}

const failing = (kind: 'authentication' | 'connection') => () =>
	Promise.reject(new ModelError({ kind, message: 'No.', advice: 'Set it.' }));

describe('the list of summary models', () => {
	it('has models under their provider, with window and price where they are known', async () => {
		const lines = await shown({
			current: { kind: 'provider', provider: 'acme', model: 'big' },
			byDefault: () => Promise.resolve({ kind: 'provider', provider: 'ollama', model: 'qwen3' }),
			vsCodeModels: () =>
				Promise.resolve([
					{ vendor: 'copilot', id: 'gpt-5', name: 'GPT-5', maxInputTokens: 110_000 },
				]),
			modelsOf: () =>
				Promise.resolve([
					{ id: 'big', window: 400_000, prices: { input: 0.25, output: 2 } },
					{ id: 'small' },
					// Those that write no text are left out.
					{ id: 'text-embedding-3-small' },
					{ id: 'whisper-1' },
					{ id: 'nomic-embed-text:latest' },
				]),
		});
		assert.deepEqual(lines.at(-1), [
			'Default (ollama/qwen3)',
			'Built-in summariser (no model, nothing leaves this machine)',
			'-- VS Code',
			'GPT-5 (copilot · 110,000 tokens)',
			'-- acme',
			'* acme/big (400,000 tokens · $0.25 in, $2.00 out per million tokens)',
			'acme/small ()',
			'-- More',
			'> Set API Key…',
		]);
	});

	it('shows what is there at once, and the rest as it comes', async () => {
		const seen = await shown();
		assert.deepEqual(seen[0], [
			'* Default (built in)',
			'Built-in summariser (no model, nothing leaves this machine)',
			'-- More',
			'> Set API Key…',
		]);
		assert.ok(seen.at(-1)?.some((line) => line.startsWith('! No models: Sign in')));
		assert.ok(seen.at(-1)?.includes('acme/acme-model ()'));
	});

	it('asks those in the settings, those with a key, and those on this machine', async () => {
		const asked: string[] = [];
		await shown({
			providers,
			hasKey: ({ name }) => Promise.resolve(name === 'openrouter'),
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
			failed.at(-1)?.filter((line) => line.startsWith('!')),
			[
				'! No list of models: The list could not be read.',
				'! No list of models: No. Set it.',
				'! Not running: ollama, lmstudio, llamacpp, vllm: Start one of these servers, then choose again.',
			],
		);
		const absent = await shown({ modelsOf: failing('connection') });
		assert.ok(absent.at(-1)?.includes('! No list of models: No. Set it.'));
	});

	it('shows nothing more when the person has left', async () => {
		const controller = new AbortController();
		const modelsOf = async () => {
			controller.abort();
			return [];
		};
		assert.equal((await shown({ modelsOf }, controller)).length, 1);
	});

	it('takes an id that is typed and not listed', () => {
		const lines: readonly ModelLine[] = [{ kind: 'choice', id: 'acme/small', label: 'small' }];
		const typed = (text: string) => typedLine(text, lines, providers);
		assert.equal(typed('acme/secret-preview')?.id, 'acme/secret-preview');
		assert.equal(typed('vscode/copilot/gpt-9')?.kind, 'choice');
		assert.equal(typed('nobody/x')?.kind, 'note');
		assert.equal(typed('gpt'), undefined);
		assert.equal(typed('acme/small'), undefined);
	});
});
