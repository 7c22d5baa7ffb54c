import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whoever uses a declaration of another file reads in its comment what it is. */

const root = path.resolve(import.meta.dirname, '../..');
const declaration =
	/^export (?:abstract |async )*(?:function|class|interface|type|const) (?<name>\w+)/;

/** What belongs to one component or service of the same name is told there. */
const belongsToNeighbour = /(?:Properties|Services)$/;

/** Exported declarations without a comment right above them; of overloads the first has it. */
function undocumented(code: string): readonly string[] {
	const documented = new Set<string>();
	const missing: string[] = [];
	const lines = code.split('\n');
	for (const [index, line] of lines.entries()) {
		const name = declaration.exec(line)?.groups?.['name'];
		if (name === undefined) {
			continue;
		}
		if (lines[index - 1]?.endsWith('*/') === true) {
			documented.add(name);
		} else if (!documented.has(name) && !belongsToNeighbour.test(name)) {
			missing.push(name);
		}
	}
	return missing;
}

describe('exported declarations', () => {
	it('are found without a comment', () => {
		assert.deepEqual(undocumented('/** Said. */\nexport const a = 1;\n\nexport type B = 1;'), [
			'B',
		]);
		assert.deepEqual(undocumented('/** Of the file. */\n\nexport async function c() {}'), ['c']);
	});

	it('all have one', () => {
		const files = globSync('src/**/*.{ts,tsx}', { cwd: root });
		assert.ok(files.length > 200);
		const missing = files.flatMap((file) =>
			undocumented(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
		);
		assert.deepEqual(missing, []);
	});
});

describe('exported types', () => {
	it('have a name of their own, but for those that other extensions are given', () => {
		const places = new Map<string, string>();
		const shared: string[] = [];
		for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['src/api.ts'] })) {
			const code = readFileSync(path.join(root, file), 'utf8');
			for (const [, name = ''] of code.matchAll(
				/^export (?:abstract )?(?:class|interface|type) (\w+)/gm,
			)) {
				const other = places.get(name);
				if (other !== undefined) {
					shared.push(`${name}: ${other}, ${file}`);
				}
				places.set(name, file);
			}
		}
		assert.ok(places.size > 200);
		assert.deepEqual(shared, []);
	});
});
