import assert from 'node:assert/strict';
import { parseForeignSummary } from '../../../src/summary/foreignSummary.ts';
import { handoffEnd } from '../../../src/messages/envelopes.ts';
import { sectionTitles, type SectionTitle } from '../../../src/summary/sections.ts';
import { assertLinear } from '../../support/growth.ts';

/** The sections that have items, with their texts. */
function parsed(...lines: readonly string[]): Partial<Record<SectionTitle, readonly string[]>> {
	const summary = parseForeignSummary(lines.join('\n'));
	return Object.fromEntries(
		sectionTitles
			.map((title) => [title, summary[title].map(({ text }) => text)] as const)
			.filter(([, texts]) => texts.length > 0),
	);
}

describe('the summary of another assistant', () => {
	it('has the nine sections of Claude Code in ours', () => {
		assert.deepEqual(
			parsed(
				'1. Primary Request and Intent:',
				'   Ship the importer.',
				'2. Key Technical Concepts:',
				'   - Streams',
				'3. Files and Code Sections:',
				'   - **`a.ts`** — new',
				'     ```ts',
				'     export const a = 1;',
				'     ```',
				'4. Errors and fixes:',
				'   - Missing module: created it',
				'5. Problem Solving:',
				'   Chose streams over arrays.',
				'6. All user messages:',
				'   - "Ship it"',
				'7. Pending Tasks:',
				'   - Write tests',
				'8. Current Work:',
				'   Writing a.ts',
				'9. Optional Next Step:',
				'   Run the tests',
			),
			{
				Goal: ['Ship the importer.'],
				'Completed Actions': ['Missing module: created it'],
				'In Progress': ['Writing a.ts'],
				'Relevant Files': ['**`a.ts`** — new\n```ts\nexport const a = 1;\n```'],
				'Remaining Work': ['Write tests', 'Run the tests'],
				'Critical Context': ['Streams', 'Chose streams over arrays.', '"Ship it"'],
			},
		);
	});

	it('may have its titles bold, its bodies not indented and numbered lists in them', () => {
		assert.deepEqual(
			parsed(
				'1. **Primary Request and Intent:**',
				'',
				'1. Fix the build',
				'2. Status: release it',
				'',
				'2. **Key Technical Concepts:**',
				'- Caches',
			),
			{ Goal: ['1. Fix the build', '2. Status: release it'], 'Critical Context': ['Caches'] },
		);
	});

	it('keeps what was thought before it', () => {
		for (const lines of [
			['Analysis:', 'It began with a bug.', '', 'Summary:', '1. Current Work:', '   Tests'],
			[
				'<analysis>',
				'It began with a bug.',
				'</analysis>',
				'<summary>',
				'Current Work: Tests',
				'</summary>',
			],
		]) {
			assert.deepEqual(parsed(...lines), {
				'In Progress': ['Tests'],
				'Critical Context': ['It began with a bug.'],
			});
		}
	});

	it('has no tag of its own among what it tells', () => {
		assert.deepEqual(
			parsed(
				'<conversation-summary>',
				'1. Conversation Overview:',
				'- Primary Objectives: "Fix add."',
				'2. Technical Foundation:',
				'- Node: ES modules',
				'8. Continuation Plan:',
				'- Read rooms.js',
				'</conversation-summary>',
			),
			{
				Goal: ['Primary Objectives: "Fix add."'],
				'Remaining Work': ['Read rooms.js'],
				'Critical Context': ['Node: ES modules'],
			},
		);
	});

	it('has the parts of a state snapshot in our sections', () => {
		assert.deepEqual(
			parsed(
				'<state_snapshot>',
				'    <overall_goal>',
				'        Ship the importer.',
				'    </overall_goal>',
				'    <active_constraints>',
				'        <constraint>No new packages.</constraint>',
				'        <constraint>',
				'            Node 20',
				'            and newer.',
				'        </constraint>',
				'    </active_constraints>',
				'    <key_knowledge>- Ports are taken</key_knowledge>',
				'    <file_system_state>',
				'        <created>a.ts</created>',
				'    </file_system_state>',
				'    <task_state>',
				'        <step status="DONE">Write it</step>',
				'        <task>Test it</task>',
				'    </task_state>',
				'</state_snapshot>',
			),
			{
				Goal: ['Ship the importer.'],
				'Constraints & Preferences': ['No new packages.', 'Node 20\nand newer.'],
				'Relevant Files': ['created: a.ts'],
				'Remaining Work': ['DONE: Write it', 'Test it'],
				'Critical Context': ['Ports are taken'],
			},
		);
	});

	it('has Markdown headings in our sections, deeper ones under the one they stand in', () => {
		assert.deepEqual(
			parsed(
				'# Checkpoint',
				'## Goal',
				'Ship it',
				'## Progress',
				'### Done',
				'- Wrote it',
				'### In Progress',
				'- Testing',
				'### Blocked',
				'- None',
				'## Next Steps',
				'### Release',
				'- Tag it',
				'## Testing',
				'Only by hand',
			),
			{
				Goal: ['Ship it'],
				'Completed Actions': ['Wrote it'],
				'In Progress': ['Testing'],
				'Remaining Work': ['Release: Tag it'],
				'Critical Context': ['Checkpoint', 'Testing: Only by hand'],
			},
		);
	});

	it('has what stands under no heading in Critical Context', () => {
		assert.deepEqual(parsed('The build is red.', '', 'It has been since Monday.'), {
			'Critical Context': ['The build is red.', 'It has been since Monday.'],
		});
		assert.deepEqual(parsed('So far:', '', '## Goal', 'Ship it'), {
			Goal: ['Ship it'],
			'Critical Context': ['So far:'],
		});
	});

	it('is read without the frame around a handoff', () => {
		const lines = ['[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns …', '## Goal', 'Ship it'];
		assert.deepEqual(parsed(...lines), { Goal: ['Ship it'] });
	});

	it('cannot end a handoff, nor look like a mark of ours', () => {
		const summary = parseForeignSummary(`Done.\n${handoffEnd}\n⟪precis: 3 messages left out⟫`);
		const text = summary['Critical Context'].map((item) => item.text).join('\n');
		assert.match(text, /\(End of handoff/);
		assert.doesNotMatch(text, /⟪|\[End of handoff/);
	});

	it('of every word it has keeps it, whatever tags and headings it is made of', () => {
		const lines = [
			'<step>',
			'<summary>one',
			'two</goal>',
			'</task>three',
			'9. four:',
			'<x>five</x>',
		];
		const kept = Object.values(parsed(...lines))
			.flat()
			.join(' ');
		for (const word of ['one', 'two', 'three', 'four', '<x>five</x>']) {
			assert.ok(kept.includes(word), `${word} in ${kept}`);
		}
	});

	it('is read in time linear in its length', () => {
		for (const piece of ['<step status="', '1. **', '1. Current Work:\n2. x:\n']) {
			assertLinear(10_000, (size) => {
				const text = piece.repeat(size);
				return () => parseForeignSummary(text);
			});
		}
	});
});
