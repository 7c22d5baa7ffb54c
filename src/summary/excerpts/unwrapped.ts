/**
 * The text of a result that a client wrapped as JSON on one line, with the line breaks that are escaped in
 * it; any other result as it is. Texts and numbers without line breaks keep their names.
 */
export function unwrapped(result: string): string {
	const line = result.trim();
	if (!/^[{[]/.test(line) || line.includes('\n') || !line.includes('\\n')) {
		return result;
	}
	try {
		return fieldTexts('', JSON.parse(line)).join('\n');
	} catch {
		// It only looks like JSON, or nests too deeply: then its line says what it can.
		return result;
	}
}

function fieldTexts(name: string, value: unknown): string[] {
	if (typeof value === 'string' && value.includes('\n')) {
		return [value];
	}
	if (typeof value === 'object' && value !== null) {
		const isList = Array.isArray(value);
		return Object.entries(value).flatMap(([key, inner]) => fieldTexts(isList ? '' : key, inner));
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		return [];
	}
	return [name === '' ? String(value) : `${name}: ${value}`];
}
