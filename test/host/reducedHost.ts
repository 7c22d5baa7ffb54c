import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { compileFunction, constants } from 'node:vm';
import * as workerThreads from 'node:worker_threads';
import * as vscode from 'vscode';
import { FakeMemento, FakeSecrets } from '../support/vscodeFakes.ts';

/** What a test takes away from the editor, or puts in its place. */
export interface Reduction {
	/** By their names in the API, `lm.registerTool`; undefined: not there. */
	readonly api?: Readonly<Record<string, unknown>>;
	/** Commands of VS Code's own that are not there. */
	readonly commands?: readonly string[];
	/** Arguments of Node for the worker's thread. */
	readonly workerArguments?: readonly string[];
	/** Worker threads cannot be started. */
	readonly withoutThreads?: boolean;
}

interface Precis {
	activate(context: vscode.ExtensionContext): unknown;
	deactivate(): Promise<void>;
}

type Namespace = Readonly<Record<string, unknown>>;

/** What VS Code takes from an extension once: the Precis that is installed has given it already. */
const takenOnce = {
	'lm.registerTool': 'tool',
	'lm.registerLanguageModelChatProvider': 'models',
	'lm.registerMcpServerDefinitionProvider': 'server',
	'chat.createChatParticipant': 'participant',
	'window.createTreeView': 'view',
	'window.registerWebviewViewProvider': 'view',
	'workspace.registerFileSystemProvider': 'files',
	'window.registerCustomEditorProvider': 'editor',
} as const;

/** Precis once more, in this very VS Code without what a test takes away. */
export class ReducedHost {
	/** What was offered, in order: tools, models, a participant, views. */
	readonly offered: string[] = [];
	/** The log, line by line: `warn …`. */
	readonly log: string[] = [];
	clipboard = '';
	readonly #reduction: Reduction;
	readonly #handlers = new Map<string, (...passed: readonly unknown[]) => unknown>();
	readonly #subscriptions: vscode.Disposable[] = [];
	#storage = '';
	#precis: Precis | undefined;

	private constructor(reduction: Reduction) {
		this.#reduction = reduction;
	}

	/** Activates Precis there. @throws What activating throws. */
	static async activate(reduction: Reduction): Promise<ReducedHost> {
		const host = new ReducedHost(reduction);
		try {
			await host.#activate();
		} catch (error) {
			await host.dispose();
			throw error;
		}
		return host;
	}

	/** The commands that were registered. */
	get commands(): readonly string[] {
		return [...this.#handlers.keys()];
	}

	/** The lines of the log that match. */
	logged(pattern: RegExp): readonly string[] {
		return this.log.filter((line) => pattern.test(line));
	}

	async run(command: string, ...passed: readonly unknown[]): Promise<unknown> {
		const handler = this.#handlers.get(command);
		assert.ok(handler !== undefined, `${command} is registered`);
		return handler(...passed);
	}

	async dispose(): Promise<void> {
		await this.#precis?.deactivate();
		vscode.Disposable.from(...this.#subscriptions).dispose();
		await rm(this.#storage, { recursive: true, force: true, maxRetries: 5 });
	}

	async #activate(): Promise<void> {
		this.#storage = await mkdtemp(path.join(os.tmpdir(), 'precis-reduced-'));
		const extension = vscode.extensions.getExtension('precis.precis');
		assert.ok(extension !== undefined);
		const { extensionUri } = extension;
		this.#precis = await load(vscode.Uri.joinPath(extensionUri, 'dist', 'extension.cjs').fsPath, {
			vscode: this.#editor(),
			'node:worker_threads': { ...workerThreads, Worker: this.#worker() },
		});
		this.#precis.activate({
			extension,
			extensionUri,
			globalStorageUri: vscode.Uri.file(this.#storage),
			subscriptions: this.#subscriptions,
			workspaceState: new FakeMemento(),
			globalState: Object.assign(new FakeMemento(), { setKeysForSync: () => undefined }),
			secrets: new FakeSecrets(),
		} as unknown as vscode.ExtensionContext);
	}

