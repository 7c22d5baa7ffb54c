import assert from 'node:assert/strict';
import { ApiKeys } from '../../../../src/vscode/models/apiKeys.ts';
import { ModelDirectory } from '../../../../src/vscode/models/modelDirectory.ts';
import { ModelLists } from '../../../../src/vscode/models/modelLists.ts';
import { checkModelSettings } from '../../../../src/vscode/models/modelSettings.ts';
import { english, FakeSecrets } from '../../../support/vscodeFakes.ts';

const acme = { name: 'acme', baseUrl: 'https://models.acme.example/v1' };
const local = { name: 'local', baseUrl: 'http://[::1]:9000/v1' };
const nearby = [
	'10.1.2.3',
	'172.16.0.9',
	'172.31.0.9',
	'192.168.1.7',
	'169.254.7.7',
	'[fd12:3456::1]',
	'[fe80::1]',
	'workstation',
	'gpu.local',
];
const distant = [
	'11.1.2.3',
	'172.15.0.9',
	'172.32.0.9',
	'192.169.1.7',
	'[2001:db8::1]',
	'10.acme.example',
	'gpu.local.example',
];

/** A provider at each host, named by its place in the list. */
function providersAt(hosts: readonly string[], name: string) {
	return hosts.map((host, at) => ({ name: `${name}-${at}`, baseUrl: `http://${host}:8000/v1` }));
}

describe('whether a model is paid', () => {
	const { settings } = checkModelSettings((name) =>
		name === 'models.providers'
			? [acme, local, ...providersAt(nearby, 'near'), ...providersAt(distant, 'far')]
			: undefined,
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
		nearby.forEach((host, at) => assert.equal(isPaid(`near-${at}/x`), false, host));
		distant.forEach((host, at) => assert.equal(isPaid(`far-${at}/x`), true, host));
	});
});
