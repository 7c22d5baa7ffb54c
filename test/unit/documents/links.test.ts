import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
	codeBlocks,
	codeSpans,
	documentOf,
	documents,
	read,
	root,
	type Document,
} from './documents.ts';

/** Folders of the repository that documents name files of. */
const folders = ['src', 'test', 'docs', 'bench', 'media', 'l10n'];

const files = folders.flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
		(file) => `${folder}/${file.replaceAll('\\', '/')}`,
	),
);

const names = new Set(files.map((file) => path.posix.basename(file)));

const code = files
	.filter((file) => /\.tsx?$/.test(file))
	.map(read)
	.join('\n');

/** Targets of links and images. */
function links({ prose }: Document): readonly string[] {
	return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The names of headings in addresses, as GitHub makes them. */
function anchors(text: string): readonly string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Commands of a shell that documents show. */
function shellLines(document: Document): readonly string[] {
	return codeBlocks(document, 'sh').flatMap((block) => block.split('\n'));
}

describe('a document', () => {
	for (const document of documents) {
		describe(document.name, () => {
			it('links only to files and headings that are there', () => {
				for (const target of links(document).filter((link) => !/^(?:https|mailto):/.test(link))) {
					const [file = '', anchor] = target.split('#');
					const name =
						file === '' ? document.name : path.posix.join(path.dirname(document.name), file);
					assert.ok(existsSync(path.join(root, name)), target);
					assert.ok(anchor === undefined || anchors(read(name)).includes(anchor), target);
				}
			});

			it('names only files and folders that are there', () => {
				const places = new RegExp(`^(?:${folders.join('|')})/[\\w./-]*$`);
				for (const span of codeSpans(document)) {
					if (places.test(span)) {
						assert.ok(existsSync(path.join(root, span)), span);
					} else if (/^\w+(?:\.test)?\.tsx?$/.test(span)) {
						assert.ok(names.has(span), span);
					}
				}
			});

			it('shows only scripts and files that can be run', () => {
				const { scripts } = JSON.parse(read('package.json')) as {
					readonly scripts: Readonly<Record<string, string>>;
				};
				for (const line of [...shellLines(document), ...codeSpans(document)]) {
					for (const [, script = ''] of line.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
						assert.ok(script in scripts, line);
					}
					for (const [, file = ''] of line.matchAll(/(?:node|mocha) ([\w./]+\.ts)/g)) {
						assert.ok(existsSync(path.join(root, file)), line);
					}
				}
			});
		});
	}

	it('for maintainers names only symbols that the code has', () => {
		const declared = new Set(
			[...code.matchAll(/\b(?:class|function\*?|interface|const|type) (\w+)/g)].map(
				([, name]) => name,
			),
		);
		const named = codeSpans(documentOf('CONTRIBUTING.md')).filter((span) =>
			/^(?:[A-Z][a-z]\w*|[a-z]+[A-Z]\w*)$/.test(span),
		);
		assert.ok(named.length > 30);
		assert.deepEqual(
			named.filter((name) => !declared.has(name)),
			[],
		);
	});
});
