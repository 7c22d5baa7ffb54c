import { sourceOf } from '../../transcripts/bytes/content.ts';
import { cline } from '../../transcripts/formats/cline/cline.ts';
import { appendixText } from './compaction.ts';

/** The text that follows Cline's own summary. @param text Content of the session's file. */
export async function wordsFor(
	file: string,
	text: string,
	hasRecall: boolean,
): Promise<string | undefined> {
	const source = sourceOf(file, new TextEncoder().encode(text));
	const [session] = (await cline.read(source)).conversations;
	const id = file.split(/[\\/]/).at(-1)?.replace('.messages.json', '') ?? '';
	return (
		session && appendixText(session, undefined, hasRecall ? `cline-sessions:${id}` : undefined)
	);
}
