import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addressesOf, type Addresses } from '../../packaging/address.ts';
import {
	chatCommands,
	commands,
	configurationSection,
	contextKeys,
	itemCommands,
	participantId,
	treeCommands,
	views,
	walkthroughId,
} from '../../src/vscode/contributions.ts';
import {
	checkSettings,
	defaultOf,
	settingNames,
	type SettingName,
} from '../../src/vscode/settings/settings.ts';

/** What VS Code reads of the extension agrees with its code, in both directions. */

interface Command {
	readonly command: string;
	readonly title: string;
	readonly category?: string;
	readonly enablement?: string;
	readonly icon?: string;
}

interface MenuItem {
	readonly command: string;
	readonly when?: string;
	readonly group?: string;
}

interface Setting {
	readonly type: string | readonly string[];
	readonly default: unknown;
	readonly scope?: string;
	readonly order?: number;
	readonly markdownDescription?: string;
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly anyOf?: readonly unknown[];
	readonly pattern?: string;
	readonly items?: ProviderSchema & { readonly pattern?: string };
	readonly examples?: readonly unknown[];
	readonly enum?: readonly string[];
	readonly enumDescriptions?: readonly string[];
	readonly tags?: readonly string[];
}

/** The schema of one provider in the settings. */
interface ProviderSchema {
	readonly defaultSnippets: readonly { readonly label: string; readonly body: unknown }[];
	readonly properties: Readonly<Record<string, { readonly pattern?: string }>>;
}

interface View {
	readonly id: string;
}

interface Walkthrough {
	readonly id: string;
	readonly steps: readonly {
		readonly id: string;
		readonly description: string;
		readonly when?: string;
		readonly media: { readonly svg: string; readonly altText: string };
		readonly completionEvents: readonly string[];
	}[];
}

interface Manifest extends Partial<Addresses> {
	readonly name: string;
	readonly engines: { readonly vscode: string };
	readonly vsce: Readonly<Record<string, unknown>>;
	readonly devDependencies: Readonly<Record<string, string>>;
	readonly activationEvents: readonly string[];
	readonly extensionKind: readonly string[];
	readonly extensionDependencies?: readonly string[];
	readonly capabilities: {
		readonly untrustedWorkspaces: {
			readonly supported: unknown;
			readonly description: string;
			readonly restrictedConfigurations: readonly string[];
		};
		readonly virtualWorkspaces: { readonly supported: unknown };
	};
	readonly contributes: {
		readonly commands: readonly Command[];
		readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
		readonly keybindings?: readonly {
			readonly key: string;
			readonly when?: string;
			readonly args?: { readonly commands: readonly string[] };
		}[];
		readonly viewsWelcome: readonly {
			readonly view: string;
			readonly contents: string;
			readonly when?: string;
		}[];
		readonly walkthroughs: readonly Walkthrough[];
		readonly viewsContainers: Readonly<Record<string, readonly { id: string; icon: string }[]>>;
		readonly views: Readonly<Record<string, readonly View[]>>;
		readonly chatParticipants: readonly {
			readonly id: string;
			readonly description: string;
			readonly isSticky: boolean;
			readonly commands: readonly { readonly name: string; readonly description: string }[];
		}[];
		readonly languageModelTools: readonly {
			readonly name: string;
			readonly inputSchema: {
				readonly properties: Readonly<Record<string, { readonly description: string }>>;
			};
		}[];
		readonly languageModelChatProviders: readonly { readonly vendor: string }[];
		readonly configuration: readonly {
			readonly title: string;
			readonly properties: Readonly<Record<string, Setting>>;
		}[];
	};
}

const root = path.resolve(import.meta.dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(root, file), 'utf8');
}

const manifestText = read('package.json');
const manifest = JSON.parse(manifestText) as Manifest;
const nls = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const { contributes } = manifest;

const settings = new Map(
	contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
);

const clauses = [
	...contributes.commands.flatMap(({ enablement }) => enablement ?? []),
	...Object.values(contributes.menus).flatMap((items) => items.flatMap(({ when }) => when ?? [])),
	...contributes.walkthroughs.flatMap(({ steps }) =>
		steps.flatMap(({ when, completionEvents }) => [
			...(when === undefined ? [] : [when]),
			...completionEvents.filter((event) => event.startsWith('onContext:')),
		]),
	),
];

