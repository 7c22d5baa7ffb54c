import type { Message, ToolCall } from '../../../src/messages/message.ts';
import { prose } from '../logs.ts';
import { randomFrom } from '../random.ts';
import type { ScriptedReply } from './scriptedReply.ts';

/** How an agent reaches its model. */
export interface AgentModel {
	/** @param signal The person pressed Stop. */
	ask(system: string, history: readonly Message[], signal: AbortSignal): Promise<ScriptedReply>;
}

/** What a session is told at its beginning, and must not get lost. */
interface PlantedFact {
	/** As the person says it. */
	readonly said: string;
	/** The part of it that is found nowhere else. */
	readonly token: string;
}

/** What a run came to. */
export interface AgentRun {
	readonly sessions: readonly AgentSession[];
	readonly turns: number;
	readonly requests: number;
	readonly stops: number;
	readonly rewinds: number;
	readonly edits: number;
}

/** One conversation of an agent: it keeps the history itself and sends all of it with every request. */
class AgentSession {
	readonly facts: readonly PlantedFact[];
	readonly system: string;
	history: Message[] = [];
	turns = 0;

	constructor(number: number) {
		const token = (name: string): string =>
			`${name}-${number}${(number * 7_919 + 48_213) % 90_000}`;
		this.system = `You are agent ${number}. Work in small steps.`;
		this.facts = [
			{ said: 'The staging server listens on', token: token('port') },
			{ said: 'Never edit anything under', token: `src/${token('legacy')}` },
			{ said: 'The ticket for all of this is', token: token('OPS') },
		].map(({ said, token: fact }) => ({ said: `${said} ${fact}.`, token: fact }));
	}

	/** What the person says next. */
	request(rounds: number, size: number): string {
		const fact = this.facts[this.turns]?.said ?? '';
		const file = `src/part${this.turns % 9}/module${this.turns}.ts`;
		return `${fact} Please improve step ${this.turns}. ${prose(size, this.turns)} [${rounds} rounds on ${file}]`;
	}
}

/** Turns of the beginning that nothing is taken back from: the facts are planted there. */
const plantingTurns = 4;

export interface AgentScript {
	readonly seed: number;
	readonly sessions: number;
	readonly turns: number;
}

/**
 * An agent that works in several sessions at once, calls tools, and whose person edits, rewinds and
 * stops. The same seed does the same.
 */
export async function runAgent(model: AgentModel, script: AgentScript): Promise<AgentRun> {
	const random = randomFrom(script.seed);
	const sessions = Array.from(
		{ length: script.sessions },
		(_, number) => new AgentSession(number + 1),
	);
	const counts = { turns: 0, requests: 0, stops: 0, rewinds: 0, edits: 0 };

	async function ask(session: AgentSession, signal: AbortSignal): Promise<ScriptedReply> {
		counts.requests += 1;
		return model.ask(session.system, session.history, signal);
	}

	/** One request of the person up to its answer. @param stopAfter Rounds after which it is stopped. */
	async function turn(session: AgentSession, stopAfter = Infinity): Promise<void> {
		const rounds = 1 + Math.floor(random() * 3);
		const content = session.request(rounds, Math.floor(random() * 400));
		session.history.push({ role: 'user', content });
		session.turns += 1;
		counts.turns += 1;
		for (let round = 0; ; round += 1) {
			const controller = new AbortController();
			const reply = ask(session, controller.signal);
			if (round >= stopAfter) {
				counts.stops += 1;
				controller.abort();
				await reply.catch(() => undefined);
				return;
			}
			const { text, toolCalls } = await reply;
			session.history.push(
				toolCalls.length === 0
					? { role: 'assistant', content: text }
					: { role: 'assistant', content: text, toolCalls },
			);
			if (toolCalls.length === 0) {
				return;
			}
			if (round === stopAfter - 1 && random() < 0.5) {
				// Stopped while the tools were running: their results never come.
				counts.stops += 1;
				return;
			}
			session.history.push(...toolCalls.map((call) => resultOf(call, random)));
		}
	}

	function isPlanted(session: AgentSession): boolean {
		return session.turns > plantingTurns;
	}

	for (let number = 0; counts.turns < script.turns; number += 1) {
		const session = sessions[number % sessions.length];
		if (session === undefined) {
			break;
		}
		const dice = isPlanted(session) ? random() : 1;
		if (dice < 0.06) {
			counts.rewinds += 1;
			rewind(session, 1 + Math.floor(random() * 3));
		} else if (dice < 0.12) {
			counts.edits += 1;
			rewind(session, 1);
		}
		const isStopped = isPlanted(session) && random() < 0.1;
		// Sessions work at the same time: every other turn is not waited for alone.
		const other = sessions[(number + 1) % sessions.length];
		const mine = turn(session, isStopped ? Math.floor(random() * 3) : undefined);
		await (number % 2 === 0 && other !== undefined && other !== session
			? Promise.all([mine, turn(other)])
			: mine);
	}
	return { sessions, ...counts };
}

/** Takes back the last requests of the person and all that followed, but not the facts. */
function rewind(session: AgentSession, turns: number): void {
	const starts = session.history.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
	const at = starts.at(-Math.min(turns, Math.max(1, starts.length - plantingTurns)));
	session.history = session.history.slice(0, at);
}

function resultOf(call: ToolCall, random: () => number): Message {
	const size = 200 + Math.floor(random() * 2_400);
	const failed = random() < 0.15;
	const text = `${call.name} ${call.arguments}\n${prose(size, Math.floor(random() * 1_000))}`;
	return {
		role: 'tool',
		toolCallId: call.id,
		content: failed ? `${text}\nError: exit code 1` : text,
	};
}
