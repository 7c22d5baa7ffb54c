import { sectionNamed } from './foreignTitles.ts';

/**
 * Summaries whose parts stand between tags, as Gemini CLI and Copilot CLI write them, as Markdown: a
 * tag that names a section becomes a heading, one around a statement a list entry.
 */

/** Tags around single statements, and what a statement says beside its words. */
const statements: ReadonlyMap<string, string> = new Map([
	['action', ''],
	['artifact', ''],
	['constraint', ''],
	['created', 'created: '],
	['cwd', 'cwd: '],
	['decision', ''],
	['deleted', 'deleted: '],
	['fact', ''],
	['file', ''],
	['item', ''],
	['knowledge', ''],
	['modified', 'modified: '],
	['read', 'read: '],
	['step', ''],
	['task', ''],
]);

/** What becomes of a tag around the whole, or around one of its two halves. */
const wrappers: ReadonlyMap<string, string> = new Map([
	['analysis', 'Analysis:'],
	['checkpoint', ''],
	['context_summary', ''],
	['conversation-checkpoint', ''],
	['conversation-summary', ''],
	['conversation_summary', ''],
	['handoff', ''],
	['state_snapshot', ''],
	['summary', 'Summary:'],
]);

/** A tag at the start of a line, perhaps with a status, and one at its end. */
const opening = /^\s*<([a-z][a-z_-]{1,40})(?: status="([^"<>]{1,40})")?>/;
const closing = /<\/([a-z][a-z_-]{1,40})>\s*$/;

/** The same summary without its tags; a line without any comes back as it is. */
export function withoutTags(text: string): string {
	const lines: string[] = [];
	/** Inside a statement: how its next line begins. */
	let lead: string | undefined;
	for (const line of text.split('\n')) {
		const [opened, name = '', status] = opening.exec(line) ?? [];
		const [closed, closedName = ''] = closing.exec(line) ?? [];
		const opens = opened !== undefined && isKnown(name);
		const closes = closed !== undefined && isKnown(closedName);
		if (!opens && !closes && lead === undefined) {
			lines.push(line);
			continue;
		}
		const label = statements.get(name);
		if (opens && label !== undefined) {
			lead = `- ${status === undefined ? '' : `${status}: `}${label}`;
		} else if (opens) {
			lines.push(wrappers.get(name) ?? `# ${wordsOf(name)}`);
		}
		const content = line.slice(opens ? opened.length : 0, closes ? -closed.length : undefined);
		if (content.trim() !== '') {
			lines.push((lead ?? '') + content.trim());
			lead = lead === undefined ? undefined : '  ';
		}
		lead = closes ? undefined : lead;
	}
	return lines.join('\n');
}

function isKnown(tag: string): boolean {
	return (
		statements.has(tag) ||
		wrappers.has(tag) ||
		(tag !== '' && sectionNamed(wordsOf(tag)) !== undefined)
	);
}

function wordsOf(tag: string): string {
	return tag.replaceAll('_', ' ');
}