	/** The API: what is taken away, what Precis may offer once, what a test looks at; the rest as it is. */
	#editor(): object {
		const { api = {} } = this.#reduction;
		const offering = Object.entries(takenOnce).map(
			([name, what]) => [name, this.#offer(what)] as const,
		);
		return changed(vscode, {
			// Whatever VS Code the tests run in: what a test says of the version decides.
			version: '1.127.0',
			'commands.registerCommand': (id: string, handler: () => unknown) => {
				this.#handlers.set(id, handler);
				return new vscode.Disposable(() => this.#handlers.delete(id));
			},
			'commands.executeCommand': async (id: string, ...passed: readonly unknown[]) =>
				this.#execute(id, passed),
			'commands.getCommands': async () => {
				const { commands = [] } = this.#reduction;
				return (await vscode.commands.getCommands(true)).filter((id) => !commands.includes(id));
			},
			'env.clipboard': {
				writeText: async (text: string) => {
					this.clipboard = text;
				},
			},
			'window.createOutputChannel': () => this.#channel(),
			...Object.fromEntries(offering),
			...api,
		});
	}

	#execute(id: string, passed: readonly unknown[]): unknown {
		const handler = this.#handlers.get(id);
		if (handler !== undefined) {
			return handler(...passed);
		}
		// The view and the context keys are those of the Precis that is installed.
		return id === 'setContext' || id.startsWith('precis.')
			? undefined
			: vscode.commands.executeCommand(id, ...passed);
	}

	#offer(what: string): () => object {
		return () => {
			this.offered.push(what);
			const never = (): vscode.Disposable => new vscode.Disposable(() => undefined);
			return { dispose: () => undefined, selection: [], onDidChangeVisibility: never };
		};
	}

	#channel(): object {
		const line = (level: string) => (text: unknown) => this.log.push(`${level} ${String(text)}`);
		const levels = ['trace', 'debug', 'info', 'warn', 'error'];
		const idle = { show: () => undefined, dispose: () => undefined };
		return { ...idle, ...Object.fromEntries(levels.map((level) => [level, line(level)])) };
	}

	#worker(): typeof workerThreads.Worker {
		const { workerArguments = [], withoutThreads = false } = this.#reduction;
		return class extends workerThreads.Worker {
			constructor(file: string | URL, options: workerThreads.WorkerOptions) {
				if (withoutThreads) {
					throw new Error('Worker threads are not allowed here');
				}
				super(file, { ...options, execArgv: [...workerArguments] });
			}
		};
	}
}

/** The extension's bundle with other modules in the place of some. */
async function load(file: string, modules: Namespace): Promise<Precis> {
	const original = createRequire(file);
	const module = { exports: {} };
	const code = await readFile(file, 'utf8');
	const run = compileFunction(code, ['require', 'module', 'exports'], {
		filename: file,
		importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
	}) as (require: (name: string) => unknown, module: object, exports: object) => void;
	run((name) => modules[name] ?? (original(name) as unknown), module, module.exports);
	return module.exports as Precis;
}

/** @param changes By name; with a dot, of something inside. */
function changed(original: object, changes: Namespace): object {
	const own = Object.entries(changes).filter(([name]) => !name.includes('.'));
	const inside = Map.groupBy(
		Object.entries(changes).filter(([name]) => name.includes('.')),
		([name]) => name.slice(0, name.indexOf('.')),
	);
	const there = original as Namespace;
	const replaced: Record<string, unknown> = {};
	for (const [name, entries] of inside) {
		replaced[name] = changed(
			there[name] as object,
			Object.fromEntries(entries.map(([path, value]) => [path.slice(name.length + 1), value])),
		);
	}
	Object.assign(replaced, Object.fromEntries(own));
	const names = [...new Set([...Object.getOwnPropertyNames(there), ...Object.keys(replaced)])];
	// What VS Code computes is computed when it is asked for, and by VS Code.
	return Object.defineProperties(
		{},
		Object.fromEntries(
			names.map((name) => [
				name,
				{ enumerable: true, get: () => (name in replaced ? replaced[name] : there[name]) },
			]),
		),
	);
}
