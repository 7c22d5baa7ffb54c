import assert from 'node:assert/strict';
import { user } from '../../../support/logs.ts';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

const mark = '(from an earlier summary)';

function behind(summary: string): Session {
	const story = new Session();
	story.messages.push(user(summary));
	return story;
}

const snapshot = [
	'<state_snapshot>',
	'<active_constraints>',
	'- The chosen team MUST persist in the settings.',
	'- Keep the licence headers.',
	'</active_constraints>',
	'<file_system_state>',
	'- modified: src/settings.ts - added the chosen team.',
	'- modified: src/events.ts - added an event.',
	'</file_system_state>',
	'</state_snapshot>',
].join('\n');

describe('what an earlier summary of another assistant says', () => {
	it('gives way where the person says the opposite', () => {
		const draft = summarise(
			behind(snapshot).person("teams shouldn't persist, I want it to ask me every time").run('ls'),
		);
		assert.deepEqual(texts(draft, 'Constraints & Preferences'), [
			`Keep the licence headers. ${mark}`,
			"teams shouldn't persist, I want it to ask me every time",
		]);
	});

	it('gives way to edits, also where it says before the path what became of it', () => {
		const draft = summarise(
			behind(snapshot).person('Take it out again.').edit('/app/src/settings.ts', 'team', ''),
		);
		const files = texts(draft, 'Relevant Files').join('\n');
		assert.ok(!files.includes('added the chosen team'), files);
		assert.match(files, /src\/events\.ts[^\n]*\(from an earlier summary\)/);
	});

	it('gives way to edits that put something else in the place of what was decided', () => {
		const decided = [
			'[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.',
			'## Key Decisions',
			'- Layers: L1 sessions, L2 a skills store',
			'- 六层：L5 上下文 → L6技能系统',
			'- RETRY_LIMIT is 9, not 7',
			'- L22 holds the skills',
		].join('\n');
		const draft = summarise(
			behind(decided)
				.person('Correct it.')
				.edit('/app/README.md', '- L2: skills store', '- L2: evolution of both')
				.edit('/app/README.zh.md', '| **L6** | **Skills 系统** |', '| **L6** | **双层演进** |')
				.edit('/app/limits.ts', 'RETRY_LIMIT = 7', 'RETRY_LIMIT = 9'),
		);
		const texted = texts(draft, 'Key Decisions').join('\n');
		assert.doesNotMatch(texted, /L2 a skills|L6/);
		assert.match(texted, /RETRY_LIMIT is 9[^]*L22 holds/);
	});

	it('stays where edits only share small words with it, or were taken back', () => {
		const decided = [
			'[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.',
			'## Key Decisions',
			'- Put the summary behind L6, because that is what caches like',
			'- Keep MAX_SIZE at 30',
			'- Unlike L71, L7 holds Skills',
		].join('\n');
		const draft = summarise(
			behind(decided)
				.person('Correct it.')
				.edit('/app/README.md', 'L6: Skills and the tools that', 'L6: Memory of it')
				.edit('/app/README.md', 'L7: Skills', 'L7: Memory')
				.edit('/app/limits.ts', 'MAX_SIZE = 30', 'MAX_SIZE = 60')
				.edit('/app/limits.ts', 'MAX_SIZE = 60', 'MAX_SIZE = 30'),
		);
		const texted = texts(draft, 'Key Decisions').join('\n');
		assert.match(texted, /behind L6[^]*MAX_SIZE at 30/);
		assert.doesNotMatch(texted, /L7 holds/);
	});

	it('gives way to what was done where it says how things are going', () => {
		const draft = summarise(
			behind(
				[
					'[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.',
					'## Relevant Files',
					'- **File to be created**: `docs/report.md`',
					'## Critical Context',
					'- **Current resolution**: only what was tried is written down',
					'- **Limit**: eight folders',
				].join('\n'),
			)
				.person('Write it.')
				.write('/app/docs/report.md'),
		);
		const files = texts(draft, 'Relevant Files').join('\n');
		assert.ok(!files.includes('to be created'), files);
		const facts = texts(draft, 'Critical Context').join('\n');
		assert.ok(!facts.includes('Current resolution') && facts.includes('eight folders'), facts);
	});

	const context = [
		'[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.',
		'## Active State',
		'- Git commit: a2ecd1c12',
		'- Working directory: ~/app',
		'## Key Decisions',
		'- Merge with our side first',
		'## Critical Context',
		'- Last push: c4eb58861..a2ecd1c12 main -> main',
		'- The licence is MIT',
	].join('\n');

	it('is marked in every section', () => {
		const draft = summarise(behind(context).person('Go on.').run('ls'));
		for (const section of ['Active State', 'Key Decisions'] as const) {
			const told = texts(draft, section);
			assert.ok(told.length > 0 && told.every((text) => text.endsWith(mark)), told.join());
		}
	});

	it('gives way to commits and pushes', () => {
		const draft = summarise(
			behind(context).person('Go on.').run('rtk git commit -m x && rtk git push', 'ok 2 files'),
		);
		const told = [...texts(draft, 'Active State'), ...texts(draft, 'Critical Context')].join('\n');
		assert.ok(!told.includes(`a2ecd1c12 ${mark}`) && !told.includes('Last push'), told);
		assert.ok(told.includes('Working directory') && told.includes('The licence is MIT'), told);
	});
});

describe('an action without anything to show', () => {
	it('is told by the name of its tool', () => {
		const session = new Session()
			.person('Go')
			.calls({ tool: 'skills_list', values: {}, output: 'x' });
		assert.match(texts(summarise(session), 'Completed Actions').join(), /CALL skills_list — ok/);
	});
});
