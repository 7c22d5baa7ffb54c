import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { chatButtons, commands, configurationSection } from '../../src/vscode/contributions.ts';
import { absenceNotice, features, requiredApi, type Feature } from '../../src/vscode/hostApi.ts';
import { CaughtMessages } from './messages.ts';
import { ReducedHost, type Reduction } from './reducedHost.ts';

/** How what a feature offers is called by the host. */
const offerOf: Readonly<Record<Feature, string | undefined>> = {
	vsCodeModels: undefined,
	mirroredModels: 'models',
	tools: 'tool',
	mcpServer: 'server',
	participant: 'participant',
};

/** A module that lets nothing of its process reach a network, and says so when it is tried. */
const noNetwork = `data:text/javascript,${encodeURIComponent(`
	import net from 'node:net';
	net.Socket.prototype.connect = () => { throw new Error('There is no network'); };
	globalThis.fetch = () => Promise.reject(new Error('There is no network'));
`)}`;

describe('Precis in a lesser editor', () => {
	let messages: CaughtMessages;
	let host: ReducedHost | undefined;

	beforeEach(() => {
		messages = new CaughtMessages();
	});
	afterEach(async () => {
		messages.restore();
		await host?.dispose();
		host = undefined;
	});

	async function without(reduction: Reduction): Promise<ReducedHost> {
		host = await ReducedHost.activate(reduction);
		return host;
	}

	const lacking = (...names: readonly string[]): Promise<ReducedHost> =>
		without({ api: Object.fromEntries(names.map((name) => [name, undefined])) });

	/** Opens the sample, compacts it and takes the handoff away. */
	async function assertWorks(precis: ReducedHost): Promise<void> {
		await precis.run(commands.openSample);
		await precis.run(commands.compact);
		await precis.run(commands.copyHandoff);
		assert.match(precis.clipboard, /^\[Handoff from an earlier context window/);
		assert.deepEqual(precis.logged(/^error /), []);
	}

	it('says nothing and offers everything where nothing is missing', async () => {
		const precis = await lacking();
		assert.deepEqual(precis.logged(/^warn /), []);
		assert.deepEqual(precis.offered.toSorted(), [
			'editor',
			'files',
			'models',
			'participant',
			'server',
			'tool',
			'tool',
			'view',
			'view',
		]);
		await assertWorks(precis);
	});

	const names = [...new Set(['lm', 'chat', ...features.flatMap(requiredApi)])];
	for (const name of names) {
		it(`without ${name} activates, says what is off, and does the rest`, async () => {
			const precis = await lacking(name);
			for (const feature of features) {
				const isOff = requiredApi(feature).some((need) => `${need}.`.startsWith(`${name}.`));
				const lines = precis.log.filter((line) => line.includes(absenceNotice(feature)));
				assert.equal(lines.length, isOff ? 1 : 0, feature);
				const offer = offerOf[feature];
				assert.equal(
					offer !== undefined && precis.offered.includes(offer),
					!isOff && offer !== undefined,
				);
			}
			for (const command of [...Object.values(commands), ...Object.values(chatButtons)]) {
				assert.ok(precis.commands.includes(command), command);
			}
			await assertWorks(precis);
			assert.deepEqual(
				messages.shown.map(({ kind }) => kind),
				['setStatusBarMessage'],
			);
		});
	}

	it('offers no models where Stop would not reach them, says so, and does the rest', async () => {
		const precis = await without({ api: { version: '1.126.2' } });
		assert.ok(!precis.offered.includes('models') && precis.offered.includes('participant'));
		assert.deepEqual(precis.logged(/^warn /), [
			`warn ${absenceNotice('mirroredModels')} (VS Code 1.127)`,
		]);
		await precis.run(commands.chooseMirroredModels);
		assert.equal(messages.shown.at(-1)?.message, absenceNotice('mirroredModels'));
		await assertWorks(precis);
	});

	describe('without models and chat', () => {
		it('says in the list of models why VS Code has none', async () => {
			let rows: readonly vscode.QuickPickItem[] = [];
			const precis = await without({
				api: {
					lm: undefined,
					'window.showQuickPick': async (listed: Promise<readonly vscode.QuickPickItem[]>) => {
						rows = await listed;
					},
				},
			});
			await precis.run(commands.chooseSummaryModel);
			assert.ok(rows.some(({ detail }) => detail === absenceNotice('vsCodeModels')));
		});

		it('summarises without a model of VS Code that is set, and says why', async () => {
			const configuration = vscode.workspace.getConfiguration(configurationSection);
			const { Global } = vscode.ConfigurationTarget;
			await configuration.update('tasks.compaction.model', 'vscode/acme/large', Global);
			try {
				const precis = await lacking('lm', 'chat');
				await assertWorks(precis);
				await messages.next(/does not let extensions use its models/);
			} finally {
				await configuration.update('tasks.compaction.model', undefined, Global);
			}
		});

		it('copies the handoff where no chat can be opened, and says so', async () => {
			const precis = await without({
				api: {
					lm: undefined,
					chat: undefined,
					'window.showQuickPick': (ways: readonly vscode.QuickPickItem[]) =>
						Promise.resolve(ways.find(({ label }) => label.includes('New Chat'))),
				},
				commands: ['workbench.action.chat.open', 'workbench.action.chat.newChat'],
			});
			await precis.run(commands.openSample);
			await precis.run(commands.compact);
			await precis.run(commands.handOver);
			assert.match(precis.clipboard, /^\[Handoff from an earlier context window/);
			await messages.next(/no chat that Precis can write to\. The handoff is copied/);
		});
	});

	describe('in a workspace that is not trusted', () => {
		it('does everything', async () => {
			const precis = await without({ api: { 'workspace.isTrusted': false } });
			assert.deepEqual(precis.logged(/^warn /), []);
			await assertWorks(precis);
		});
	});

	describe('in a workspace that is on no disk', () => {
		const folder = vscode.Uri.parse('memfs:/shop');

		it('opens what is on the disk and refuses what is not', async () => {
			const precis = await without({
				api: { 'workspace.workspaceFolders': [{ uri: folder, name: 'shop', index: 0 }] },
			});
			await precis.run(commands.openTranscript, vscode.Uri.joinPath(folder, 'session.jsonl'));
			await messages.next(/only files on disk can be read/);
			await assertWorks(precis);
		});

		it('proposes a place on the disk for what is exported', async () => {
			const proposed: (vscode.Uri | undefined)[] = [];
			const precis = await without({
				api: {
					'workspace.workspaceFolders': [{ uri: folder, name: 'shop', index: 0 }],
					'window.showQuickPick': (formats: readonly unknown[]) => Promise.resolve(formats[0]),
					'window.showSaveDialog': ({ defaultUri }: vscode.SaveDialogOptions) => {
						proposed.push(defaultUri);
						return Promise.resolve(undefined);
					},
				},
			});
			await precis.run(commands.openSample);
			await precis.run(commands.export);
			assert.deepEqual(
				proposed.map((uri) => uri && path.dirname(uri.fsPath)),
				[vscode.Uri.file(homedir()).fsPath],
			);
			assert.deepEqual(messages.shown, []);
		});
	});

	describe('without parts of the machine', () => {
		it('says what is missing without node:sqlite', async () => {
			const precis = await without({ workerArguments: ['--no-experimental-sqlite'] });
			await precis.run(commands.openSample);
			await messages.next(/no database \(node:sqlite with full-text search\)/);
		});

		it('does everything without a network, and asks for none', async () => {
			const { fetch } = globalThis;
			let asked = 0;
			globalThis.fetch = () => {
				asked += 1;
				return Promise.reject(new Error('There is no network'));
			};
			try {
				const precis = await without({ workerArguments: ['--import', noNetwork] });
				await assertWorks(precis);
				assert.equal(asked, 0);
				assert.deepEqual(precis.logged(/no network/), []);
			} finally {
				globalThis.fetch = fetch;
			}
		});

		it('says what cannot be done where no worker thread can be started', async () => {
			const precis = await without({ withoutThreads: true });
			await precis.run(commands.openSample);
			const { message, kind } = await messages.next(/could not start its worker thread/);
			assert.equal(kind, 'showErrorMessage');
			assert.match(message, /\(Worker threads are not allowed here\)/);
		});
	});
});
