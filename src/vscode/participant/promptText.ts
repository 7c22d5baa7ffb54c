import { cutMiddle } from '../../messages/marks.ts';
import { fenced } from '../plainText.ts';

/** Something the person attached to a prompt. */
export type Attachment =
	| { readonly name: string; readonly language: string; readonly text: string }
	/** It could not be read. */
	| { readonly name: string; readonly problem: string };

/** Characters that all attachments of a prompt may have together: a quarter of a small window. */
const attachedLength = 60_000;

/** A prompt with what is attached to it, as a model reads it. */
export function promptText(
	prompt: string,
	attachments: readonly Attachment[],
	length = attachedLength,
): string {
	const lengths = shares(
		attachments.map((attachment) => ('text' in attachment ? attachment.text.length : 0)),
		length,
	);
	const blocks = attachments.map((attachment, index) => {
		if ('problem' in attachment) {
			return `Attached: ${attachment.name} (${attachment.problem})`;
		}
		const { name, language, text } = attachment;
		const share = lengths[index] ?? 0;
		// The start of a file says more about it than its end.
		const head = Math.floor((share * 2) / 3);
		return `Attached: ${name}\n${fenced(cutMiddle(text, head, share - head), language)}`;
	});
	return [prompt.trim(), ...blocks].filter((block) => block !== '').join('\n\n');
}

/** Divides room fairly: what a short one does not need goes to the longer ones. */
function shares(lengths: readonly number[], room: number): readonly number[] {
	const given = lengths.map(() => 0);
	const order = [...lengths.keys()].toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
	let left = room;
	for (const [done, index] of order.entries()) {
		const share = Math.min(lengths[index] ?? 0, Math.floor(left / (order.length - done)));
		given[index] = share;
		left -= share;
	}
	return given;
}
