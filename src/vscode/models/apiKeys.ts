import * as v from 'valibot';
import * as vscode from 'vscode';
import { shownBaseUrl } from '../../models/baseUrl.ts';
import { ModelError } from '../../models/modelError.ts';
import { parseKey, Secret, type KeyProblem } from '../../models/secret.ts';
import {
	isPlainHttp,
	keyVariableOf,
	wellKnownProviders,
	type Provider,
} from '../settings/providers.ts';

/** Prefix of a provider's name in VS Code's secret storage. */
const prefix = 'precis.key.';

/** Problem of a key, with the remedy. */
export function keyProblemMessage(problem: KeyProblem): string {
	return {
		blank: vscode.l10n.t('Paste the key, or press Escape to cancel.'),
		spaces: vscode.l10n.t('A key has no spaces or line breaks: paste the key alone.'),
		'not-a-key': vscode.l10n.t(
			'This is not a key. Paste the key without a name, quotes or an address.',
		),
		characters: vscode.l10n.t(
			'A key contains only letters, digits and punctuation. Copy it again.',
		),
	}[problem];
}

/** The keys of providers: in VS Code's secret storage, else in an environment variable. */
export class ApiKeys {
	readonly #secrets: vscode.SecretStorage;
	readonly #environment: Readonly<Record<string, string | undefined>>;
	readonly #remote: string;

	/** @param remote `vscode.env.remoteName`; empty: this machine. */
	constructor(
		secrets: vscode.SecretStorage,
		environment: Readonly<Record<string, string | undefined>>,
		remote: string,
	) {
		this.#secrets = secrets;
		this.#environment = environment;
		this.#remote = remote;
	}

	/**
	 * The key of a provider; undefined: none.
	 * @throws {ModelError} if the secret storage fails, if the key was stored for another address or
	 * another kind of remote, or if the environment variable holds no key or must not be sent there.
	 */
	async keyOf(provider: Provider): Promise<Secret | undefined> {
		const stored = await this.#stored(provider);
		if (stored !== undefined && stored !== '') {
			const key = boundKeyFor(stored, provider, this.#remote);
			if (key === undefined) {
				throw wrongAddress(
					vscode.l10n.t(
						'The stored key of {0} was entered for another address or another machine. It was not sent to {1}.',
						provider.name,
						shownBaseUrl(provider.baseUrl),
					),
				);
			}
			return new Secret(key);
		}
		const variable = keyVariableOf(provider);
		const parsed = parseKey(this.#environment[variable] ?? '');
		if (parsed.kind === 'valid') {
			if (!maySendVariableTo(provider)) {
				throw wrongAddress(
					vscode.l10n.t(
						'The key in the environment variable {0} was not sent to {1}: that is not the address the key belongs to, or it is not encrypted.',
						variable,
						shownBaseUrl(provider.baseUrl),
					),
				);
			}
			return new Secret(parsed.key);
		}
		if (parsed.problem === 'blank') {
			return undefined;
		}
		throw refused(
			vscode.l10n.t(
				'The environment variable {0} does not contain a key for {1}.',
				variable,
				provider.name,
			),
			vscode.l10n.t('Correct it and restart VS Code, or run "Precis: Set API Key…".'),
		);
	}

	async #stored({ name }: Provider): Promise<string | undefined> {
		try {
			return await this.#secrets.get(prefix + name);
		} catch {
			// No cause: the message of the error may contain anything.
			throw refused(
				vscode.l10n.t('The key of {0} could not be read from the secret storage.', name),
				vscode.l10n.t('Unlock the key ring of this computer, or run "Precis: Set API Key…" again.'),
			);
		}
	}

	/** Stores or replaces a key, bound to the provider's address. */
	async store(provider: Provider, key: string): Promise<void> {
		await this.#secrets.store(prefix + provider.name, boundKey(key, provider, this.#remote));
	}

	async remove(provider: string): Promise<void> {
		await this.#secrets.delete(prefix + provider);
	}

	/** Names of providers with a stored key, including removed providers. */
	async stored(): Promise<readonly string[]> {
		const names = await this.#secrets.keys();
		return names
			.filter((name) => name.startsWith(prefix))
			.map((name) => name.slice(prefix.length))
			.sort();
	}

	/** Calls back when a key was stored or removed, in this window or another. */
	onDidChange(listener: () => void): { dispose(): void } {
		const event: vscode.Event<{ readonly key: string }> = this.#secrets.onDidChange;
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

function wrongAddress(message: string): ModelError {
	return refused(
		message,
		vscode.l10n.t('If the address is right, run "Precis: Set API Key…" and enter the key for it.'),
	);
}

/**
 * A stored key with the address it may be sent to. The provider's name in the settings is not enough: containers
 * and scripts can write settings.
 */
const boundKeySchema = v.strictObject({
	key: v.string(),
	/** Scheme, host and port. */
	origin: v.string(),
	/** Kind of remote, which has its own settings. Empty: this machine. */
	remote: v.string(),
});

/** The stored form of a key. @param remote `vscode.env.remoteName`; empty on this machine. */
export function boundKey(key: string, { baseUrl }: Provider, remote: string): string {
	return JSON.stringify({ key, origin: originOf(baseUrl), remote });
}

/** The key if it may be sent to the provider. */
function boundKeyFor(stored: string, provider: Provider, remote: string): string | undefined {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), boundKeySchema), stored);
	return read.success &&
		read.output.origin === originOf(provider.baseUrl) &&
		read.output.remote === remote
		? read.output.key
		: undefined;
}

/**
 * Whether the key in an environment variable may be sent to a provider. A setting with a variable and an address
 * binds the two. A shared variable such as `OPENAI_API_KEY` belongs to the well-known address. Unencrypted
 * addresses get no key without consent: *Set API Key…* asks.
 */
function maySendVariableTo(provider: Provider): boolean {
	if (isPlainHttp(provider)) {
		return false;
	}
	const variable = keyVariableOf(provider);
	const owner = wellKnownProviders.find((known) => keyVariableOf(known) === variable);
	return (
		owner === undefined ||
		provider.keyVariable !== undefined ||
		originOf(owner.baseUrl) === originOf(provider.baseUrl)
	);
}

function originOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}
