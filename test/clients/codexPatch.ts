/** The patch that the tool of Codex takes. */
export function codexPatch(file: string, before: string, after: string): string {
	const lines = (mark: string, text: string): string[] =>
		text
			.trimEnd()
			.split('\n')
			.map((line) => mark + line);
	return [
		'*** Begin Patch',
		`*** Update File: ${file}`,
		'@@',
		...lines('-', before.replace(/\n$/, '')),
		...lines('+', after.replace(/\n$/, '')),
		'*** End Patch',
		'',
	].join('\n');
}
