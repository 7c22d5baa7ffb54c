import { redact } from '../../redaction/redact.ts';

/** Growth before a text is shown again, as a share of it: keeps the work linear. */
const leastGrowth = 1 / 64;

/**
 * Redacts the text of a reply while it arrives. Shows only whole lines, because a partial secret is not recognised.
 * @returns Takes the text of one reply in pieces.
 */
export function streamedText(show: (text: string) => void): (more: string) => void {
	let text = '';
	let shown = 0;
	return (more) => {
		text += more;
		if (text.length - shown < shown * leastGrowth) {
			return;
		}
		const end = text.lastIndexOf('\n') + 1;
		if (end > shown) {
			shown = end;
			show(redact(text.slice(0, end)));
		}
	};
}
