import { createHash } from 'node:crypto';
import type { Message } from '../../src/messages/message.ts';
import { estimatedTokens, logEntry } from '../../src/messages/tokens.ts';
import { attributed, leastShares } from '../../src/summary/audit/attribution.ts';
import { summaryOf, type SectionTitle } from '../../src/summary/sections.ts';
import { traced } from '../../src/summary/sources/sourced.ts';
import { requestFor } from '../../test/support/summaryRequests.ts';
import type { Claimed, Scene } from './scene.ts';

/** How statements in the person's name are told from inventions. */

/** Which half of the statements: one is tuned on, the other only reported. */
export type Half = 'develop' | 'report';

/** A statement with what is true of it and what was decided. */
export interface Judged {
	readonly where: string;
	readonly text: string;
	readonly isReal: boolean;
	readonly isMarked: boolean;
}

/** Statements about one conversation. */
export interface Claims {
	readonly where: string;
	readonly messages: readonly Message[];
	readonly real: readonly Claimed[];
	readonly invented: readonly Claimed[];
}

/** The half a statement belongs to, whatever else is added. */
export function halfOf(text: string): Half {
	return createHash('sha256').update(text).digest().readUInt8(0) % 2 === 0 ? 'develop' : 'report';
}

/** How an assistant's message in a scene begins; everything else was read by a tool. */
const spoken = /^(?:I |In chapter|Ich |Je |Añadiré|我|Я )/;

/** A scene as a conversation: each message of the person, and something seen behind it. */
export function claimsOf(scene: Scene): Claims {
	const { name, said, seen, real, invented } = scene;
	const messages = said.flatMap((content, index): Message[] => {
		const text = seen[index];
		const person: Message = { role: 'user', content };
		if (text === undefined) {
			return [person, { role: 'assistant', content: 'OK.' }];
		}
		if (spoken.test(text)) {
			return [person, { role: 'assistant', content: text }];
		}
		const call = { id: `c${index}`, name: 'read_file', arguments: `{"path":"f${index}.txt"}` };
		return [
			person,
			{ role: 'assistant', content: '', toolCalls: [call] },
			{ role: 'tool', toolCallId: call.id, content: text },
		];
	});
	return { where: name, messages, real, invented };
}

/** Judges every statement of a half by itself, as a summary's only one. */
export function judge(
	{ where, messages, real, invented }: Claims,
	half: Half | undefined,
	least = leastShares,
): Judged[] {
	const log = messages.map((message) => logEntry(message, estimatedTokens));
	const request = requestFor(log);
	return [
		...real.map((claimed) => ({ claimed, isReal: true })),
		...invented.map((claimed) => ({ claimed, isReal: false })),
	]
		.map(({ claimed, isReal }) => {
			const [section, text]: readonly [SectionTitle, string] =
				typeof claimed === 'string' ? ['Constraints & Preferences', claimed] : claimed;
			return { section, text, isReal };
		})
		.filter(({ text }) => half === undefined || halfOf(text) === half)
		.map(({ section, text, isReal }) => {
			const summary = summaryOf((title) => (title === section ? [{ text, sources: [] }] : []));
			const { isElsewhere } = traced(summary, request);
			const [item] = attributed(summary, request, isElsewhere, least)[section];
			return { where, text, isReal, isMarked: item?.doubt !== undefined };
		});
}

/** Shares of what is marked wrongly and rightly. */
export interface Rates {
	readonly real: number;
	readonly wronglyMarked: number;
	readonly invented: number;
	readonly caught: number;
}

export function ratesOf(judged: readonly Judged[]): Rates {
	const of = (isReal: boolean): readonly Judged[] => judged.filter((one) => one.isReal === isReal);
	const marked = (of: readonly Judged[]): number => of.filter(({ isMarked }) => isMarked).length;
	return {
		real: of(true).length,
		wronglyMarked: marked(of(true)),
		invented: of(false).length,
		caught: marked(of(false)),
	};
}
