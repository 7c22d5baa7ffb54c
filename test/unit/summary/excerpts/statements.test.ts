import assert from 'node:assert/strict';
import { linesOf as passageLinesOf } from '../../../../src/summary/excerpts/lines.ts';

const linesOf = (text: string): string[] => passageLinesOf(text).map((line) => line.text);

describe('the statements of a text', () => {
	it('lose the column of a file’s lines, and no number that is part of what is said', () => {
		const search =
			'12:const one = open(file);\n13-\tconst two = read(one);\n40:const six = close(two);\n';
		assert.deepEqual(linesOf(search), [
			'const one = open(file);',
			'const two = read(one);',
			'const six = close(two);',
		]);
		for (const said of [
			'500: internal error in the worker',
			'8080:80 mapped to the web server',
			'The order of overrides is this one.\n1. Using the exports of the package\n2. Using the imports of the file',
		]) {
			assert.equal(linesOf(said).join('\n'), said);
		}
	});

	it('keep a lone number with the title above it, and say nothing of numbers alone', () => {
		assert.deepEqual(linesOf('=== All files of the tree ===\n     94\n\n=== Tracked ===\n  17\n'), [
			'=== All files of the tree ===\n94\n=== Tracked ===\n17',
		]);
		assert.deepEqual(linesOf('94\n17\n'), []);
	});

	it('join lines of prose that a margin breaks', () => {
		assert.deepEqual(
			linesOf(
				[
					'These setup steps are required before running builds and tests,',
					'and before any update of the tracker.',
					'Another sentence stands on its own here.',
				].join('\n'),
			),
			[
				'These setup steps are required before running builds and tests,\nand before any update of the tracker.',
				'Another sentence stands on its own here.',
			],
		);
	});

	it('join comments, entries of lists and numbered lines as well', () => {
		const wrapped = (mark: string, indent = ''): string[] => [
			`${mark}With it on the navigation adds a third state that follows the`,
			`${indent}system, which nobody asked for.`,
		];
		for (const [first, second] of [
			wrapped('// ', '// '),
			wrapped('# ', '# '),
			wrapped('- ', '  '),
			wrapped('12→', '13→'),
		]) {
			assert.equal(linesOf(`${first}\n${second}`).length, 1, first);
		}
	});

	it('join a comment with the line of code below it', () => {
		for (const mark of ['//', '#', '--']) {
			const told = `${mark} only the newest entry is kept\nnewest = entries.filter(isNewest)`;
			assert.deepEqual(linesOf(`${told}\nothers = entries.filter(isOther)`), [
				told,
				'others = entries.filter(isOther)',
			]);
		}
		assert.equal(linesOf('// the newest entry is kept\n\nconst newest = find(entries);').length, 2);
	});

	it('do not join code or headings', () => {
		const lines = [
			'const newest = entries.filter((entry) => entry.session === session);',
			'const others = entries.filter((entry) => entry.session !== session);',
			'## How the cache of sessions is emptied when there is no room',
		];
		assert.deepEqual(linesOf(lines.join('\n')), lines);
	});

	it('keep a short list with what introduces it, fenced commands too', () => {
		assert.deepEqual(
			linesOf(
				'Write requests accept either:\n\n- `If-Match: "1"`.\n- `expected_revision`.\nThe end.',
			),
			['Write requests accept either:\n- `If-Match: "1"`.\n- `expected_revision`.'],
		);
		assert.deepEqual(linesOf('What CI runs can be run here:\n\n```bash\nbun run verify\n```'), [
			'What CI runs can be run here:\nbun run verify',
		]);
		assert.deepEqual(linesOf('retries:\n  limit: 3\n  delay: 200'), [
			'retries:\nlimit: 3\ndelay: 200',
		]);
	});

	it('tell no introduction without its list, and no condition without what it is for', () => {
		const entries = Array.from({ length: 20 }, (_, at) => `- the entry ${at} of a long list`);
		assert.deepEqual(linesOf(['All of these have to be done:', ...entries].join('\n')), entries);
		assert.deepEqual(linesOf('if (session.isStreaming) {\n\treturn await queue(session);\n}'), [
			'return await queue(session);',
		]);
	});
});
