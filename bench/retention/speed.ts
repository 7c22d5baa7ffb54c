import { estimatedTokens, logEntry, messageLength } from '../../src/messages/tokens.ts';
import { summariseBuiltIn } from '../../src/summary/extractive/extractive.ts';
import { longConversation } from '../longConversation.ts';
import { requestOf } from './methods/builtIn.ts';
import { tailTokens, wholeCut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/** Processor time of one built-in summary, milliseconds per million characters. */
export interface Speed {
	readonly name: string;
	readonly megabytes: number;
	readonly msPerMegabyte: number;
}

const runs = 7;
const budget = 8_000;

/** A made-up long conversation, which is there on every machine. */
export function longSession(): Session {
	const log = longConversation(10_000).map((message) => logEntry(message, estimatedTokens));
	return { name: 'made-up, 10,000 messages', group: 'own', stretches: [{ log }] };
}

/** The median of some runs; processor time, so that other work on the machine does not count. */
export function speedOf({ name, stretches }: Session): Speed {
	const [stretch = { log: [] }] = stretches.toSorted((a, b) => b.log.length - a.log.length);
	const cut = wholeCut(stretch, tailTokens);
	const request = requestOf(cut, budget, estimatedTokens);
	const megabytes = cut.log.reduce((sum, { message }) => sum + messageLength(message), 0) / 1e6;
	const times: number[] = [];
	for (let run = 0; run <= runs; run += 1) {
		const before = process.cpuUsage();
		summariseBuiltIn(request);
		times.push(process.cpuUsage(before).user / 1_000);
	}
	const sorted = times.slice(1).sort((a, b) => a - b);
	return { name, megabytes, msPerMegabyte: (sorted[Math.floor(runs / 2)] ?? 0) / megabytes };
}
