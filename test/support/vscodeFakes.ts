import type {
	CancellationToken,
	CancellationTokenSource,
	Event,
	Memento,
	SecretStorage,
	SecretStorageChangeEvent,
} from 'vscode';

/** Parts of VS Code for tests in plain Node. */

/** An event that a test fires. */
export class FakeEvent<Data> {
	readonly #listeners = new Set<(data: Data) => unknown>();

	/** How many listen. */
	get listeners(): number {
		return this.#listeners.size;
	}

	readonly event: Event<Data> = (listener) => {
		this.#listeners.add(listener);
		return { dispose: () => this.#listeners.delete(listener) };
	};

	fire(data: Data): void {
		for (const listener of this.#listeners) {
			listener(data);
		}
	}
}

/** Secret storage in memory. */
export class FakeSecrets implements SecretStorage {
	readonly held = new Map<string, string>();
	readonly changed = new FakeEvent<SecretStorageChangeEvent>();
	readonly onDidChange = this.changed.event;

	async keys(): Promise<string[]> {
		return [...this.held.keys()];
	}

	async get(key: string): Promise<string | undefined> {
		return this.held.get(key);
	}

	async store(key: string, value: string): Promise<void> {
		this.held.set(key, value);
		this.changed.fire({ key });
	}

	async delete(key: string): Promise<void> {
		this.held.delete(key);
		this.changed.fire({ key });
	}
}

/** A memento in memory. */
export class FakeMemento implements Memento {
	readonly held = new Map<string, unknown>();

	keys(): readonly string[] {
		return [...this.held.keys()];
	}

	get<Value>(key: string, fallback?: Value): Value | undefined {
		return (this.held.get(key) as Value | undefined) ?? fallback;
	}

	async update(key: string, value: unknown): Promise<void> {
		this.held.set(key, value);
	}
}

/** A cancellation that a test, or the code under test, causes. */
export class FakeCancellation implements CancellationTokenSource {
	readonly #event = new FakeEvent<unknown>();
	readonly token: CancellationToken & { isCancellationRequested: boolean };
	disposed = false;

	constructor() {
		this.token = {
			isCancellationRequested: false,
			onCancellationRequested: this.#event.event,
		};
	}

	/** How many listen to the token. */
	get listeners(): number {
		return this.#event.listeners;
	}

	cancel(): void {
		if (!this.token.isCancellationRequested) {
			this.token.isCancellationRequested = true;
			this.#event.fire(undefined);
		}
	}

	dispose(): void {
		this.disposed = true;
	}
}

/** Fills texts in as VS Code does, in English. */
export const l10n = {
	t: (message: string, ...args: readonly (string | number)[]) =>
		message.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
			String(args[Number(index)] ?? whole),
		),
};

/** A person's settings and VS Code's defaults, by their whole names. */
export class FakeWorkspace {
	readonly defaults = new Map<string, unknown>();
	readonly own = new Map<string, unknown>();
	/** The workspace's settings. */
	readonly shared = new Map<string, unknown>();
	readonly isTrusted = true;
	readonly onDidGrantWorkspaceTrust = new FakeEvent<unknown>().event;
	readonly folders = new FakeEvent<unknown>();
	readonly onDidChangeWorkspaceFolders = this.folders.event;
	readonly changed = new FakeEvent<{ affectsConfiguration(name: string): boolean }>();
	readonly onDidChangeConfiguration = this.changed.event;
	workspaceFolders: readonly {
		readonly uri: { readonly scheme: string; readonly fsPath: string };
	}[] = [];

	getConfiguration(section?: string) {
		const nameOf = (key: string): string => (section === undefined ? key : `${section}.${key}`);
		return {
			get: (key: string): unknown =>
				this.shared.get(nameOf(key)) ?? this.own.get(nameOf(key)) ?? this.defaults.get(nameOf(key)),
			inspect: (key: string) => ({
				defaultValue: this.defaults.get(nameOf(key)),
				globalValue: this.own.get(nameOf(key)),
				workspaceValue: this.shared.get(nameOf(key)),
			}),
			update: (key: string, value: unknown, target: number): Promise<void> => {
				(target === 2 ? this.shared : this.own).set(nameOf(key), value);
				return Promise.resolve();
			},
		};
	}
}
