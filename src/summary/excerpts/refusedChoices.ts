import type { Log } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { cuesFor } from '../facts/languages/languages.ts';
import { takesBack } from '../facts/takingBack.ts';

/** How the assistant says what it chose. */
const choices = cuesFor('choice');

/** Tells of a line in the message at an index whether it is a choice that the person's next message takes back. */
export function refusedChoices(log: Log): (index: number, line: string) => boolean {
	const refused = new Set<number>();
	let since: number[] = [];
	log.forEach(({ message }, index) => {
		const said = personText(message);
		if (message.role === 'assistant') {
			since.push(index);
		} else if (said !== '') {
			(takesBack(said) ? since : []).forEach((each) => refused.add(each));
			since = [];
		}
	});
	return (index, line) => refused.has(index) && choices.some((choice) => choice.test(line));
}