/** TypeScript of a folder, whole. */
function sources(folder: string): string {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => read(path.join(folder, file)))
		.join('\n');
}

describe('commands of the manifest', () => {
	it('are those of the code', () => {
		assert.deepEqual(
			contributes.commands.map(({ command }) => command).sort(),
			[...Object.values(commands), ...Object.values(itemCommands)].sort(),
		);
	});

	it('are all registered', () => {
		const code = sources('src/vscode/commands');
		for (const name of Object.keys(commands)) {
			const registers = String.raw`(?:registry\.(?:about|add)|aboutHistory)\(\s*commands\.${name}\b`;
			assert.match(code, new RegExp(registers));
		}
	});

	it('have a category and a short title without emoji', () => {
		for (const { command, title, category } of contributes.commands) {
			assert.equal(category, 'Precis', command);
			const text = nls[title.slice(1, -1)] ?? '';
			assert.ok(text.length > 0 && text.length <= 40, command);
			assert.doesNotMatch(text, /\p{Extended_Pictographic}/u);
		}
	});

	it('stand in menus only where they apply', () => {
		const known = new Set(contributes.commands.map(({ command }) => command));
		for (const [menu, items] of Object.entries(contributes.menus)) {
			for (const { command, when, group } of items) {
				assert.ok(known.has(command), `${menu}: ${command}`);
				const hasPlace = group !== undefined || menu === 'commandPalette';
				assert.ok(when !== undefined && hasPlace, `${menu}: ${command}`);
			}
		}
	});

	it('stand in the explorer where a name is that of a session', () => {
		const [entry] = contributes.menus['explorer/context'] ?? [];
		const [, pattern = '$^'] = /resourceFilename =~ \/(.+)\/$/.exec(entry?.when ?? '') ?? [];
		const offered = (name: string): boolean => new RegExp(pattern).test(name);
		assert.equal(entry?.command, commands.openTranscript);
		for (const name of ['0b1c.jsonl', 'rollout-1.jsonl.zst', 'state.vscdb', 'chat-1.json']) {
			assert.ok(offered(name), name);
		}
		for (const name of ['main.ts', 'package.json', 'tsconfig.json', 'a.jsonc', 'shop.db']) {
			assert.ok(!offered(name), name);
		}
	});

	it('stand in the title of a view with at most four icons at a time', () => {
		const titles = contributes.menus['view/title'] ?? [];
		const icons = Object.values(views).map((view) =>
			titles.filter(
				({ when = '', group }) =>
					when.startsWith(`view == ${view}`) && group?.startsWith('navigation') === true,
			),
		);
		for (const shown of icons) {
			const places = new Set(shown.map(({ group }) => group));
			assert.ok(places.size <= 4, JSON.stringify(shown));
			for (const { command } of shown) {
				assert.ok(contributes.commands.find((one) => one.command === command)?.icon, command);
			}
		}
	});

	it('stand in the menu of a view at most ten at a time', () => {
		for (const view of Object.values(views)) {
			const entries = (contributes.menus['view/title'] ?? []).filter(
				({ when = '', group = '' }) =>
					when.startsWith(`view == ${view}`) && !group.startsWith('navigation'),
			);
			assert.ok(entries.length > 0 && entries.length <= 10, `${view}: ${entries.length}`);
		}
	});

	it('stand behind a row with at most three icons, and in its menu as well', () => {
		const rows = contributes.menus['view/item/context'] ?? [];
		const inline = rows.filter(({ group = '' }) => group.startsWith('inline'));
		assert.equal(new Set(inline.map(({ group }) => group)).size, 3);
		for (const { command } of inline) {
			assert.ok(contributes.commands.find((one) => one.command === command)?.icon, command);
			assert.equal(rows.filter((row) => row.command === command).length, 2, command);
		}
	});

	it('are enabled on a row whatever conversation is the active one', () => {
		for (const { command } of contributes.menus['view/item/context'] ?? []) {
			const { enablement } = contributes.commands.find((one) => one.command === command) ?? {};
			assert.match(enablement ?? 'viewItem || ', /^viewItem \|\| /, command);
		}
	});

	it('stand in the menu of an item of the summary, and in no palette', () => {
		const entries = contributes.menus['webview/context'] ?? [];
		const names: readonly string[] = Object.values(itemCommands);
		assert.deepEqual(
			entries.map(({ command }) => command),
			names,
		);
		for (const { command, when = '' } of entries) {
			assert.ok(when.startsWith(`webviewId == '${views.summary}' && webviewSection == 'item'`));
			const inPalette = contributes.menus['commandPalette']?.find((one) => one.command === command);
			assert.equal(inPalette?.when, 'false', command);
		}
	});

	it('change no item while a compaction runs', () => {
		const { showSource, copy, ...changes } = itemCommands;
		for (const command of [showSource, copy, ...Object.values(changes)]) {
			const entry = contributes.menus['webview/context']?.find((one) => one.command === command);
			const isReading = command === showSource || command === copy;
			assert.equal(entry?.when?.endsWith(`&& !${contextKeys.isCompacting}`), !isReading, command);
		}
	});

	it('stand in menus only where they can do something: a grey entry gives no reason', () => {
		for (const [menu, entries] of Object.entries(contributes.menus)) {
			for (const { command, when = '' } of entries) {
				const { enablement } = contributes.commands.find((one) => one.command === command) ?? {};
				const needed = enablement?.replace('viewItem || ', '').split(' && ') ?? [];
				const isRow = menu === 'view/item/context';
				assert.ok(isRow || needed.every((key) => when.includes(key)), `${menu}: ${command}`);
			}
		}
		const history = [commands.undoStep, commands.redoCompaction, commands.compareSummaries];
		for (const command of history) {
			const entry = contributes.menus['view/title']?.find((one) => one.command === command);
			assert.doesNotMatch(entry?.when ?? contextKeys.hasConversation, /hasConversation/, command);
		}
	});

	it('are in the palette about twenty, and are met elsewhere or say why they can do nothing', () => {
		const palette = contributes.menus['commandPalette'] ?? [];
		const out = new Set(palette.flatMap((one) => (one.when === 'false' ? one.command : [])));
		assert.ok(contributes.commands.length - out.size <= 23);
		const { commandPalette: _, ...menus } = contributes.menus;
		const links = Object.values(nls).join();
		const code = ['panel', 'status', 'models'].map((room) => sources(`src/vscode/${room}`)).join();
		for (const command of out) {
			const [name] = Object.entries(commands).find(([, id]) => id === command) ?? [];
			assert.ok(
				Object.values(menus).some((items) => items.some((item) => item.command === command)) ||
					links.includes(`command:${command})`) ||
					code.includes(`commands.${name}`),
				command,
			);
		}

		const hidden = contributes.commands.filter(({ enablement }) => enablement !== undefined);
		assert.deepEqual(hidden.map(({ command }) => command).toSorted(), [commands.cancelCompaction]);
	});

	it('take keys nowhere but on the rows of a view', () => {
		const keys = contributes.keybindings ?? [];
		assert.deepEqual(
			keys.map(({ key, args }) => [key, args?.commands.at(-1)]),
			[
				['f2', treeCommands.rename],
				['delete', treeCommands.delete],
			],
		);
		for (const { key, when } of keys) {
			assert.equal(when, `focusedView == ${views.conversations} && listFocus && !inputFocus`, key);
		}
	});
});

