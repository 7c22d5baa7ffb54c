import assert from 'node:assert/strict';
import { consoleDeeds, withoutBlocks } from '../../../src/messages/consoleDeeds.ts';
import type { Log } from '../../../src/messages/message.ts';
import { assistant, logOf, user } from '../../support/logs.ts';
import { handoffOf } from '../../support/builtInSummaries.ts';

/** An edit block as a reply to aider holds it. */
function block(path: string, from: string, to: string): string {
	return `${path}\n\`\`\`ts\n<<<<<<< SEARCH\n${from}=======\n${to}>>>>>>> REPLACE\n\`\`\`\n`;
}

const reply = `I rename it because the old name is taken.\n\n${block('src/a.ts', 'const one = 1;\n', 'const first = 1;\n')}\n${block('src/new.ts', '', 'export const second = 2;\n')}\n${block('src/c.ts', 'x\n', 'y\n')}`;

function session(...row: readonly string[]): Log {
	return logOf(
		user('Rename one to first.'),
		assistant(reply),
		user(row.join('\n'), 'client'),
		user('And now?'),
		assistant('Nothing is left.'),
	);
}

const done = session(
	'Tokens: 5.8k sent, 183 received.',
	'src/new.ts',
	'Create new file? (Y)es/(N)o [Yes]: y',
	'Applied edit to src/a.ts',
	'Applied edit to src/new.ts',
	'Commit 9760d2f refactor: call it first',
	'Running rm src/old.ts',
);

describe("what aider's console tells of a reply", () => {
	it('is edits, new files, commits and commands, with how they ended', () => {
		assert.deepEqual(
			consoleDeeds(done, 2).map(({ family, target, outcome }) => [family, target, outcome.status]),
			[
				['edit', 'src/a.ts', 'ok'],
				['write', 'src/new.ts', 'ok'],
				['terminal', 'git commit', 'ok'],
				['terminal', 'rm src/old.ts', 'unknown'],
			],
		);
	});

	it('is a failed edit where a block did not match, and made edits for the others', () => {
		const log = session(
			'# 1 SEARCH/REPLACE block failed to match!',
			'',
			'## SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in src/c.ts',
			'# The other 2 SEARCH/REPLACE blocks were applied successfully.',
		);
		assert.deepEqual(
			consoleDeeds(log, 2).map(({ target, outcome }) => [target, outcome.status]),
			[
				['src/c.ts', 'failed'],
				['src/a.ts', 'ok'],
				['src/new.ts', 'ok'],
			],
		);
	});

	it('is nothing where the person or the assistant writes the same, or where no reply stands before', () => {
		const line = 'Applied edit to src/a.ts';
		assert.deepEqual(consoleDeeds(logOf(assistant(reply), user(line)), 1), []);
		assert.deepEqual(consoleDeeds(logOf(assistant(reply), assistant(line)), 1), []);
		assert.deepEqual(consoleDeeds(logOf(user('Go'), user(line, 'client')), 1), []);
	});

	it('is a failure where aider refused what the person typed', () => {
		const refusal = user('Invalid command: /replace', 'client');
		const typed = user('/replace Old -> New', 'client');
		const [deed] = consoleDeeds(logOf(assistant(reply), typed, refusal), 2);
		assert.deepEqual([deed?.target, deed?.outcome.status], ['/replace Old -> New', 'failed']);
		assert.deepEqual(consoleDeeds(logOf(user('Rename it'), refusal), 1), []);
	});

	it('stands in a handoff as actions, files and commits', () => {
		const handoff = handoffOf(done);
		assert.match(handoff, /src\/a\.ts — changed/);
		assert.match(handoff, /src\/new\.ts — created/);
		assert.match(handoff, /9760d2f refactor: call it first/);
		assert.match(handoff, /rm src\/old\.ts/);
		assert.ok(!handoff.includes('<<<<<<< SEARCH'));
	});
});

describe('a reply without its edit blocks', () => {
	it('is what else it says', () => {
		const left = withoutBlocks(reply);
		assert.match(left, /because the old name is taken/);
		assert.ok(!left.includes('const first'), left);
	});
});
