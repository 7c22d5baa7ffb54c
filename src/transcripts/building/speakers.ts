import { isBlank, type Part, type UserMessage } from '../../messages/message.ts';
import { contentOf } from './parts.ts';

/** Who is behind a run of parts, as far as a message tells: files and tools speak through the client. */
function speakerOf(part: Part, before: UserMessage['origin']): UserMessage['origin'] {
	if (part.type === 'image') {
		return before;
	}
	const { origin } = part;
	return origin === 'file' || origin === 'tool' ? 'client' : origin;
}

function messageOf(parts: readonly Part[], origin: UserMessage['origin']): UserMessage {
	const isTyped = parts.every(
		(part) => part.type === 'image' || part.origin === undefined || part.origin === origin,
	);
	// Only parts that say more than the message keep their origins: text alone is one string.
	const plain = parts.map((part): Part => {
		if (part.type === 'image') {
			return part;
		}
		// What was cut out of a text has that text's blanks around it.
		return { type: 'text', text: part.origin === undefined ? part.text : part.text.trim() };
	});
	const content = isTyped ? contentOf(plain) : parts;
	return { role: 'user', content, ...(origin === undefined ? {} : { origin }) };
}

/**
 * What stands in a row of the user as messages: one for each run of parts by the same author, in
 * order. Parts without an origin are left for the words to tell; blank parts are left out.
 */
export function messagesBySpeaker(parts: readonly Part[]): readonly UserMessage[] {
	const messages: UserMessage[] = [];
	let run: Part[] = [];
	let speaker: UserMessage['origin'];
	for (const part of parts) {
		const next = speakerOf(part, speaker);
		if (next !== speaker && !isBlank(run)) {
			messages.push(messageOf(run, speaker));
			run = [];
		}
		if (!isBlank([part])) {
			speaker = next;
			run.push(part);
		}
	}
	return isBlank(run) ? messages : [...messages, messageOf(run, speaker)];
}
