import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
	commands,
	configurationSection,
	contextKeys,
	views,
} from '../../src/vscode/contributions.ts';
import { checkSettings, defaultOf, settingNames } from '../../src/vscode/settings.ts';

/** What VS Code reads of the extension agrees with its code, in both directions. */

interface Command {
	readonly command: string;
	readonly title: string;
	readonly category?: string;
	readonly enablement?: string;
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
}

interface View {
	readonly id: string;
	readonly type: string;
	readonly icon: string;
}

interface Manifest {
	readonly activationEvents: readonly string[];
	readonly categories: readonly string[];
	readonly keywords: readonly string[];
	readonly icon: string;
	readonly main: string;
	readonly l10n: string;
	readonly extensionKind: readonly string[];
	readonly extensionDependencies?: readonly string[];
	readonly engines: { readonly vscode: string };
	readonly capabilities: {
		readonly untrustedWorkspaces: { readonly supported: unknown };
		readonly virtualWorkspaces: { readonly supported: unknown };
	};
	readonly contributes: {
		readonly commands: readonly Command[];
		readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
		readonly keybindings?: readonly unknown[];
		readonly viewsContainers: Readonly<Record<string, readonly { id: string; icon: string }[]>>;
		readonly views: Readonly<Record<string, readonly View[]>>;
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
			Object.values(commands).sort(),
		);
	});

	it('are all registered', () => {
		const code = sources('src/vscode/commands');
		for (const name of Object.keys(commands)) {
			assert.match(code, new RegExp(String.raw`registerCommand\(\s*commands\.${name}\b`));
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
		const known = new Set<string>(Object.values(commands));
		for (const [menu, items] of Object.entries(contributes.menus)) {
			for (const { command, when, group } of items) {
				assert.ok(known.has(command), `${menu}: ${command}`);
				assert.ok(when !== undefined && group !== undefined, `${menu}: ${command}`);
			}
		}
	});

	it('take no keys by default', () => {
		assert.equal(contributes.keybindings, undefined);
	});
});

describe('clauses of the manifest', () => {
	it('ask for context keys that are maintained, and every key is asked for', () => {
		const asked = new Set(clauses.flatMap((clause) => clause.match(/\bprecis\.\w+/g) ?? []));
		asked.delete(views.summary);
		assert.deepEqual([...asked].sort(), Object.values(contextKeys).sort());
	});
});

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
		assert.deepEqual(checkSettings((name) => defaultOf(name)).rejected, []);
	});

	it('have the limits of the code', () => {
		for (const name of settingNames) {
			const { minimum, exclusiveMinimum, maximum, anyOf } =
				settings.get(`${configurationSection}.${name}`) ?? {};
			if (anyOf !== undefined) {
				continue;
			}
			const isRejected = (value: number | undefined): boolean =>
				checkSettings((asked) => (asked === name ? value : undefined)).rejected.length > 0;
			const window = name === 'context.reservedReply';
			assert.ok(maximum !== undefined, name);
			assert.equal(isRejected(maximum), window, `${name} at most ${maximum}`);
			assert.equal(isRejected(maximum + 1), true, `${name} over ${maximum}`);
			assert.equal(isRejected(minimum ?? exclusiveMinimum), minimum === undefined, name);
			assert.equal(isRejected((minimum ?? exclusiveMinimum ?? 0) - 1), true, name);
		}
	});

	it('have a scope, an order and a description', () => {
		for (const [name, { scope, order, markdownDescription }] of settings) {
			assert.ok(['window', 'machine-overridable'].includes(scope ?? ''), name);
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

	it('have icons of one colour', () => {
		for (const icon of [
			...contributed.map((view) => view.icon),
			...Object.values(contributes.viewsContainers)
				.flat()
				.map((container) => container.icon),
		]) {
			assert.match(read(icon), /^<svg width="24" height="24"[^>]*currentColor/);
		}
	});
});

describe('texts of the manifest', () => {
	it('are all there, and none is left over', () => {
		const used = new Set([...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key));
		assert.deepEqual(Object.keys(nls).sort(), [...used].sort());
	});

	it('are all translatable', () => {
		const texts = [
			...contributes.commands.map(({ title }) => title),
			...contributes.configuration.map(({ title }) => title),
			...[...settings.values()].map(({ markdownDescription }) => markdownDescription ?? ''),
		];
		for (const text of texts) {
			assert.match(text, /^%[\w.]+%$/);
		}
	});
});

describe('the manifest', () => {
	it('activates for nothing that happens in every window', () => {
		for (const event of manifest.activationEvents) {
			assert.match(event, /^workspaceContains:[\w-]+\.jsonl$/);
		}
	});

	it('depends on no other extension and no proposed API', () => {
		assert.equal(manifest.extensionDependencies, undefined);
		assert.doesNotMatch(manifestText, /enabledApiProposals/);
	});

	it('can be published', () => {
		assert.ok(manifest.categories.every((name) => ['AI', 'Chat', 'Other'].includes(name)));
		assert.ok(manifest.keywords.length <= 30);
		const icon = readFileSync(path.join(root, manifest.icon));
		assert.equal(icon.toString('latin1', 1, 4), 'PNG');
		assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
	});

	it('says where it runs and what it can do there', () => {
		assert.deepEqual(manifest.extensionKind, ['workspace']);
		assert.equal(manifest.capabilities.untrustedWorkspaces.supported, true);
		assert.equal(manifest.capabilities.virtualWorkspaces.supported, 'limited');
	});

	it('names the bundles that the build makes', () => {
		assert.equal(manifest.main, './dist/extension.cjs');
		assert.match(read('esbuild.mjs'), /'dist\/extension\.cjs'/);
		assert.ok(existsSync(path.join(root, manifest.l10n)));
	});
});
