import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Content, Log, Message } from '../../../src/messages/message.ts';
import { logEntry, type TokenCounter } from '../../../src/messages/tokens.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { labelledSessions } from '../../../test/support/sources/measure.ts';

/** The sessions that are measured. Methods are tuned on development files only. */

export type Group = 'own' | 'development' | 'report';

/** Messages between two compactions of the assistant that wrote them. */
export interface Stretch {
	readonly log: Log;
	/** The summary that the assistant itself replaced it by, where it did. */
	readonly summary?: string;
}

export interface Session {
	/** Path below the folder of transcripts. */
	readonly name: string;
	readonly group: Group;
	readonly stretches: readonly Stretch[];
}

const shared = join(import.meta.dirname, '../../../../shared/transcripts');
const sample = join(import.meta.dirname, '../../../media/sample/sample-session.jsonl');

/** Conversations of one file that are looked at. */
const mostConversations = 3;

/** Shorter stretches are never compacted: the smallest usual threshold is twice this. Tokens. */
const shortestStretch = 30_000;

/** Sessions of the repository: always there. */
export async function ownSessions(counter: TokenCounter): Promise<readonly Session[]> {
	return [
		...(await sessionsIn(sample, 'sample-session.jsonl', 'own', counter, 0)),
		...labelledSessions.map(({ name, messages }) => ({
			name,
			group: 'own' as const,
			stretches: stretchesOf(messages, [], counter),
		})),
	];
}

/** Saved sessions of other assistants; undefined where there are none on this machine. */
export async function realSessions(counter: TokenCounter): Promise<readonly Session[] | undefined> {
	if (!existsSync(shared)) {
		return undefined;
	}
	const sessions: Session[] = [];
	for (const file of readdirSync(shared, { recursive: true, encoding: 'utf8' }).sort()) {
		try {
			sessions.push(
				...(await sessionsIn(join(shared, file), file, groupOf(file), counter, shortestStretch)),
			);
		} catch {
			// A folder, an index, or a format without a reader.
		}
	}
	return sessions.filter(({ stretches }) => stretches.length > 0);
}

/** Half of the files by a hash of their names: nobody chose which. */
function groupOf(name: string): Group {
	const [first = 0] = createHash('sha256').update(name.replaceAll('\\', '/')).digest();
	return first % 2 === 0 ? 'development' : 'report';
}

async function sessionsIn(
	path: string,
	name: string,
	group: Group,
	counter: TokenCounter,
	shortest: number,
): Promise<Session[]> {
	const { conversations } = await openTranscript(await fileSource(path));
	return conversations.slice(0, mostConversations).map(({ messages, earlier = [] }, index) => ({
		name: index === 0 ? name : `${name}#${index + 1}`,
		group,
		stretches: stretchesOf([...messages], earlier, counter).filter(
			({ log }) => log.reduce((sum, { tokens }) => sum + tokens, 0) >= shortest,
		),
	}));
}

/** The conversation cut where the assistant compacted it, without secrets. */
function stretchesOf(
	messages: readonly Message[],
	earlier: readonly { readonly at: number; readonly summary: string }[],
	counter: TokenCounter,
): Stretch[] {
	const summaries = new Map(earlier.map(({ at, summary }) => [at, summary]));
	messages.forEach((message, index) => {
		if (message.role === 'user' && message.origin === 'summary' && index > 0) {
			summaries.set(index, typeof message.content === 'string' ? message.content : '');
		}
	});
	const starts = [0, ...[...summaries.keys()].sort((a, b) => a - b)];
	return starts.map((start, position) => {
		const end = starts[position + 1] ?? messages.length;
		const summary = summaries.get(end);
		return {
			log: messages.slice(start, end).map((message) => logEntry(withoutSecrets(message), counter)),
			...(summary === undefined ? {} : { summary: redact(summary) }),
		};
	});
}

function withoutSecrets(message: Message): Message {
	const content: Content =
		typeof message.content === 'string'
			? redact(message.content)
			: message.content.map((part) =>
					part.type === 'text' ? { ...part, text: redact(part.text) } : part,
				);
	return message.role === 'assistant' && message.toolCalls !== undefined
		? {
				...message,
				content,
				toolCalls: message.toolCalls.map((call) => ({
					...call,
					arguments: redact(call.arguments),
				})),
			}
		: { ...message, content };
}
