import type { Event, SecretStorage } from 'vscode';
import { ModelError } from '../../models/modelError.ts';
import { parseKey, type KeyProblem } from '../../models/secret.ts';
import { Secret } from '../../models/secret.ts';
import { boundKey, mayGoTo, readBoundKey, variableMayGoTo } from './boundKey.ts';
import { keyVariableOf, placeOf, type Provider } from './providers.ts';
import type { Translator } from '../translator.ts';

/** What stands in front of a provider's name in VS Code's secret storage. */
const prefix = 'precis.key.';

/** What is wrong with a key and how to get on. */
export function keyProblemMessage(problem: KeyProblem, l10n: Translator): string {
	return {
		blank: l10n.t('Paste the key, or press Escape to cancel.'),
		spaces: l10n.t('A key has no spaces or line breaks: paste the key alone.'),
		'not-a-key': l10n.t('This is not a key. Paste the key without a name, quotes or an address.'),
		characters: l10n.t('A key contains only letters, digits and punctuation. Copy it again.'),
	}[problem];
}

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
	readonly #remote: string;

	/** @param remote `vscode.env.remoteName`; empty on this machine. */
	constructor(
		secrets: SecretStorage,
		environment: Readonly<Record<string, string | undefined>>,
		l10n: Translator,
		remote: string,
	) {
		this.#secrets = secrets;
		this.#environment = environment;
		this.#l10n = l10n;
		this.#remote = remote;
	}

	/**
	 * The key of a provider; undefined when there is none.
	 * @throws {ModelError} when the secret storage fails, when the key was stored for another address or
	 * another kind of remote, or when the environment variable holds something else or must not be sent there.
	 */
	async keyOf(provider: Provider): Promise<ApiKey | undefined> {
		const stored = await this.#stored(provider);
		if (stored !== undefined && stored !== '') {
			const { key, destination } = readBoundKey(stored, provider);
			if (!mayGoTo(destination, provider, this.#remote)) {
				throw this.#storedForAnother(provider);
			}
			return { secret: new Secret(key), source: { kind: 'stored' } };
		}
		const variable = keyVariableOf(provider);
		const parsed = parseKey(this.#environment[variable] ?? '');
		if (parsed.kind === 'valid') {
			if (!variableMayGoTo(provider)) {
				throw this.#variableForAnother(provider, variable);
			}
			return { secret: new Secret(parsed.key), source: { kind: 'environment', variable } };
		}
		if (parsed.problem === 'blank') {
			return undefined;
		}
		throw refused(
			this.#l10n.t(
				'The environment variable {0} does not hold a key for {1}.',
				variable,
				provider.name,
			),
			this.#l10n.t('Correct it and restart VS Code, or run "Precis: Set API Key…".'),
		);
	}

	#storedForAnother(provider: Provider): ModelError {
		return this.#forAnother(
			this.#l10n.t(
				'The stored key of {0} was entered for another address or another machine. It was not sent to {1}.',
				provider.name,
				placeOf(provider),
			),
		);
	}

	#variableForAnother(provider: Provider, variable: string): ModelError {
		return this.#forAnother(
			this.#l10n.t(
				'The key in the environment variable {0} was not sent to {1}: that is not the address the key belongs to, or it is not encrypted.',
				variable,
				placeOf(provider),
			),
		);
	}

	#forAnother(message: string): ModelError {
		return refused(
			message,
			this.#l10n.t('If the address is right, run "Precis: Set API Key…" and enter the key for it.'),
		);
	}

	async #stored({ name }: Provider): Promise<string | undefined> {
		try {
			return await this.#secrets.get(prefix + name);
		} catch {
			// The error is not kept as a cause: what it says is not ours to vouch for.
			throw refused(
				this.#l10n.t('The key of {0} could not be read from the secret storage.', name),
				this.#l10n.t('Unlock the key ring of this computer, or run "Precis: Set API Key…" again.'),
			);
		}
	}

	/** Stores a key in place of the one there was, to be sent to the provider's address and to no other. */
	async store(provider: Provider, key: string): Promise<void> {
		await this.#secrets.store(prefix + provider.name, boundKey(key, provider, this.#remote));
	}

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

function refused(message: string, advice: string): ModelError {
	return new ModelError({ kind: 'authentication', message, advice });
}