describe('clauses of the manifest', () => {
	it('ask for context keys that are maintained, and every key is asked for', () => {
		const asked = new Set(
			clauses.flatMap((clause) => clause.match(/(?<!config\.)\bprecis\.\w+/g) ?? []),
		);
		Object.values(views).forEach((view) => asked.delete(view));
		assert.deepEqual([...asked].sort(), Object.values(contextKeys).sort());
	});
});

/** Whether a setting may not have a value. */
function rejects(name: SettingName, value: unknown): boolean {
	const read = (asked: SettingName): unknown => (asked === name ? value : undefined);
	return checkSettings(read).rejected.length > 0;
}

describe('settings of the manifest', () => {
	it('are those of the code', () => {
		assert.deepEqual(
			[...settings.keys()].sort(),
			settingNames.map((name) => `${configurationSection}.${name}`).sort(),
		);
	});

	it('have the defaults of the code, and those are allowed', () => {
		for (const name of settingNames) {
			const setting = settings.get(`${configurationSection}.${name}`);
			assert.deepEqual(setting?.default, defaultOf(name), name);
		}
		assert.deepEqual(checkSettings(defaultOf).rejected, []);
	});

	it('have the limits of the code', () => {
		for (const name of settingNames) {
			const { type, minimum, exclusiveMinimum, maximum, anyOf } =
				settings.get(`${configurationSection}.${name}`) ?? {};
			const isNumber = type === 'number' || type === 'integer';
			if (anyOf !== undefined || !isNumber) {
				continue;
			}
			const isRejected = (value: number | undefined): boolean => rejects(name, value);
			assert.ok(maximum !== undefined, name);
			assert.equal(isRejected(maximum), false, `${name} at most ${maximum}`);
			assert.equal(isRejected(maximum + 1), true, `${name} over ${maximum}`);
			assert.equal(isRejected(minimum ?? exclusiveMinimum), minimum === undefined, name);
			assert.equal(isRejected((minimum ?? exclusiveMinimum ?? 0) - 1), true, name);
		}
	});

	it('have the words and the example of the code, where they are no numbers', () => {
		const keep = settings.get(`${configurationSection}.mirroredModels.keepConversations`);
		assert.deepEqual(keep?.enum, ['ask', 'always', 'never']);
		for (const [name, values] of [
			['mirroredModels.keepConversations', keep.enum],
			['mirroredModels.models', settings.get('precis.mirroredModels.models')?.examples ?? []],
		] as const) {
			assert.ok(values.length > 0);
			for (const value of values) {
				assert.ok(!rejects(name, value), JSON.stringify(value));
			}
		}
	});

	it('offer providers that the code takes as they are', () => {
		const name = 'models.providers';
		const { items, examples = [] } = settings.get(`${configurationSection}.${name}`) ?? {};
		const bodies = items?.defaultSnippets.map(({ body }) => body) ?? [];
		const typed = JSON.stringify(bodies).replaceAll(/\$\{\d:([^}]*)\}/g, '$1');
		const lists = [JSON.parse(typed) as unknown, ...examples];
		assert.equal(bodies.length, 6);
		for (const list of lists) {
			assert.ok(!rejects(name, list), JSON.stringify(list));
		}
	});

	it('say of names and models what the code says', () => {
		const pattern = (text: string | undefined) => new RegExp(text ?? '', 'u');
		const { items } = settings.get('precis.models.providers') ?? {};
		const names = pattern(items?.properties['name']?.pattern);
		for (const text of ['openai', 'a', 'my-azure-2', 'vscode', 'built-in', 'A', 'a b', '-a', '']) {
			const list = [{ name: text, baseUrl: 'https://example.com/v1' }];
			assert.equal(names.test(text), !rejects('models.providers', list), text);
		}
		for (const name of ['models.main', 'tasks.compaction.model'] as const) {
			const ids = pattern(settings.get(`${configurationSection}.${name}`)?.pattern);
			for (const text of ['', 'built-in', 'openai/gpt-5', 'vscode/copilot/gpt-5', 'gpt-5', 'a/']) {
				assert.equal(ids.test(text), !rejects(name, text), `${name}: ${text}`);
			}
		}
	});

	it('let no workspace, container or remote machine redirect a conversation, allow spending or let a tool run', () => {
		for (const name of [
			'models.providers',
			'models.main',
			'tasks.compaction.model',
			'tasks.compaction.automaticModels',
			'tasks.compaction.dailyLimit',
			'mirroredModels.models',
			'mirroredModels.keepConversations',
			'chat.tools',
		]) {
			// The only scope that a devcontainer's settings cannot write: they are those of its machine.
			assert.equal(settings.get(`${configurationSection}.${name}`)?.scope, 'application', name);
		}
	});

	it('let no untrusted workspace redirect a conversation', () => {
		const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
		for (const name of ['models.providers', 'models.main', 'tasks.compaction.model']) {
			const id = `${configurationSection}.${name}`;
			assert.ok(restrictedConfigurations.includes(id), name);
		}
		assert.ok(restrictedConfigurations.includes('precis.tasks.compaction.instructions'));
		for (const [name, setting] of settings) {
			const text = JSON.stringify(setting).toLowerCase();
			assert.ok(setting.scope === 'application' || !text.includes('url'), name);
		}
		for (const id of restrictedConfigurations) {
			assert.ok(settings.has(id), id);
		}
	});

	it('let no workspace say which folders are searched, and take those the code takes', () => {
		const { scope, items } = settings.get('precis.import.folders') ?? {};
		assert.equal(scope, 'machine');
		const wholePath = new RegExp(items?.pattern ?? '', 'u');
		for (const folder of ['/a', '~', '~/a', 'C:\\a', '\\\\server\\a', 'a', './a', '~me', '']) {
			assert.equal(wholePath.test(folder), !rejects('import.folders', [folder]), folder);
		}
	});

	it('hold no key', () => {
		for (const name of settings.keys()) {
			assert.doesNotMatch(name, /key|token|secret|password/i);
		}
	});

	it('have a scope, an order and a description', () => {
		for (const [name, { scope, order, markdownDescription }] of settings) {
			const known = ['window', 'machine', 'machine-overridable', 'application'];
			assert.ok(known.includes(scope ?? ''), name);
			assert.ok(order !== undefined && markdownDescription !== undefined, name);
		}
	});

	it('link only to settings that exist', () => {
		for (const text of Object.values(nls)) {
			for (const [, name = ''] of text.matchAll(/`#([^#]+)#`/g)) {
				assert.ok(settings.has(name), name);
			}
		}
	});
});

