import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeBlocks, documentOf, read, root, section, tableRows } from './documents.ts';

/** What the examples have around them: an extension that talks to a model of its own. */
const surroundings = `
import type { ExtensionContext } from 'vscode';
import type { Message, PrecisApi, PrecisConversation } from './precis';
declare global {
	const api: PrecisApi;
	const conversation: PrecisConversation;
	const context: ExtensionContext;
	const messages: readonly Message[];
	const signal: AbortSignal;
	function yourModel(messages: readonly Message[]): Promise<{
		readonly text: string;
		readonly usage: { readonly promptTokens: number };
	}>;
	function refresh(): void;
}
`;

const compilerOptions = {
	target: 'ES2023',
	module: 'preserve',
	moduleResolution: 'bundler',
	lib: ['ES2023', 'DOM'],
	types: [path.join(root, 'node_modules/@types/vscode')],
	strict: true,
	exactOptionalPropertyTypes: true,
	noUncheckedIndexedAccess: true,
	noFallthroughCasesInSwitch: true,
	skipLibCheck: true,
	noEmit: true,
};

const document = documentOf('docs/api.md');
const examples = codeBlocks(document, 'ts');

/** An example as a module: its imports, and a function of all the rest. */
function moduleOf(example: string): string {
	const isImport = (line: string): boolean => line.startsWith('import ');
	const lines = example.split('\n');
	const body = [
		'export async function example() {',
		...lines.filter((line) => !isImport(line)),
		'}',
	];
	return [...lines.filter(isImport), ...body].join('\n');
}

/** What the compiler has to say of these examples; empty: nothing. */
function complaints(sources: readonly string[]): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'precis-examples-'));
	try {
		// As the document says: the types are copied into the extension.
		cpSync(path.join(root, 'docs/precis.d.ts'), path.join(folder, 'precis.d.ts'));
		writeFileSync(path.join(folder, 'surroundings.ts'), surroundings);
		writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
		for (const [index, source] of sources.entries()) {
			writeFileSync(path.join(folder, `example${index + 1}.ts`), moduleOf(source));
		}
		const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
		const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder], {
			encoding: 'utf8',
		});
		return `${stdout}${stderr}`;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Names of an interface's own properties. */
function propertiesOf(name: string): readonly string[] {
	const [, body = ''] =
		new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, 'm').exec(
			read('docs/precis.d.ts'),
		) ?? [];
	return [...body.matchAll(/^\treadonly (\w+)\??:/gm)].map(([, property = '']) => property);
}

/** What the first column of a section's tables names. */
function named(heading: string): readonly string[] {
	return tableRows(section(document, heading)).map(([cell = '']) => cell.replaceAll('`', ''));
}

describe('the document of the API', () => {
	it('has examples that type-check', () => {
		assert.ok(examples.length > 4);
		assert.equal(complaints(examples), '');
	});

	it('would not have one that does not', () => {
		assert.match(
			complaints(['await conversation.compact({ topic: "x" });']),
			/example1\.ts.*'topic'/,
		);
	});

	it('has every option of a conversation, and no others', () => {
		assert.deepEqual(named('Conversations'), propertiesOf('OpenOptions'));
	});

	it('has every code of a failure, and no others', () => {
		const [, codes = ''] = read('docs/precis.d.ts').split('export type PrecisErrorCode =');
		assert.deepEqual(
			[...named('Errors')].sort(),
			[...codes.matchAll(/^\t\| '([\w-]+)'/gm)].map(([, code = '']) => code).sort(),
		);
	});
});
