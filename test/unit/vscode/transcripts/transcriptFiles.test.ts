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
		for (const extension of transcriptExtensions) {
			assert.ok(isOffered(`session.${extension}`), extension);
		}
	});

	it('are offered in the folders in which assistants keep them', () => {
		for (const file of [
			'/home/ada/.config/Code/User/workspaceStorage/1/chatSessions/7.json',
			'/home/ada/.gemini/tmp/1/logs.json',
			'C:\\Users\\ada\\.continue\\sessions\\7.json',
			'/home/ada/.local/share/opencode/storage/7.json',
			'/home/ada/.config/Cursor/User/globalStorage/state.vscdb',
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
