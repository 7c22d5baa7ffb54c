import assert from 'node:assert/strict';
import type { Log, Message } from '../../../src/messages/message.ts';
import { planPieces, type Piece, type PieceOptions } from '../../../src/summary/pieces.ts';
import type { Prompt } from '../../../src/summary/prompt.ts';
import type { SummaryRequest } from '../../../src/summary/summariser.ts';
import { assistant, call, logOf, prose, result, user } from '../../support/logs.ts';
import { requestOf } from './requests.ts';

/** Plans for a model's summary, and what they show. */

/** A window that bounds nothing. */
export const large: PieceOptions = { window: 1_000_000 };

/** The plan of a request to summarise this log. */
export function planOf(log: Log, options = large, changes: Partial<SummaryRequest> = {}) {
	const plan = planPieces(requestOf(log, changes), options);
	assert.ok(plan.kind === 'pieces', plan.kind);
	return plan;
}

/** All of a prompt. */
export function textOf(prompt: Prompt): string {
	return `${prompt.system}\n${prompt.user}`;
}

/** The conversation a piece quotes. */
export function conversationOf(piece: Piece): string {
	return (
		/<precis:conversation>\n([^]*)\n<\/precis:conversation>/.exec(piece.prompt.user)?.[1] ?? ''
	);
}

/** Numbers of the messages a piece shows, calls and their results included. */
export function numbersIn(piece: Piece): number[] {
	const numbers = [...conversationOf(piece).matchAll(/^<precis:m(\d+) /gm)].map(([, digits]) =>
		Number(digits),
	);
	return [...new Set(numbers)];
}

/** A turn: a request, calls with results of this many characters, and an answer. */
export function turn(name: string, calls: number, characters: number, failed = false): Message[] {
	return [
		user(`Request ${name}`),
		...Array.from({ length: calls }, (_, index) => [
			assistant('', call(`${name}-${index}`, 'Bash', { command: `run ${name} ${index}` })),
			failed
				? result(`${name}-${index}`, `${prose(characters)}\nError: broken ${name}`, true)
				: result(`${name}-${index}`, `${name} ${prose(characters, index)}`),
		]).flat(),
		assistant(`Answer ${name}`),
	];
}

/** Turns of calls with results of this many characters. */
export function turns(count: number, calls: number, characters: number): Log {
	return logOf(
		...Array.from({ length: count }, (_, index) => turn(`t${index}`, calls, characters)).flat(),
	);
}
