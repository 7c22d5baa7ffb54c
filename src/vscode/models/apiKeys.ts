import type { Event, SecretStorage } from 'vscode';
import { ModelError } from '../../models/modelError.ts';
import { parseKey, type KeyProblem } from '../../models/apiKey.ts';
import { Secret } from '../../models/secret.ts';
import { keyVariableOf, type Provider } from './providers.ts';
import type { Translator } from './translator.ts';

/** What stands in front of a provider's name in VS Code's secret storage. */
const prefix = 'precis.key.';

/** What is wrong with a key and how to get on. */
export function keyProblemMessage(problem: KeyProblem, l10n: Translator): string {
	switch (problem) {
		case 'blank':
			return l10n.t('Paste the key, or press Escape to leave everything as it is.');
		case 'spaces':
			return l10n.t('A key has no spaces or line breaks: paste the key alone.');
		case 'not-a-key':
			return l10n.t('This is not a key: paste it without name, quotes or address.');
		case 'characters':
			return l10n.t('A key has letters, digits and punctuation only: copy it once more.');
	}
}

/** Where a provider's key comes from. */
type KeySource =
	| { readonly kind: 'stored' }
	| { readonly kind: 'environment'; readonly variable: string };

/** A key, and where it was found. */
export interface ApiKey {
	readonly secret: Secret;
	readonly source: KeySource;
}

/** The keys of providers: in VS Code's secret storage, else in an environment variable. */
export class ApiKeys {
	readonly #secrets: SecretStorage;
	readonly #environment: Readonly<Record<string, string | undefined>>;
	readonly #l10n: Translator;

	constructor(
		secrets: SecretStorage,
		environment: Readonly<Record<string, string | undefined>>,
		l10n: Translator,
	) {
		this.#secrets = secrets;
		this.#environment = environment;
		this.#l10n = l10n;
	}

	/**
	 * The key of a provider; undefined when there is none.
	 * @throws {ModelError} when the secret storage fails, or the environment variable holds something
	 * else.
	 */
	async keyOf(provider: Provider): Promise<ApiKey | undefined> {
		const stored = await this.#stored(provider);
		if (stored !== undefined && stored !== '') {
			return { secret: new Secret(stored), source: { kind: 'stored' } };
		}
		const variable = keyVariableOf(provider);
		const parsed = parseKey(this.#environment[variable] ?? '');
		if (parsed.kind === 'valid') {
			return { secret: new Secret(parsed.key), source: { kind: 'environment', variable } };
		}
		if (parsed.problem === 'blank') {
			return undefined;
		}
		throw new ModelError({
			kind: 'authentication',
			message: this.#l10n.t(
				'The environment variable {0} does not hold a key for {1}.',
				variable,
				provider.name,
			),
			advice: this.#l10n.t('Correct it and restart VS Code, or run "Precis: Set API Key…".'),
		});
	}

	async #stored({ name }: Provider): Promise<string | undefined> {
		try {
			return await this.#secrets.get(prefix + name);
		} catch {
			// The error is not kept as a cause: what it says is not ours to vouch for.
			throw new ModelError({
				kind: 'authentication',
				message: this.#l10n.t('The key of {0} could not be read from the secret storage.', name),
				advice: this.#l10n.t(
					'Unlock the key ring of this computer, or run "Precis: Set API Key…" again.',
				),
			});
		}
	}

	/** Stores a key in place of the one there was. */
	async store(provider: string, key: string): Promise<void> {
		await this.#secrets.store(prefix + provider, key);
	}

	/** Forgets the stored key. */
	async remove(provider: string): Promise<void> {
		await this.#secrets.delete(prefix + provider);
	}

	/** Providers that a key is stored for, whether they still exist or not. */
	async stored(): Promise<readonly string[]> {
		const names = await this.#secrets.keys();
		return names
			.filter((name) => name.startsWith(prefix))
			.map((name) => name.slice(prefix.length))
			.sort();
	}

	/** Calls back when a key was stored or removed, in this window or another. */
	onDidChange(listener: () => void): { dispose(): void } {
		const event: Event<{ readonly key: string }> = this.#secrets.onDidChange;
		return event(({ key }) => {
			if (key.startsWith(prefix)) {
				listener();
			}
		});
	}
}
