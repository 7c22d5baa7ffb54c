import assert from 'node:assert/strict';
import { ApiKeys } from '../../../../src/vscode/models/apiKeys.ts';
import { ModelDirectory } from '../../../../src/vscode/models/modelDirectory.ts';
import { ModelLists } from '../../../../src/vscode/models/modelLists.ts';
import { checkModelSettings } from '../../../../src/vscode/models/modelSettings.ts';
import { english, FakeSecrets } from '../../../support/vscodeFakes.ts';

const acme = { name: 'acme', baseUrl: 'https://models.acme.example/v1' };
const local = { name: 'local', baseUrl: 'http://[::1]:9000/v1' };

describe('whether a model is paid', () => {
	const { settings } = checkModelSettings((name) =>
		name === 'models.providers' ? [acme, local] : undefined,
	);
	const directory = new ModelDirectory({
		settings: () => settings,
		keys: new ApiKeys(new FakeSecrets(), {}, english, ''),
		lists: new ModelLists(
			() => Promise.resolve([]),
			() => 0,
		),
		findVsCodeModel: () => Promise.resolve(undefined),
		l10n: english,
	});

	/** @param prices Of input and output. */
	function isPaid(id: string, ...prices: readonly [number, number] | readonly []): boolean {
		const [input, output] = prices;
		const about = { id, window: 64_000, route: 'a route' };
		return directory.isPaid(
			input === undefined || output === undefined ? about : { ...about, prices: { input, output } },
		);
	}

	it('is what its prices say, wherever it runs', () => {
		assert.equal(isPaid('acme/big', 1, 4), true);
		assert.equal(isPaid('acme/big', 0, 0), false);
		assert.equal(isPaid('acme/big', 0, 1), true);
		assert.equal(isPaid('local/big', 1, 0), true);
	});

	it('is guessed from where it runs, where no price is known', () => {
		for (const id of ['ollama/qwen3', 'lmstudio/x', 'local/x']) {
			assert.equal(isPaid(id), false, id);
		}
		for (const id of ['acme/x', 'openai/gpt-5', 'nobody/x', 'vscode/copilot/gpt-5']) {
			assert.equal(isPaid(id), true, id);
		}
	});
});