describe('views of the manifest', () => {
	const contributed = Object.values(contributes.views).flat();

	it('are those of the code', () => {
		assert.deepEqual(
			contributed.map(({ id }) => id),
			Object.values(views),
		);
	});

	it('stand in a container of ours beside the chat', () => {
		assert.deepEqual(Object.keys(contributes.viewsContainers), ['secondarySidebar']);
		const containers = contributes.viewsContainers['secondarySidebar'] ?? [];
		assert.deepEqual(
			containers.map(({ id }) => id),
			Object.keys(contributes.views),
		);
	});
});

describe('the chat participant of the manifest', () => {
	it('is that of the code, with its commands', () => {
		const [participant, ...others] = contributes.chatParticipants;
		assert.deepEqual(others, []);
		assert.equal(participant?.id, participantId);
		assert.ok(participant.isSticky);
		assert.deepEqual(
			participant.commands.map(({ name }) => name),
			chatCommands,
		);
	});
});

describe('the way in', () => {
	/** Commands that texts of the manifest link to. */
	function linked(text: string): readonly string[] {
		return [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command = '']) => command);
	}

	function textOf(key: string): string {
		return nls[key.slice(1, -1)] ?? '';
	}

	const inRemoteWindow = 'agentHostEnabled && remoteName';
	const ours = new Set<string>(Object.values(commands));
	const isKnown = (command: string): boolean =>
		ours.has(command) || /^workbench\.action\.openWalkthrough$/.test(command);

	it('is offered where no conversation is listed', () => {
		const [welcome, agentHost, remote, ...others] = contributes.viewsWelcome;
		assert.deepEqual(
			[welcome?.view, agentHost?.view, remote?.view, others],
			[views.conversations, views.conversations, views.conversations, []],
		);
		assert.deepEqual(linked(textOf(agentHost?.contents ?? '')), [commands.showModelsInAgentHost]);
		// There, nothing can list the models.
		assert.deepEqual([remote?.when, linked(textOf(remote?.contents ?? ''))], [inRemoteWindow, []]);
		const links = linked(textOf(welcome?.contents ?? ''));
		assert.deepEqual(links.slice(0, 3), [
			commands.importSessions,
			commands.openTranscript,
			commands.openSample,
		]);
		assert.ok(links.every(isKnown), links.join(' '));
	});

	it('has four steps whatever is there, each with something to do, a picture and an end', () => {
		const [walkthrough, ...others] = contributes.walkthroughs;
		assert.deepEqual(others, []);
		assert.equal(walkthrough?.id, walkthroughId);
		const { steps } = walkthrough;
		// Of the steps with clauses that exclude each other one is shown.
		assert.equal(steps.filter(({ when }) => when === undefined).length + 3, 4);
		assert.deepEqual(
			steps.flatMap(({ when }) => when ?? []),
			[
				contextKeys.hasSessions,
				`!${contextKeys.hasSessions}`,
				contextKeys.hasModels,
				`!${contextKeys.hasModels}`,
				'agentHostEnabled && !remoteName && !config.chat.agentHost.byokModels.enabled',
				inRemoteWindow,
				'!agentHostEnabled || (config.chat.agentHost.byokModels.enabled && !remoteName)',
			],
		);
		for (const { id, description, when, media, completionEvents } of steps) {
			const links = linked(textOf(description));
			assert.ok(when !== inRemoteWindow || !links.includes(commands.showModelsInAgentHost), id);
			assert.ok(links.length > 0 && links.every(isKnown), id);
			assert.ok(textOf(media.altText).length > 20, id);
			for (const event of completionEvents) {
				// What is so, and not that a command was run: it may have been cancelled, or run for something else.
				const [, name = ''] = /^onContext:([\w.]+)(?: && precis\.\w+)?$/.exec(event) ?? [];
				const keys: readonly string[] = Object.values(contextKeys);
				assert.ok(keys.includes(name) || settings.has(name.replace(/^config\./, '')), event);
			}
		}
	});

	it('has no mark-up that VS Code shows as it is', () => {
		for (const [key, text] of Object.entries(nls)) {
			assert.ok(!key.startsWith('walkthrough.') || !text.includes('`'), key);
		}
	});

	it('has pictures in the colours of the theme, and they are packaged', () => {
		for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
			const picture = read(media.svg);
			assert.match(picture, /^<svg id="\w+" viewBox=/);
			for (const [, colour = ''] of picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)) {
				assert.match(colour, /^(?:none|var\(--vscode-[\w-]+\))$/, media.svg);
			}
		}
		assert.match(read('.vscodeignore'), /^!media\/walkthrough\/\*\.svg$/m);
	});
});

