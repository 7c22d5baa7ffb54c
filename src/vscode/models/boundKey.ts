import * as v from 'valibot';
import { isPlainHttp, keyVariableOf, wellKnownProviders, type Provider } from './providers.ts';

/**
 * A key as the secret storage holds it: with where it may be sent. A name in the settings decides nothing,
 * for settings can be written by others: a container's, a script's.
 */

/** Where a key may be sent. */
interface Destination {
	/** Scheme, host and port. */
	readonly origin: string;
	/** What VS Code works on: another kind of machine has other settings. Empty: this one. */
	readonly remote: string;
}

const schema = v.strictObject({ key: v.string(), origin: v.string(), remote: v.string() });

/** The stored form of a key. @param remote `vscode.env.remoteName`; empty on this machine. */
export function boundKey(key: string, provider: Provider, remote: string): string {
	return JSON.stringify({ key, ...destinationOf(provider, remote) });
}

/**
 * Reads a stored key. One that an earlier version stored is bound to the address that everybody knows by
 * that name, if there is one.
 */
export function readBoundKey(
	stored: string,
	{ name }: Pick<Provider, 'name'>,
): { readonly key: string; readonly destination: Destination | undefined } {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), stored);
	if (read.success) {
		const { key, ...destination } = read.output;
		return { key, destination };
	}
	const known = wellKnownProviders.find((provider) => provider.name === name);
	return {
		key: stored,
		destination: known === undefined ? undefined : destinationOf(known, ''),
	};
}

/** Whether a key that is bound to a destination may be sent to a provider. */
export function mayGoTo(
	destination: Destination | undefined,
	provider: Provider,
	remote: string,
): boolean {
	const wanted = destinationOf(provider, remote);
	return destination?.origin === wanted.origin && destination.remote === wanted.remote;
}

/**
 * Whether the key in an environment variable may be sent to a provider. A person who names both a variable and an
 * address in one setting has bound the two; a variable such as `OPENAI_API_KEY`, which other programs use as
 * well, belongs to the address everybody knows. Nothing was asked before, so an address that others can
 * listen to gets none: *Set API Key…* warns of that and asks.
 */
export function variableMayGoTo(provider: Provider): boolean {
	if (isPlainHttp(provider)) {
		return false;
	}
	const variable = keyVariableOf(provider);
	const owner = wellKnownProviders.find((known) => keyVariableOf(known) === variable);
	return (
		owner === undefined ||
		provider.keyVariable !== undefined ||
		destinationOf(owner, '').origin === destinationOf(provider, '').origin
	);
}

function destinationOf({ baseUrl }: Provider, remote: string): Destination {
	return { origin: URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl, remote };
}
