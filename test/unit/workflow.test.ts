import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What GitHub runs agrees with package.json. Read as text: a parser would be one more dependency. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const workflow = read('.github/workflows/ci.yml');
const { engines, scripts } = JSON.parse(read('package.json')) as {
	readonly engines: { readonly vscode: string };
	readonly scripts: Readonly<Record<string, string>>;
};

/** The first group of every match. */
function found(pattern: RegExp): readonly string[] {
	return [...workflow.matchAll(pattern)].map(([, group]) => group ?? '');
}

describe('the workflow', () => {
	it('tests in the lowest VS Code that is supported, and in the newest', () => {
		const lowest = engines.vscode.replace('^', '');
		assert.deepEqual(found(/^ +vscode: \[(.+)\]$/gm), [`"${lowest}", stable`]);
	});

	it('tests on every system', () => {
		const systems = found(/^ +os: \[(.+)\]$/gm);
		assert.deepEqual(systems, Array(2).fill('ubuntu-latest, macos-latest, windows-latest'));
	});

	it('runs scripts that there are', () => {
		const names = found(/\bnpm run (?:--silent )?([\w:]+)/g);
		assert.ok(names.includes('check') && names.includes('test:unit'));
		for (const name of names) {
			assert.ok(scripts[name] !== undefined, name);
		}
	});

	it('may read the repository and nothing else', () => {
		assert.deepEqual(found(/^( *)permissions:\n +contents: read\n\n/gm), ['']);
		assert.equal(workflow.match(/\bpermissions:/g)?.length, 1);
		assert.doesNotMatch(workflow, /\bsecrets\b|: write\b/);
	});

	it('uses actions at one commit, and says which version that is', () => {
		const actions = found(/\buses: (.+)$/gm);
		assert.ok(actions.length > 0);
		for (const action of actions) {
			assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	it('gives up in time', () => {
		assert.equal(found(/^ +(timeout-minutes): \d+$/gm).length, found(/^ +(runs-on):/gm).length);
	});
});

describe('the scripts of the package', () => {
	it('are commands of every system', () => {
		for (const [name, script] of Object.entries(scripts)) {
			// What only a Unix shell understands: quotes, variables, globs without quotes, other joints.
			assert.doesNotMatch(
				script,
				/['$`;|<>]|^\w+=|(?:^|&& )(?:rm|cp|mv|mkdir|test|export)\b/,
				name,
			);
		}
	});
});
