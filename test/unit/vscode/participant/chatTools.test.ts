import assert from 'node:assert/strict';
import { chosenTools, toolTokens } from '../../../../src/vscode/participant/chatTools.ts';

const all = ['read', 'write', 'recall'].map((name) => ({ name, description: `To ${name}.` }));

function names(tools: readonly { readonly name: string }[]): readonly string[] {
	return tools.map(({ name }) => name);
}

describe('the tools of a prompt', () => {
	it('are those that were allowed and those it names, as far as they are there', () => {
		const chosen = chosenTools(all, ['recall', 'gone'], [{ name: 'write' }, { name: 'recall' }]);
		assert.deepEqual(names(chosen), ['write', 'recall']);
	});

	it('are none where none was allowed', () => {
		assert.deepEqual(chosenTools(all, [], []), []);
	});

	it('take room in every request', () => {
		assert.equal(toolTokens([]), 0);
		assert.ok(toolTokens(all) > toolTokens(all.slice(1)));
	});
});