describe('texts of the manifest', () => {
	it('are all there, and none is left over', () => {
		const used = new Set([...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key));
		assert.deepEqual(Object.keys(nls).sort(), [...used].sort());
	});
});

describe('the manifest', () => {
	// VS Code derives the other events from what is contributed, but not that of a file system, whose
	// documents a window may open with.
	it('activates for nothing but its own contributions and documents', () => {
		assert.deepEqual(manifest.activationEvents, ['onFileSystem:precis']);
	});

	it('depends on no other extension and no proposed API', () => {
		assert.equal(manifest.extensionDependencies, undefined);
		assert.doesNotMatch(manifestText, /enabledApiProposals/);
	});

	it('says where it runs and what it can do there', () => {
		assert.deepEqual(manifest.extensionKind, ['workspace']);
		assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
		assert.match(manifest.capabilities.untrustedWorkspaces.description, /^%[\w.]+%$/);
		assert.equal(manifest.capabilities.virtualWorkspaces.supported, 'limited');
	});
});

describe('the package for the marketplace', () => {
	it('lets no secret pass, and no warning about stars, licences or proposals', () => {
		const texts = [manifestText, read('packaging/package.ts')].join('\n');
		const flags = [...texts.matchAll(/--(?:allow|skip)-[\w-]+/g)].map(([flag]) => flag);
		assert.deepEqual(flags, ['--allow-missing-repository']);
		assert.deepEqual(manifest.vsce, { dependencies: false });
	});

	it('names either no address, or all that follow from that of the repository', () => {
		const { repository, homepage, bugs, qna } = manifest;
		const none = { repository: undefined, homepage: undefined, bugs: undefined, qna: undefined };
		assert.deepEqual(
			{ repository, homepage, bugs, qna },
			repository === undefined ? none : addressesOf(repository.url.replace(/\.git$/, '')),
		);
	});

	it('is an allow-list, and the manifest has no other one', () => {
		const [, first, ...allowed] = read('.vscodeignore').trim().split('\n');
		assert.equal(first, '**');
		assert.ok(allowed.every((line) => line.startsWith('!')));
		assert.ok(!Object.hasOwn(manifest, 'files'));
	});

	it('asks for the VS Code whose API it was compiled against, or a newer one', () => {
		const numbers = (text = ''): number[] => text.replace('^', '').split('.').map(Number);
		const [major = 0, minor = 0] = numbers(manifest.engines.vscode);
		const [typesMajor = 0, typesMinor = 0] = numbers(manifest.devDependencies['@types/vscode']);
		assert.match(manifest.engines.vscode, /^\^\d+\.\d+\.\d+$/);
		assert.match(manifest.devDependencies['@types/vscode'] ?? '', /^\d+\.\d+\.\d+$/);
		assert.ok(typesMajor === major && typesMinor <= minor);
	});
});

