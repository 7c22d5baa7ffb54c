import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { commands } from '../../../../src/vscode/contributions.ts';
import { transcriptExtensions } from '../../../../src/vscode/transcripts/transcriptFiles.ts';

interface MenuItem {
	readonly command: string;
	readonly when: string;
}

interface Manifest {
	readonly contributes: { readonly menus: Readonly<Record<string, readonly MenuItem[]>> };
}

const manifestPath = join(import.meta.dirname, '../../../../package.json');
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;

/** The clause by which the explorer offers the command. */
const clause =
	manifest.contributes.menus['explorer/context']?.find(
		({ command }) => command === commands.openWithPrecis,
	)?.when ?? '';

/** Its alternatives, each a list of a key and a pattern. */
const alternatives = clause
	.replace(/^!explorerResourceIsFolder && \((.*)\)$/, '$1')
	.split(' || ')
	.map((alternative) =>
		alternative.split(' && ').map((condition) => {
			const [, key, pattern] = /^(\w+) =~ \/(.*)\/$/.exec(condition) ?? [];
			assert.ok(key !== undefined && pattern !== undefined, condition);
			return { key, pattern: new RegExp(pattern) };
		}),
	);

/** Whether a file passes one of the clause's alternatives, as VS Code reads them. */
function isOffered(file: string): boolean {
	const values: Readonly<Record<string, string>> = {
		resourceExtname: extname(file),
		resourceFilename: basename(file),
		resourceDirname: dirname(file),
	};
	return alternatives.some((conditions) =>
		conditions.every(({ key, pattern }) => pattern.test(values[key] ?? '')),
	);
}

describe('files that hold transcripts', () => {
	it('are offered in the explorer by how their names end', () => {
		for (const extension of transcriptExtensions.filter((each) => each !== 'md')) {
			assert.ok(isOffered(`session.${extension}`), extension);
		}
		assert.ok(isOffered('django__django-1.traj.json'));
	});

	it('are offered in the explorer only by the names of aider and SpecStory where they are Markdown', () => {
		assert.ok(transcriptExtensions.includes('md'));
		for (const name of [
			'.aider.chat.history.md',
			'2026-02-21_14-41-17Z-implement-the-following-plan.md',
			'2025-05-12_21-00-untitled.md',
		]) {
			assert.ok(isOffered(name), name);
		}
		for (const name of ['README.md', 'notes-2026-02-21.md', '2026-02-21.md', 'CHANGELOG.md']) {
			assert.ok(!isOffered(name), name);
		}
	});

	it('are offered in the folders in which assistants keep them', () => {
		for (const file of [
			'/home/ada/.config/Code/User/workspaceStorage/1/chatSessions/7.json',
			'/home/ada/.gemini/tmp/1/logs.json',
			'C:\\Users\\ada\\.continue\\sessions\\7.json',
			'/home/ada/.local/share/opencode/storage/7.json',
			'/home/ada/.config/Cursor/User/globalStorage/state.vscdb',
			'/home/ada/.cursor/chats/5e1f/b7c2/store.db',
			'/home/ada/.local/share/kiro-cli/data.sqlite3',
			'/home/ada/.openhands/conversations/3f0a/base_state.json',
			'/home/ada/.openhands/sessions/3f0a/events/0.json',
		]) {
			assert.ok(isOffered(file.replaceAll('\\', '/')), file);
		}
	});

	it('are not offered when they are something else', () => {
		for (const name of [
			'main.ts',
			'a.jsonc',
			'a.dbx',
			'Makefile',
			'.json',
			'package.json',
			'tsconfig.json',
			'/home/ada/shop/app.db',
			'/home/ada/chat/package.json',
		]) {
			assert.ok(!isOffered(name), name);
		}
	});
});
