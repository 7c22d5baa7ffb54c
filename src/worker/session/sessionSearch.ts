import { textOf, toolCallsOf, type Message } from '../../messages/message.ts';
import { pause } from '../../transcripts/bytes/steps.ts';
import type { SessionEntries } from './sessionEntries.ts';

/** Entries searched before others get a turn. */
const searchedAtOnce = 200;

/**
 * Positions of the entries that hold a text, whatever its case, ascending.
 * @throws The signal's reason when it was aborted.
 */
export async function sessionSearch(
	entries: SessionEntries,
	text: string,
	signal: AbortSignal,
): Promise<Uint32Array> {
	const wanted = text.toLowerCase();
	const found: number[] = [];
	for (let start = 0; start < entries.length; start += searchedAtOnce) {
		for (const [at, { message }] of entries.slice(start, start + searchedAtOnce).entries()) {
			if (textsOf(message).some((one) => one.toLowerCase().includes(wanted))) {
				found.push(start + at);
			}
		}
		await pause(signal);
	}
	return Uint32Array.from(found);
}

function textsOf(message: Message): readonly string[] {
	const calls = toolCallsOf(message).flatMap((call) => [call.name, call.arguments]);
	return [textOf(message.content), ...calls];
}
