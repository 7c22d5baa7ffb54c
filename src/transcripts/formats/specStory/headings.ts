/** The line each message begins with. */
export interface Heading {
	readonly role: 'user' | 'assistant';
	/** Whether it belongs to a sub-agent's conversation. */
	readonly isSubAgent: boolean;
	/** Whether it stands above one record alone. Others stand above all pieces of a reply, with rules between. */
	readonly isOfRecord: boolean;
	/** When the message was written, as the line has it; newer versions name it. */
	readonly time: string | undefined;
}

/** The speaker, the mark of a sub-agent, and what is told of them in brackets; the mark stood behind those once. */
const heading =
	/^_\*\*(User|Agent|Assistant|)(?:: [^()*]{1,80})?( - sidechain)?(?: \((?!sidechain\))(.*?)\))?( \(sidechain\))?\*\*_\s*$/;

/** The time in a heading. */
const time = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(\S*)/;

/** The heading in a line; in the oldest files, a reply that goes on has one without a speaker. */
export function headingOf(line: string): Heading | undefined {
	const [, speaker, newMark, about = '', oldMark] = heading.exec(line) ?? [];
	if (speaker === undefined) {
		return undefined;
	}
	const [, date, clock, rest] = time.exec(about) ?? [];
	return {
		role: speaker === 'User' ? 'user' : 'assistant',
		isOfRecord: speaker === 'Agent',
		isSubAgent: (newMark ?? oldMark) !== undefined,
		time: date === undefined ? undefined : `${date}T${clock}${rest}`,
	};
}

/** Whether a line is one that a message begins with, and names who speaks. */
export function namesSpeaker(line: string): boolean {
	return headingOf(line) !== undefined && !line.startsWith('_****_');
}
