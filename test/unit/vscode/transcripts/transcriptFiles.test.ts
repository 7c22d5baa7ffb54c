import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
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
		({ command }) => command === commands.openTranscript,
	)?.when ?? '';

/** Whether a file passes one of the clause's patterns, as VS Code reads them. */
function isOffered(name: string): boolean {
	const values = { resourceExtname: extname(name), resourceFilename: name };
	return Object.entries(values).some(([key, value]) => {
		const [, pattern] = new RegExp(`${key} =~ /(.+?)/(?=[ )]|$)`).exec(clause) ?? [];
		assert.ok(pattern !== undefined, `${key} is not in the clause`);
		return new RegExp(pattern).test(value);
	});
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

	it('are not offered when they are something else', () => {
		for (const name of ['main.ts', 'a.jsonc', 'a.dbx', 'Makefile', '.json']) {
			assert.ok(!isOffered(name), name);
		}
	});
});
