/** An item's number and the rest of it. */
export interface NumberedText {
	/** As written, for example `12.`; empty when the item has none. */
	readonly number: string;
	readonly text: string;
}

/** Takes the number off an item that brings its own, so that Markdown does not count anew. */
export function splitNumber(text: string): NumberedText {
	const [marker] = /^\d+\. /.exec(text) ?? [];
	return marker === undefined
		? { number: '', text }
		: { number: marker.trimEnd(), text: text.slice(marker.length) };
}
