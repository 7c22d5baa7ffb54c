import { textOf, type Message } from '../../messages/message.ts';
import { anthropicContent, assistantBlocks, blocksOf, resultBlock } from './anthropicBlocks.ts';

/** A row of the request: roles alternate. */
interface Row {
	readonly role: 'user' | 'assistant';
	readonly content: string | readonly object[];
}

/** The `system` and `messages` of a request to Anthropic's Messages API. */
export function anthropicMessages(messages: readonly Message[]): string {
	const system = messages.find(({ role }) => role === 'system');
	const document = {
		...(system === undefined ? {} : { system: textOf(system.content) }),
		messages: rowsOf(messages),
	};
	return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Results are said by the user, in one row with what the person says next. */
function rowsOf(messages: readonly Message[]): readonly Row[] {
	const rows: Row[] = [];
	let results: object[] = [];
	const closeResults = (): void => {
		if (results.length > 0) {
			rows.push({ role: 'user', content: results });
			results = [];
		}
	};
	for (const message of messages) {
		switch (message.role) {
			case 'system':
				break;
			case 'tool':
				results.push(resultBlock(message));
				break;
			case 'user':
				rows.push({
					role: 'user',
					content:
						results.length === 0
							? anthropicContent(message.content)
							: [...results, ...blocksOf(message.content)],
				});
				results = [];
				break;
			case 'assistant':
				closeResults();
				rows.push({
					role: 'assistant',
					// What the assistant is to go on from may not end with white space.
					content: assistantBlocks(
						message === messages.at(-1)
							? { ...message, content: textOf(message.content).trimEnd() }
							: message,
					),
				});
				break;
		}
	}
	closeResults();
	return rows;
}
