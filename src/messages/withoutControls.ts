/** Controls, and what changes the order in which text is shown; tab and line feed stay. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text that can neither control a terminal nor show anything in another order than it stands. */
export function withoutControls(text: string): string {
	return text.replaceAll(controls, '');
}

/** JSON that cannot either: what would is escaped within its strings, so that nothing is lost. */
export function jsonWithoutControls(json: string): string {
	return json.replaceAll(
		controls,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
