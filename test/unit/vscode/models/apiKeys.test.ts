import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ModelError } from '../../../../src/models/modelError.ts';
import { parseKey } from '../../../../src/models/secret.ts';
import { ApiKeys, keyProblemMessage } from '../../../../src/vscode/models/apiKeys.ts';
import { wellKnownProviders, type Provider } from '../../../../src/vscode/settings/providers.ts';
import { FakeSecrets } from '../../../support/vscodeFakes.ts';

const sentinel = 'sk-SENTINEL-0123456789';

function named(name: string, changes: Partial<Provider> = {}): Provider {
	const [first] = wellKnownProviders;
	assert.ok(first !== undefined);
	return { ...first, name, ...changes };
}

function start(environment: Readonly<Record<string, string>> = {}) {
	const secrets = new FakeSecrets();
	return { secrets, keys: new ApiKeys(secrets, environment, '') };
}

/** Asserts that a key is refused in these words, and not shown. */
async function assertRefused(key: Promise<unknown>, words = /Set API Key/): Promise<void> {
	await assert.rejects(key, (error) => {
		assert.ok(error instanceof ModelError);
		const { kind, message, advice = '' } = error.failure;
		assert.equal(kind, 'authentication');
		assert.match(`${message} ${advice}`, words);
		assert.doesNotMatch(inspect(error, { depth: 10 }), /SENTINEL/);
		return true;
	});
}

describe('a key that was typed', () => {
	it('is taken without the white space around it', () => {
		assert.deepEqual(parseKey(` ${sentinel}\n`), { kind: 'valid', key: sentinel });
	});

	it('is refused when it cannot be one, with words that say how to get on', () => {
		const cases: readonly (readonly [text: string, message: RegExp])[] = [
			['', /Paste the key/],
			['   ', /Paste the key/],
			['sk-one sk-two', /no spaces or line breaks/],
			['sk-one\nX-Header: y', /no spaces or line breaks/],
			[`OPENAI_API_KEY=${sentinel}`, /without a name, quotes or an address/],
			[`"${sentinel}"`, /without a name, quotes or an address/],
			['https://platform.openai.com/api-keys', /without a name, quotes or an address/],
			['sk-…dots', /Copy it again/],
		];
		for (const [text, message] of cases) {
			const parsed = parseKey(text);
			assert.ok(parsed.kind === 'invalid', text);
			assert.match(keyProblemMessage(parsed.problem), message);
			assert.doesNotMatch(inspect(parsed), /SENTINEL/);
		}
	});
});

describe('the key of a provider', () => {
	it('comes from the secret storage', async () => {
		const { keys, secrets } = start({ OPENAI_API_KEY: 'sk-of-the-environment' });
		await keys.store(named('openai'), sentinel);
		assert.deepEqual([...secrets.held.keys()], ['precis.key.openai']);
		const key = await keys.keyOf(named('openai'));
		assert.equal(key?.reveal(), sentinel);
	});

	it('comes from the environment when none is stored', async () => {
		const { keys } = start({ MY_AZURE_API_KEY: `${sentinel}\n`, CORP: 'sk-corp-1' });
		const key = await keys.keyOf(named('my-azure'));
		assert.equal(key?.reveal(), sentinel);
		const other = await keys.keyOf(named('my-azure', { keyVariable: 'CORP' }));
		assert.equal(other?.reveal(), 'sk-corp-1');
	});

	it('is none when there is none', async () => {
		const { keys } = start({ OPENAI_API_KEY: ' ' });
		assert.equal(await keys.keyOf(named('openai')), undefined);
	});

	it('is complained about when the environment holds something else, without showing it', async () => {
		const { keys } = start({ OPENAI_API_KEY: `"${sentinel}"` });
		await assertRefused(keys.keyOf(named('openai')), /OPENAI_API_KEY .*openai/);
	});

	it('is asked for again when the secret storage cannot be read', async () => {
		const { keys, secrets } = start();
		secrets.get = () => Promise.reject(new Error(`broken: ${sentinel}`));
		await assertRefused(keys.keyOf(named('openai')));
	});

	it('can be removed, and only of providers that have one', async () => {
		const { keys, secrets } = start();
		await secrets.store('something.else', 'x');
		await keys.store(named('openrouter'), sentinel);
		await keys.store(named('openai'), sentinel);
		assert.deepEqual(await keys.stored(), ['openai', 'openrouter']);
		await keys.remove('openai');
		assert.deepEqual(await keys.stored(), ['openrouter']);
	});

	it('tells when it changes, in whichever window', async () => {
		const { keys, secrets } = start();
		let changes = 0;
		const listener = keys.onDidChange(() => (changes += 1));
		await keys.store(named('openai'), sentinel);
		await keys.remove('openai');
		secrets.changed.fire({ key: 'something.else' });
		assert.equal(changes, 2);
		listener.dispose();
		assert.equal(secrets.changed.listeners, 0);
	});

	it('goes to the address it was entered for, and to no other of the same name', async () => {
		const { keys } = start();
		const acme = named('acme', { baseUrl: 'https://acme.example/v1' });
		await keys.store(acme, sentinel);
		const elsewhere = [
			'https://evil.example/v1',
			'http://acme.example/v1',
			'https://acme.example:8443/v1',
			'https://acme.example.evil.example/v1',
		];
		for (const baseUrl of elsewhere) {
			await assertRefused(keys.keyOf({ ...acme, baseUrl }));
		}
		const other = await keys.keyOf({ ...acme, baseUrl: 'https://acme.example/v2' });
		assert.equal(other?.reveal(), sentinel);
	});

	it('does not go along to another kind of machine', async () => {
		const { keys, secrets } = start();
		await keys.store(named('openai'), sentinel);
		const inContainer = new ApiKeys(secrets, {}, 'dev-container');
		await assertRefused(inContainer.keyOf(named('openai')));
	});

	it('in a variable that other programs use goes to the address everybody knows, or where it is named', async () => {
		const { keys } = start({ OPENAI_API_KEY: sentinel });
		assert.equal((await keys.keyOf(named('openai')))?.reveal(), sentinel);
		const evil = named('openai', { baseUrl: 'https://evil.example/v1' });
		await assertRefused(keys.keyOf(evil));
		const chosen = { ...evil, keyVariable: 'OPENAI_API_KEY' };
		assert.equal((await keys.keyOf(chosen))?.reveal(), sentinel);
	});

	it('in a variable goes over no network that others can listen to', async () => {
		const { keys } = start({ ACME_API_KEY: sentinel });
		const acme = named('acme', { baseUrl: 'http://acme.example/v1' });
		await assertRefused(keys.keyOf(acme));
		await assertRefused(keys.keyOf({ ...acme, keyVariable: 'ACME_API_KEY' }));
		const here = await keys.keyOf({ ...acme, baseUrl: 'http://127.0.0.1:9000/v1' });
		assert.equal(here?.reveal(), sentinel);
	});
});
