/** Control characters, and characters that change the order of displayed text; tab and line feed stay. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text that can neither control a terminal nor change the displayed order. */
export function withoutControls(text: string): string {
	return text.replaceAll(controls, '');
}

/** The same for JSON: such characters are escaped within its strings, so that nothing is lost. */
export function jsonWithoutControls(json: string): string {
	return json.replaceAll(
		controls,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
