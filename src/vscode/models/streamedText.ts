import { redact } from '../../redaction/redact.ts';

/** How much a text has to grow before it is shown again, as a share of it: keeps the work linear. */
const leastGrowth = 1 / 64;

/**
 * Makes the text of a reply fit to be shown while it arrives: whole lines only, so that no half of a
 * secret appears before it is known for one, and without secrets.
 * @returns Takes one reply's text piece by piece.
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
