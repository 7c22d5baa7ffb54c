/** One command of a command line. */
export interface ShellPart {
	readonly text: string;
	/** Whether its output went into another command, which hides how it ended. */
	readonly piped: boolean;
}

/** The commands of a line in order, without where their output goes. Heredocs end the line. */
export function partsOf(line: string): ShellPart[] {
	const parts: ShellPart[] = [];
	let quote = '';
	let text = '';
	const close = (piped: boolean): void => {
		const bare = text
			.replace(/\s*\d?>{1,2}\s*(?:&\d|\S+)/g, '')
			.replace(/^\s*(?:env\s+)?(?:[A-Z_\d]+=\S+\s+)+/, '')
			.trim();
		if (bare !== '') {
			parts.push({ text: bare, piped });
		}
		text = '';
	};
	const [end = line] = line.split(/<<-?\s*['"]?\w+/, 1);
	for (let at = 0; at < end.length; at += 1) {
		const character = end.charAt(at);
		if (quote !== '') {
			quote = character === quote ? '' : quote;
			text += character;
		} else if (character === '"' || character === "'") {
			quote = character;
			text += character;
		} else if (end.startsWith('&&', at) || end.startsWith('||', at)) {
			close(false);
			at += 1;
		} else if (character === ';' || character === '\n') {
			close(false);
		} else if (character === '|') {
			close(true);
		} else {
			text += character;
		}
	}
	close(false);
	return parts;
}
