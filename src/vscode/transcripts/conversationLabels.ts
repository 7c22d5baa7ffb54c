/**
 * What the conversations of one file are called where a person chooses among them: each by a label
 * of its own, also where several have the same title or none.
 * @param untitled Names a conversation without a title by its number in the file, from 1.
 */
export function conversationLabels(
	titles: readonly string[],
	untitled: (number: number) => string,
): readonly string[] {
	const counts = new Map<string, number>();
	for (const title of titles) {
		counts.set(title, (counts.get(title) ?? 0) + 1);
	}
	return titles.map((title, index) => {
		if (title === '') {
			return untitled(index + 1);
		}
		return counts.get(title) === 1 ? title : `#${index + 1}: ${title}`;
	});
}
