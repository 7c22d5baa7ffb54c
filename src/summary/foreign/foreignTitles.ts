import { plainTitle } from '../parse.ts';
import { sectionTitles, type SectionTitle } from '../sections.ts';

/**
 * What other assistants call the parts of their summaries, and the section of ours that says the
 * same. In lower case, without numbering and punctuation, as {@link plainTitle} gives them.
 */
const theirTitles: Readonly<Partial<Record<SectionTitle, readonly string[]>>> = {
	Goal: [
		'primary request and intent',
		'overall goal',
		'conversation overview',
		'overview',
		'objective',
		'task',
		'user intent',
		'user request',
		'intent',
	],
	'Constraints & Preferences': [
		'active constraints',
		'constraints',
		'instructions',
		'preferences',
		'requirements',
		'user preferences',
	],
	'Completed Actions': [
		'accomplished',
		'completed',
		'completed work',
		'done',
		'errors and fixes',
		'history',
		'problem resolution',
		'progress',
		'progress tracking',
		'recent actions',
		'work done',
	],
	'Active State': [
		'branch',
		'current state',
		'current status',
		'recent operations',
		'state',
		'status',
		'work state',
	],
	'In Progress': ['active', 'active work state', 'current task', 'current work'],
	Blocked: ['blockers', 'known issues', 'open issues'],
	'Key Decisions': ['decisions', 'design decisions', 'key decisions made'],
	'Pending User Asks': ['open questions'],
	'Relevant Files': [
		'artifact trail',
		'codebase status',
		'file system state',
		'files',
		'files and code sections',
		'files changed',
		'files created and modified',
		'files modified',
		'important files',
		'key files',
		'modified files',
		'read files',
		'relevant files and code',
		'relevant files and directories',
	],
	'Remaining Work': [
		'continuation plan',
		'current plan',
		'next move',
		'next step',
		'next steps',
		'optional next step',
		'pending tasks',
		'pending tasks and next steps',
		'remaining tasks',
		'task state',
		'todo',
		'what remains',
	],
	'Critical Context': [
		'additional context',
		'context',
		'discoveries',
		'important details',
		'key knowledge',
		'key technical concepts',
		'problem solving',
		'technical concepts',
		'technical details',
		'technical foundation',
	],
};

const sections: ReadonlyMap<string, SectionTitle> = new Map(
	sectionTitles.flatMap((section) =>
		[plainTitle(section), ...(theirTitles[section] ?? [])].map((title): [string, SectionTitle] => [
			title,
			section,
		]),
	),
);

/** The section of ours that a heading of a summary names, whoever wrote it. */
export function sectionNamed(heading: string): SectionTitle | undefined {
	return sections.get(plainTitle(heading));
}