describe('what is contributed', () => {
	it('has the prefix of the extension everywhere', () => {
		const dotted = [
			...contributes.commands.map(({ command }) => command),
			...Object.values(contributes.views).flatMap((some) => some.map(({ id }) => id)),
			...settings.keys(),
			...contributes.chatParticipants.map(({ id }) => id),
		];
		assert.ok(dotted.length > 50);
		for (const id of dotted) {
			assert.match(id, /^precis\.[a-z]/);
		}
		for (const { name } of contributes.languageModelTools) {
			assert.match(name, /^precis_(?:get|recall)_[a-z]+$/);
		}
		for (const { id } of Object.values(contributes.viewsContainers).flat()) {
			assert.equal(id, manifest.name);
		}
		for (const { vendor } of contributes.languageModelChatProviders) {
			assert.equal(vendor, manifest.name);
		}
	});

	it('has icons that VS Code has', () => {
		const icons = [...manifestText.matchAll(/"\$\(([\w-]+)\)"/g)].map(([, icon = '']) => icon);
		const known = read('node_modules/@vscode/codicons/dist/codicon.css');
		assert.ok(icons.length > 10);
		for (const icon of icons) {
			assert.ok(known.includes(`.codicon-${icon}:before`), icon);
		}
	});
});

describe('settings as people read them', () => {
	it('explain every word of a choice', () => {
		for (const [name, { enum: words, enumDescriptions }] of settings) {
			assert.equal(words?.length, enumDescriptions?.length, name);
			enumDescriptions?.forEach((key) => assert.ok(nls[key.slice(1, -1)] !== undefined, key));
		}
	});

	it('are marked where they let something be sent', () => {
		for (const name of ['models.providers', 'models.main', 'tasks.compaction.model']) {
			const { tags } = settings.get(`precis.${name}`) ?? {};
			assert.ok(tags?.includes('usesOnlineServices') === true, name);
		}
	});
});

describe('texts of the manifest that people see', () => {
	/** Properties whose text VS Code shows; names of products and what only models read is left out. */
	const shown =
		/"(?:title|name|description|markdownDescription|contents|altText|userDescription|errorMessage|patternErrorMessage)": "((?:[^"\\]|\\.)*)"/g;

	it('are all translatable', () => {
		const raw = [...JSON.stringify(contributes, undefined, 1).matchAll(shown)]
			.map(([, text = '']) => text)
			.filter((text) => !/^%[\w.]+%$/.test(text));
		const spoken = raw.filter((text) => text.includes(' '));
		const forModels = contributes.languageModelTools.flatMap(({ inputSchema }) =>
			Object.values(inputSchema.properties).map(({ description }) => description),
		);
		const known = new Set(forModels);
		assert.deepEqual(
			spoken.filter((text) => !known.has(text)),
			[],
		);
	});
});
