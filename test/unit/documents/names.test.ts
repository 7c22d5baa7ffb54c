import assert from 'node:assert/strict';
import { archiveUsage } from '../../../src/cli/archive.ts';
import { usage } from '../../../src/cli/arguments.ts';
import { connectUsage } from '../../../src/cli/connect.ts';
import { undoUsage } from '../../../src/cli/undo.ts';
import { usage as serverUsage } from '../../../src/assistants/mcp/server.ts';
import { exportFormats } from '../../../src/conversations/exports/exportText.ts';
import { stores } from '../../../src/transcripts/discovery/stores.ts';
import { chatCommands } from '../../../src/vscode/contributions.ts';
import { settingNames } from '../../../src/vscode/settings/settings.ts';
import { codeSpans, documentOf, documents, read } from './documents.ts';

const texts = {
	...(JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>),
	...(JSON.parse(read('l10n/bundle.l10n.json')) as Readonly<Record<string, string>>),
};

/** Everything that VS Code shows of Precis: titles of commands, labels of buttons, lists and views. */
const labels = new Set(
	Object.values(texts).flatMap((text) => {
		const label = text.replace(/^\$\([\w-]+\) /, '');
		return ['{0}', 'Claude Code', 'Codex'].map((name) => label.replace('{0}', name));
	}),
);

/** Names of ours, and what other programs show: Cline in its settings, VS Code itself. */
const foreignLabels = new Set([
	'VS Code LM API',
	'precis',
	'Precis',
	'Chat: Manage Language Models',
	'Help: Report Issue…',
	'Trace',
]);

const { contributes } = JSON.parse(read('package.json')) as {
	readonly contributes: {
		readonly menus: { readonly commandPalette: readonly { command: string; when: string }[] };
	};
};
const outOfPalette = new Set(
	contributes.menus.commandPalette.flatMap(({ command, when }) =>
		when === 'false' ? command.replace('precis.', 'command.') : [],
	),
);

/** Titles of the commands that the palette lists. */
const commandTitles = new Set(
	Object.entries(texts).flatMap(([key, text]) =>
		key.startsWith('command.') && !outOfPalette.has(key) ? [text] : [],
	),
);

describe('documents for people who use Precis', () => {
	const forUsers = documents.filter(
		({ name }) =>
			/^(?:README|SUPPORT)\.md$/.test(name) ||
			/^docs\/(?:guide|assistants|settings|privacy)\.md$/.test(name),
	);

	for (const document of forUsers) {
		it(`call commands and buttons what VS Code calls them: ${document.name}`, () => {
			const italics = [...document.prose.matchAll(/(?<![\w`])_([^_`]+)_(?!\w)/g)];
			assert.ok(italics.length > 0);
			for (const [, italic = ''] of italics) {
				const label = italic.replaceAll(/\s+/g, ' ');
				const [, command] = /^Precis: (.+)$/.exec(label) ?? [];
				assert.ok(
					command === undefined
						? labels.has(label) || foreignLabels.has(label)
						: commandTitles.has(command),
					label,
				);
			}
		});
	}
});

/** What looks like a setting and is the extension's id, or a file. */
const noSettings = ['precis.precis', 'precis.vsix', 'precis.d.ts'];

describe('documents', () => {
	it('name only settings that there are', () => {
		const settings = new Set(settingNames.map((name) => `precis.${name}`));
		for (const { name, text } of documents) {
			for (const [, setting = ''] of text.matchAll(/[`"](precis\.[\w.]*\w)[`"]/g)) {
				assert.ok(settings.has(setting) || noSettings.includes(setting), `${name}: ${setting}`);
			}
		}
	});

	it('name only commands of the chat that there are, and all of them', () => {
		const known = new Set<string>(chatCommands);
		const named = [documentOf('docs/assistants.md'), documentOf('docs/guide.md')].map(
			(document) =>
				new Set(
					codeSpans(document).flatMap((span) => /^\/(\w+)(?: |$)/.exec(span)?.slice(1, 2) ?? []),
				),
		);
		for (const names of named) {
			assert.deepEqual([...names].sort(), [...known].sort());
		}
	});

	it('name only tools that there are', () => {
		const manifest = read('package.json');
		for (const { name, text } of documents) {
			for (const [, tool = ''] of text.matchAll(/`#?(precis(?:_\w+|[A-Z]\w*))`/g)) {
				assert.ok(manifest.includes(`"${tool}"`), `${name}: ${tool}`);
			}
		}
	});
});

describe('the document of the formats', () => {
	it('has every assistant whose sessions are found on a machine', () => {
		const { prose } = documentOf('docs/formats.md');
		const missing = stores.filter(({ label }) => !prose.includes(label));
		assert.deepEqual(
			missing.map(({ label }) => label),
			[],
		);
	});
});

describe('the document of the command line', () => {
	const document = documentOf('docs/command-line.md');

	function optionsOf(text: string): readonly string[] {
		return [...new Set(text.match(/(?<=^| |`)--[a-z][a-z-]+/gm))].sort();
	}

	it('has the options that are taken, and no others', () => {
		assert.deepEqual(
			optionsOf(codeSpans(document).join('\n')),
			optionsOf(
				[
					usage,
					serverUsage,
					connectUsage,
					undoUsage,
					...(['sessions', 'search', 'recall'] as const).map(archiveUsage),
				].join('\n'),
			),
		);
	});

	it('has the formats that are written', () => {
		const spans = codeSpans(document);
		assert.deepEqual(
			exportFormats.filter((format) => !spans.includes(format)),
			[],
		);
	});
});
