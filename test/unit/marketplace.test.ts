import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addressesOf, type Addresses } from '../../packaging/address.ts';

/** What reviewers and users of the marketplace expect of any extension, as far as files tell it. */

interface Setting {
	readonly enum?: readonly string[];
	readonly enumDescriptions?: readonly string[];
	readonly tags?: readonly string[];
}

interface Tool {
	readonly name: string;
	readonly inputSchema: {
		readonly properties: Readonly<Record<string, { readonly description: string }>>;
	};
}

interface Manifest extends Partial<Addresses> {
	readonly name: string;
	readonly engines: { readonly vscode: string };
	readonly vsce: Readonly<Record<string, unknown>>;
	readonly devDependencies: Readonly<Record<string, string>>;
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly configuration: readonly {
			readonly properties: Readonly<Record<string, Setting>>;
		}[];
		readonly chatParticipants: readonly {
			readonly id: string;
		}[];
		readonly languageModelTools: readonly Tool[];
		readonly languageModelChatProviders: readonly { readonly vendor: string }[];
	};
}

const root = path.resolve(import.meta.dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(root, file), 'utf8');
}

const manifestText = read('package.json');
const manifest = JSON.parse(manifestText) as Manifest;
const { contributes } = manifest;
const nls = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

function textOf(key: string): string {
	const text = nls[key.slice(1, -1)];
	assert.ok(text !== undefined, key);
	return text;
}

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
			...Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
			...settings.map(([name]) => name),
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
			enumDescriptions?.forEach(textOf);
		}
	});

	it('are marked where they let something be sent', () => {
		const marked = settings.filter(([, { tags }]) => tags?.includes('usesOnlineServices') === true);
		const names = marked.map(([name]) => name);
		for (const name of ['models.providers', 'models.main', 'tasks.compaction.model']) {
			assert.ok(names.includes(`precis.${name}`), name);
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
