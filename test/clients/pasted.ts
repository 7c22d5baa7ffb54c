/** A configuration file with a snippet of ours in it, as a person would put it there. */
export function pasted(text: string, snippet: string): string {
	if (text.trim() === '' || !snippet.startsWith('{')) {
		return `${text.trimEnd()}\n\n${snippet}`.trimStart();
	}
	return JSON.stringify(merged(JSON.parse(text), JSON.parse(snippet)), undefined, 2);
}

function merged(one: unknown, other: unknown): unknown {
	if (!isObject(one) || !isObject(other)) {
		return other;
	}
	const more = Object.entries(other).map(([key, value]) => [key, merged(one[key], value)]);
	return { ...one, ...Object.fromEntries(more) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
