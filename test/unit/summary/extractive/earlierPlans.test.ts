import assert from 'node:assert/strict';
import { user } from '../../../support/logs.ts';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

/** What Claude Code writes when it compacts a conversation itself. */
const summary = [
	'This session is being continued from a previous conversation that ran out of context.',
	'Summary:',
	'1. Primary Request and Intent:',
	'   Redesign the settings page.',
	'3. Files and Code Sections:',
	'   - **`web/src/Settings/styles.css`** — line 148 sets `min-height: 22rem`, to be removed',
	'   - **`web/src/Settings/`** — the page and its parts',
	'   - **`web/src/Nav.js`** — the links of the header',
	'5. Problem Solving:',
	'   Solved: the flicker of the preview.',
	'7. Pending Tasks:',
	'   - Remove the outer container of the preview',
	'   - Offer the export as a spreadsheet',
].join('\n');

function session(): Session {
	const story = new Session();
	story.messages.push(user(summary));
	return story.says('I go on with the preview.');
}

describe('the plans of an earlier summary by another assistant', () => {
	it('stand as long as nothing else was asked', () => {
		const plan = texts(summarise(session().person('Go on.').run('ls')), 'Remaining Work');
		assert.equal(plan.length, 2, plan.join('\n'));
	});

	const later = (): Session =>
		session()
			.edit('D:\\shop\\web\\src\\Settings\\styles.css', 'min-height: 22rem', '')
			.says('The outer container of the preview is removed, only the picture is left.')
			.person('Rename the button.')
			.says('It is renamed.')
			.person('And commit it.')
			.run('git commit -m "Rename the button"', '[main abc1234] Rename the button')
			.person('Now the footer.')
			.run('ls');

	it('are over where the log speaks of them later; what nobody spoke of may be open', () => {
		const plan = texts(summarise(later()), 'Remaining Work');
		assert.equal(plan.length, 1, plan.join('\n'));
		assert.match(plan[0] ?? '', /spreadsheet.*\(from an earlier summary\)/);
	});

	it('say nothing of files that were changed since, however their paths are spelled', () => {
		const files = texts(summarise(later()), 'Relevant Files');
		assert.ok(!files.some((text) => text.includes('22rem')), files.join('\n'));
		assert.ok(!files.some((text) => text.includes('the page and its parts')), files.join('\n'));
		assert.ok(
			files.some((text) => text.includes('Nav.js')),
			files.join('\n'),
		);
	});

	it('tell of what was solved as something that was said then, not as a decision', () => {
		const done = summarise(later());
		assert.ok(!texts(done, 'Key Decisions').some((text) => text.includes('flicker')));
		const told = texts(done, 'Critical Context').find((text) => text.includes('flicker'));
		assert.match(told ?? '', /\(from an earlier summary\)/);
	});
});
