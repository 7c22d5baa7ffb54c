import type { Part, TextPart } from '../../messages/message.ts';

/** The part behind which Gemini CLI and its kin put the texts of files that a prompt mentions. */
const filesStart = '--- Content from referenced files ---';

/** A part that is nothing but what the client says: hooks and reminders stand in tags of theirs. */
const clients = /^<(hook_context|session_context|system-reminder|qwen:[\w-]+)>[\s\S]*<\/\1>$/;

/** What hooks say stands in front of the words in the same part; tags in it are escaped. */
const hooked = /^<hook_context>[\s\S]*?<\/hook_context>(?=\s)/;

/** A part that may hold the person's words, behind what hooks say. */
function spoken({ text }: TextPart): readonly TextPart[] {
	const [before = ''] = hooked.exec(text) ?? [];
	return before === ''
		? [{ type: 'text', text }]
		: [
				{ type: 'text', text: before, origin: 'client' },
				{ type: 'text', text: text.slice(before.length).trimStart(), origin: 'person' },
			];
}

/** A prompt that was saved as one text, cut where the texts of files begin. */
function split(part: Part): readonly Part[] {
	if (part.type === 'image') {
		return [part];
	}
	const at = part.text.indexOf(`\n${filesStart}\n`);
	return at === -1
		? [part]
		: [
				{ type: 'text', text: part.text.slice(0, at) },
				{ type: 'text', text: part.text.slice(at + 1), origin: 'file' },
			];
}

/**
 * The parts of a prompt, each with who wrote it. The client makes the parts: what was typed is in
 * front of the files, and texts of files stand in parts of their own, whatever they hold.
 */
export function promptParts(parts: readonly Part[]): readonly Part[] {
	let isFile = false;
	return parts.flatMap(split).flatMap((part): readonly Part[] => {
		if (part.type === 'image' || part.origin !== undefined) {
			return [part];
		}
		const text = part.text.trim();
		isFile ||= text === filesStart;
		if (clients.test(text)) {
			return [{ ...part, origin: 'client' }];
		}
		return isFile ? [{ ...part, origin: 'file' }] : spoken(part);
	});
}
