import assert from 'node:assert/strict';
import { block, callAndResult, isError } from './histories.ts';

/** A reply that is one tool use. */
function use(type: string, name: string, ...lines: readonly string[]): string {
	const tag = `<tool-use data-tool-type="${type}" data-tool-name="${name}"><details>`;
	return ['_**Agent (gpt-5.3-codex)**_', '', tag, ...lines, '</details></tool-use>'].join('\n');
}

function summary(name: string, more = ''): string {
	return `<summary>Tool use: **${name}**${more}</summary>`;
}

describe('SpecStory: histories of other clients', () => {
	it('have the command in the summary, or in a block', async () => {
		const result = 'Process exited with code 0';
		const inSummary = use('shell', 'exec_command', summary('exec_command', ' `ls`'), block(result));
		assert.deepEqual(await callAndResult(inSummary), ['exec_command', { command: 'ls' }, result]);
		const body = ['Try it', '', block('a\nb', 'bash'), '', block('Error:\nno', 'text')];
		assert.deepEqual(await callAndResult(use('shell', 'Bash', summary('Bash'), ...body)), [
			'Bash',
			{ command: 'a\nb', description: 'Try it' },
			'Error:\nno',
		]);
	});

	it('have patches file by file', async () => {
		const files = ['**Add: `a.md`**', '', block('+# A', 'diff'), '', '**Delete: `b.md`**', ''];
		const input = '*** Begin Patch\n*** Add File: a.md\n+# A\n*** Delete File: b.md\n*** End Patch';
		assert.deepEqual(
			await callAndResult(
				use('write', 'apply_patch', summary('apply_patch'), ...files, block('Success.')),
			),
			['apply_patch', { input }, 'Success.'],
		);
	});

	it('list arguments of tools nobody knows, and say whether it failed', async () => {
		const input = ['', '**Input:**', '', '- args: `1`', '- skill: `a', 'b`', ''];
		const failed = ['**Error:**', '', block('No such skill'), ''];
		const skill = use('unknown', 'Skill', summary('Skill'), ...input, ...failed);
		assert.deepEqual(await callAndResult(skill), [
			'Skill',
			{ args: '1', skill: 'a\nb' },
			'No such skill',
		]);
		assert.equal(await isError(skill), true);
	});

	it('have what a person answered as the result of the question', async () => {
		const question = ['**Which?**', '', 'Options:', '- **A**', '', '**Answer:** A, please'];
		const asked = use('generic', 'AskUserQuestion', summary('AskUserQuestion'), ...question);
		const [name, , result] = await callAndResult(asked);
		assert.deepEqual([name, result], ['AskUserQuestion', 'A, please']);
	});

	it('name what was done on the web by its kind', async () => {
		const url = 'https://example.org/a';
		const fetched = use('read', 'WebFetch', summary('WebFetch'), ` \`${url}\``, '', block('A'));
		assert.deepEqual(await callAndResult(fetched), ['WebFetch', { url }, 'A']);
	});
});
