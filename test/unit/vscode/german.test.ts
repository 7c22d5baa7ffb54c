import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

type Texts = Readonly<Record<string, string>>;

function texts(file: string): Texts {
	return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
}

const manifest = { english: texts('package.nls.json'), german: texts('package.nls.de.json') };
const code = {
	english: texts('l10n/bundle.l10n.json'),
	german: texts('l10n/bundle.l10n.de.json'),
};

/** Texts that are the same in both languages: names, signs, and words that German has taken over. */
const same = new Set([
	'Chat',
	'Import',
	'Tools',
	'VS Code',
	'Version {0}',
	'Version {0} ↔ Version {1}',
	'{0} ms',
	'{0} s',
]);

/** Names that no language translates; ours may become a passive voice. */
const products =
	/VS Code|GitHub|Copilot|Claude Code|Codex|Cline|Roo Code|OpenCode|OpenAI|Azure|Anthropic|AGENTS\.md|CLAUDE\.md|Markdown|SQLite|JSON|MCP|Node/g;

/** Characters that every button has room for: German has no short words for "Undo", "Set" or "Summary". */
const shortLabel = 24;

/** How many times as long a longer label may be. */
const growth = 1.6;

/** What a translation must not change, sorted: where it stands in the sentence is free. */
function fixedParts(text: string): readonly string[] {
	return (
		text.match(/\{\d\}|`[^`]*`|\(command:[^)]*\)|\$\([a-z-]+\)|https?:\/\/|@precis|\n/g) ?? []
	).toSorted();
}

/** Whether a text is written as titles are, and so stands on a button or in a menu. */
function isLabel(text: string): boolean {
	const words = text.replace(/^\$\([a-z-]+\) /, '').split(' ');
	return words.every((word) => /^(?:[A-Z][\w-]*…?|a|an|as|from|in|of|on|with|This|VS)$/.test(word));
}

function pairs(): readonly (readonly [key: string, english: string, german: string])[] {
	return [manifest, code].flatMap(({ english, german }) =>
		Object.entries(english).map(([key, text]) => [key, text, german[key] ?? ''] as const),
	);
}

describe('the German texts', () => {
	it('are those of the English files, in their order', () => {
		for (const { english, german } of [manifest, code]) {
			assert.deepEqual(Object.keys(german), Object.keys(english));
		}
	});

	it('are neither empty nor left in English', () => {
		for (const [key, english, german] of pairs()) {
			assert.notEqual(german.trim(), '', key);
			const hasWords = /\p{L}/u.test(english.replaceAll(/\$\([a-z-]+\)/g, ''));
			assert.ok(!hasWords || same.has(english) || german !== english, key);
		}
	});

	it('keep placeholders, code, links, icons and line breaks', () => {
		for (const [key, english, german] of pairs()) {
			assert.deepEqual(fixedParts(german), fixedParts(english), key);
		}
	});

	it('keep the names of products', () => {
		for (const [key, english, german] of pairs()) {
			for (const [name] of english.matchAll(products)) {
				assert.ok(german.includes(name), `${key}: ${name}`);
			}
		}
	});

	it('do not shout', () => {
		for (const [key, , german] of pairs()) {
			assert.doesNotMatch(german, /!/, key);
		}
	});

	it('name commands as the command palette does', () => {
		const titles = Object.keys(manifest.english).filter((key) => key.startsWith('command.'));
		for (const [key, english, german] of pairs()) {
			for (const title of titles) {
				const named = [`Precis: ${manifest.english[title]}`, `*${manifest.english[title]}*`];
				if (named.some((name) => english.includes(name))) {
					assert.ok(german.includes(manifest.german[title] ?? ''), `${key}: ${title}`);
				}
			}
		}
	});

	it('fit where labels of commands and buttons stand', () => {
		const labels = pairs().filter(
			([key, english]) => key.startsWith('command.') || (key === english && isLabel(english)),
		);
		for (const [key, english, german] of labels) {
			const room = Math.max(Math.ceil(growth * english.length), shortLabel);
			assert.ok(german.length <= room, `${key}: "${german}" has ${german.length} of ${room}`);
		}
	});
});
