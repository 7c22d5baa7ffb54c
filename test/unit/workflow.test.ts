import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { npmTag } from '../../packaging/releaseCheck.ts';

/** What GitHub runs agrees with package.json. Read as text: a parser would be one more dependency. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const workflow = read('.github/workflows/ci.yml');
const release = read('.github/workflows/release.yml');
const { engines, scripts } = JSON.parse(read('package.json')) as {
	readonly engines: { readonly vscode: string };
	readonly scripts: Readonly<Record<string, string>>;
};

/** The first group of every match. */
function found(pattern: RegExp, text = workflow): readonly string[] {
	return [...text.matchAll(pattern)].map(([, group]) => group ?? '');
}

describe('the workflow', () => {
	it('tests in the lowest VS Code that is supported, and in the newest', () => {
		const lowest = engines.vscode.replace('^', '');
		assert.deepEqual(found(/^ +vscode: \[(.+)\]$/gm), [`"${lowest}", stable`]);
	});

	it('may read the repository and nothing else', () => {
		assert.deepEqual(found(/^( *)permissions:\n +contents: read\n\n/gm), ['']);
		assert.equal(workflow.match(/\bpermissions:/g)?.length, 1);
		assert.doesNotMatch(workflow, /\bsecrets\b|: write\b/);
	});
});

describe('every workflow', () => {
	const workflows = readdirSync(path.join(root, '.github/workflows')).map((name) =>
		read(`.github/workflows/${name}`),
	);

	it('runs scripts that there are', () => {
		for (const text of workflows) {
			const names = found(/\bnpm run (?:--silent )?([\w:]+)/g, text);
			assert.ok(names.includes('check') && names.includes('test:unit'));
			for (const name of names) {
				assert.ok(scripts[name] !== undefined, name);
			}
		}
	});

	it('uses actions at one commit, and says which version that is', () => {
		for (const text of workflows) {
			const actions = found(/\buses: (.+)$/gm, text);
			assert.ok(actions.length > 0);
			for (const action of actions) {
				assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
			}
		}
	});
});

describe('the release', () => {
	const [making = '', publishing = ''] = release.split(/^ {2}publish:$/m);

	it('is made only of a tag that nothing speaks against', () => {
		assert.deepEqual(found(/^ +tags: (.+)$/gm, release), ['["v*"]']);
		const check = making.indexOf('node packaging/releaseCheck.ts "$GITHUB_REF_NAME"');
		assert.ok(check > 0 && check < making.indexOf('npm run test:package'));
	});

	it('may write nothing before it is published', () => {
		assert.doesNotMatch(making, /\bsecrets\b|: write\b|id-token/);
	});

	it('publishes the files that were tested, and builds nothing anew', () => {
		assert.match(publishing, /needs: package\n/);
		assert.ok(publishing.includes('sha256sum --check SHA256SUMS'));
		assert.doesNotMatch(publishing, /vsce package|npm run|npm pack\b/);
		const published = found(/publish .*?(release\/[\w.*]+)$/gm, publishing);
		assert.deepEqual(published, ['release/precis.vsix', 'release/precis.vsix', 'release/*.tgz']);
	});

	it('gives a pre-release to nobody who did not ask npm for one', () => {
		assert.deepEqual(['0.3.0', '1.1.2', '0.2.0', '1.0.0'].map(npmTag), [
			'next',
			'next',
			'latest',
			'latest',
		]);
		assert.ok(publishing.includes('tag=$(node packaging/npmTag.ts)\n'));
		assert.deepEqual(found(/npm publish .*--tag (\S+)/g, publishing), ['"$tag"']);
	});

	it('keeps no token for the marketplace, and proves where the files were made', () => {
		assert.deepEqual(found(/secrets\.(\w+)/g, publishing), ['OVSX_PAT']);
		assert.match(publishing, /vsce publish --azure-credential /);
		assert.match(publishing, /npm publish --provenance /);
		assert.match(publishing, /attest-build-provenance@/);
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
