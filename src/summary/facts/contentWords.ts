/** Words of four letters and more by their beginnings, which most inflections leave alone. */
export function contentWords(text: string): Set<string> {
	return new Set(
		(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []).map((word) => word.slice(0, 6)),
	);
}
