import { summaryEnd } from './parse.ts';
import { emptySection, type SectionTitle } from './sections.ts';

/** What an entry of each section says. */
export const sectionInstructions: Readonly<Record<SectionTitle, string>> = {
	'Active Task': `The person's latest request that was not fulfilled, word for word in quotation marks; ${emptySection} if there was none.`,
	Goal: 'What the person wanted to achieve overall, and why if they said so.',
	'Constraints & Preferences':
		'Every rule, limit and preference the person stated, each quoted word for word, and whether it held for everything or for one case.',
	'Completed Actions':
		'One numbered line per step that mattered, in order: `N. ACTION target — outcome [tool: name]`, with exact paths, commands and what they showed; of a failure the error, its cause and what mended it.',
	'Active State':
		'Working directory, branch, changed files, running processes and latest test results, as last seen.',
	'In Progress': 'What had been started and not finished, told in the past tense.',
	Blocked:
		'Errors and obstacles that were still open at the end, with the exact error text and what is known of the cause.',
	'Key Decisions':
		'Choices between alternatives: what was decided, the reason, and what was rejected.',
	'Resolved Questions': 'Questions of the person that were answered, with the answer.',
	'Pending User Asks':
		'Questions and requests of the person that had no answer yet, told as where things stood.',
	'Relevant Files':
		'Path — read, created, changed or deleted; what the change is for, or what the file told; its final state.',
	'Remaining Work':
		'What had not been done yet, told as where things stood ("X was not done yet").',
	'Critical Context':
		'What was found out and no section above tells: facts from documents, code and outputs with their exact values, versions, commands, configuration, addresses.',
};

/** What follows the last section in the template. */
export const endInstruction = `After the last section write this line: ${summaryEnd}`;

const instructions: readonly string[] = [...Object.values(sectionInstructions), endInstruction];

/** Words alone, so that neither bullets and numbers nor emphasis and quotes make a difference. */
function wordsOf(text: string): string {
	return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').replace(/^\d+ /, '');
}

const echoes: ReadonlySet<string> = new Set(instructions.map(wordsOf));

/** The longest of them, with room for marks around its words. */
const longestEcho = Math.max(...instructions.map(({ length }) => length)) * 2;

/** Whether an item only repeats what a section is asked to say: the template sent back, not filled. */
export function isSectionInstruction(text: string): boolean {
	return text.length <= longestEcho && echoes.has(wordsOf(text));
}
