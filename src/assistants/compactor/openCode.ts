import { estimatedTokens } from '../../messages/tokens.ts';
import { TranscriptLog } from '../../transcripts/building/transcriptLog.ts';
import { OpenCodeSession } from '../../transcripts/formats/openCode/session.ts';
import type { TranscriptConversation } from '../../transcripts/reader.ts';
import {
	additions,
	compactSession,
	summaryInstructions,
	type CompactedSession,
	type CompactionInput,
} from './compaction.ts';

/**
 * Compaction inside OpenCode and its fork Kilo: rewrites what is sent before their own compaction would begin. The session
 * stays unchanged.
 */

interface OpenCodePart {
	readonly type: string;
	readonly text?: string;
	readonly synthetic?: boolean;
	readonly callID?: string;
	readonly state?: { readonly status?: string; readonly output?: string };
}

interface OpenCodeMessage {
	readonly info: {
		readonly id: string;
		readonly role: string;
		readonly sessionID: string;
		/** Set on the summary of the assistant's own compaction. */
		readonly summary?: boolean | object;
		readonly model?: { readonly providerID: string; readonly modelID: string };
		readonly tokens?: {
			readonly input: number;
			readonly output: number;
			readonly cache: { readonly read: number; readonly write: number };
		};
	};
	readonly parts: readonly OpenCodePart[];
}

/** The part of OpenCode's client that the plugin uses. */
interface OpenCodeClient {
	readonly session: {
		messages(options: {
			readonly path: { readonly id: string };
		}): Promise<{ readonly data?: readonly OpenCodeMessage[] }>;
		summarize(options: {
			readonly path: { readonly id: string };
			readonly body: { readonly providerID: string; readonly modelID: string };
		}): Promise<{ readonly error?: unknown }>;
	};
	readonly config: {
		providers(): Promise<{
			readonly data?: {
				readonly providers: readonly {
					readonly id: string;
					readonly models: Readonly<
						Record<string, { readonly limit: { readonly context: number } }>
					>;
				}[];
			};
		}>;
	};
}

/** Share of the window at which Precis compacts; OpenCode itself waits until a reply would no longer fit. */
const fullShare = 0.7;

/** A session's latest compaction, which is applied to every later request. */
interface Compaction {
	/** Id of the first message that stays. */
	readonly first: string;
	/** Id of the last message at the time of the compaction. */
	readonly last: string;
	readonly compacted: CompactedSession;
}

/** Shows one line to the user. */
type Show = (message: string) => unknown;

const undoHint = 'The whole session is kept. To go back, fork it at an earlier message with /fork.';

/** The compactor of one process. @param name Name of the session store, as in handles. */
export function sessionsOf(client: OpenCodeClient, name: string, show: Show): OpenCodeCompactor {
	return new OpenCodeCompactor(client, name, show);
}

/** Compacts the sessions of one OpenCode process. */
class OpenCodeCompactor {
	readonly #client: OpenCodeClient;
	readonly #name: string;
	readonly #show: Show;
	readonly #compactions = new Map<string, Compaction>();
	/** The text added after the assistant's own summary, by the id of the summary's message. */
	readonly #appendices = new Map<string, string>();
	/** Id of the user's message to which the latest request belongs, by session. */
	readonly #turns = new Map<string, string>();
	/** Compactions that the model has requested, by session: their focus, and the turn of the request. */
	readonly #requests = new Map<
		string,
		{ readonly focus: string; readonly turn: string | undefined }
	>();
	/** The focus of the assistant's own summary that is being requested, by session. */
	readonly #summaryFocus = new Map<string, string>();

	constructor(client: OpenCodeClient, name: string, show: Show) {
		this.#client = client;
		this.#name = name;
		this.#show = show;
	}

	/** The model requests a compaction: it is made with the user's next message. @returns Whether it is accepted. */
	ask(id: string, focus: string): boolean {
		const isNew = !this.#requests.has(id);
		if (isNew) {
			this.#requests.set(id, { focus, turn: this.#turns.get(id) });
		}
		return isNew;
	}

	/** Removes the model's request after its answer. @returns The focus. */
	#takeFocus(id: string): string | undefined {
		const focus = this.#requests.get(id)?.focus;
		this.#requests.delete(id);
		return focus;
	}

	/** The messages to send in place of these; the same if they fit. */
	async messages(
		all: readonly OpenCodeMessage[],
		hasRecall: boolean,
	): Promise<readonly OpenCodeMessage[]> {
		const latest = all.findLast(({ info }) => info.role === 'user');
		const last = all.at(-1);
		if (latest === undefined || last === undefined) {
			return all;
		}
		const { sessionID, id: turn } = latest.info;
		const known = this.#compactions.get(sessionID);
		this.#turns.set(sessionID, turn);
		const request = this.#requests.get(sessionID);
		const focus =
			request === undefined || request.turn === turn ? undefined : this.#takeFocus(sessionID);
		const sent = known === undefined ? all : (applyCompaction(all, known) ?? all);
		const window = await this.#windowOf(latest);
		if (
			window === undefined ||
			(focus === undefined && tokensOf(sent, all, known) < window * fullShare)
		) {
			return sent;
		}
		const compacted = await this.#compact(sessionID, all, {
			window,
			focus,
			isBetweenTasks: focus !== undefined,
			recallHandle: this.#recallHandleOf(sessionID, hasRecall),
		});
		const first = compacted && all[compacted.start]?.info.id;
		if (compacted === undefined || first === undefined || first === known?.first) {
			return sent;
		}
		const compaction = { compacted, first, last: last.info.id };
		this.#compactions.set(sessionID, compaction);
		this.#show(`Precis: the handoff has your words, and the latest messages stay. ${undoHint}`);
		return applyCompaction(all, compaction) ?? sent;
	}

	/** Starts the assistant's own compaction of an idle session, if the model has requested one. */
	async idle(id: string): Promise<void> {
		const focus = this.#takeFocus(id);
		if (focus === undefined) {
			return;
		}
		const { data = [] } = await this.#client.session.messages({ path: { id } });
		const model = data.findLast(({ info }) => info.role === 'user')?.info.model;
		if (model !== undefined) {
			this.#summaryFocus.set(id, focus);
			const { providerID, modelID } = model;
			const body = { providerID, modelID };
			// Not awaited, because it takes long; the assistant reports failures. If it fails, a later summary must not get its
			// focus.
			const forget = (): boolean => this.#summaryFocus.delete(id);
			void this.#client.session
				.summarize({ path: { id }, body })
				.then(({ error }) => error !== undefined && forget(), forget);
		}
	}

	/** Instructions for the assistant's own summary. */
	async instructions(id: string): Promise<string | undefined> {
		const { data = [] } = await this.#client.session.messages({ path: { id } });
		const focus = this.#summaryFocus.get(id);
		this.#summaryFocus.delete(id);
		const instructions = [summaryInstructions(conversationOf(data)), focus];
		return instructions.filter((text) => text !== undefined).join('\n\n') || undefined;
	}

	/** The messages with the user's words after the latest summary of the assistant. */
	async withWords(
		all: readonly OpenCodeMessage[],
		hasRecall: boolean,
	): Promise<readonly OpenCodeMessage[]> {
		const summary = all.findLast(({ info }) => info.summary === true);
		if (summary === undefined) {
			return all;
		}
		const { id, sessionID } = summary.info;
		const end = all.indexOf(summary) + 1;
		const rest = all.slice(end);
		let appendix = this.#appendices.get(id);
		if (appendix === undefined) {
			const { data = all } = await this.#client.session.messages({ path: { id: sessionID } });
			const before = data.slice(
				0,
				data.findIndex(({ info }) => info.id === id),
			);
			const handle = this.#recallHandleOf(sessionID, hasRecall);
			const staying = rest.map((message) => hostMessage(message).text);
			const window = await this.#windowOf(summary);
			appendix = additions(conversationOf(before), staying, window, handle).join('\n\n');
			this.#appendices.set(id, appendix);
			// If the assistant has already replied, the user has seen this before.
			if (appendix !== '' && rest.every(({ info }) => info.role === 'user')) {
				this.#show(`Precis: your words follow the summary, whole. ${undoHint}`);
			}
		}
		return appendix === ''
			? all
			: [...all.slice(0, end), ...withText(rest, all, `${id}-precis`, appendix)];
	}

	async #compact(
		id: string,
		all: readonly OpenCodeMessage[],
		options: Pick<CompactionInput, 'window' | 'focus' | 'isBetweenTasks' | 'recallHandle'>,
	): Promise<CompactedSession | undefined> {
		const { data = all } = await this.#client.session.messages({ path: { id } });
		return compactSession({
			...options,
			session: conversationOf(data),
			assistant: 'OpenCode',
			trigger: 'automatic',
			hostMessages: all.map(hostMessage),
		});
	}

	#recallHandleOf(id: string, hasRecall: boolean): string | undefined {
		return hasRecall ? `${this.#name}:${id}` : undefined;
	}

	async #windowOf({ info: { model } }: OpenCodeMessage): Promise<number | undefined> {
		const { data } = await this.#client.config.providers();
		const provider = data?.providers.find(({ id }) => id === model?.providerID);
		return provider?.models[model?.modelID ?? '']?.limit.context;
	}
}

/** The session as a conversation, with the message numbers that recall uses. */
function conversationOf(messages: readonly OpenCodeMessage[]): TranscriptConversation {
	const log = new TranscriptLog();
	const session = new OpenCodeSession(log, undefined);
	for (const [index, { info, parts }] of messages.entries()) {
		session.take({ info, parts }, { position: index + 1 });
	}
	session.end();
	return log.conversation();
}

function hostMessage({ info, parts }: OpenCodeMessage) {
	return {
		role: info.role === 'assistant' ? ('assistant' as const) : ('user' as const),
		text: parts
			.flatMap(({ type, text, synthetic }) =>
				type === 'text' && synthetic !== true && text !== undefined ? [text] : [],
			)
			.join('\n'),
		calls: parts.flatMap(({ callID }) => callID ?? []),
	};
}

/** The messages with a compaction applied; undefined if the first message that stays was deleted. */
function applyCompaction(
	all: readonly OpenCodeMessage[],
	{ first, compacted: { handoff, request, results } }: Compaction,
): readonly OpenCodeMessage[] | undefined {
	const start = all.findIndex(({ info }) => info.id === first);
	if (start < 0) {
		return undefined;
	}
	// The messages that follow may answer a request from before the handoff.
	const text = request === undefined ? handoff : `${handoff}\n\n${request}`;
	const kept = all.slice(start).map((message) => withDigests(message, results));
	return withText(kept, all, `${first}-precis`, text);
}

/** The messages after a text in the user's role, which becomes part of the first message if that is the user's. */
function withText(
	messages: readonly OpenCodeMessage[],
	all: readonly OpenCodeMessage[],
	id: string,
	text: string,
): readonly OpenCodeMessage[] {
	const user = all.find(({ info }) => info.role === 'user');
	const [next, ...rest] = messages;
	const part = { ...user?.parts[0], id, type: 'text', text };
	if (next?.info.role === 'user') {
		return [{ ...next, parts: [part, ...next.parts] }, ...rest];
	}
	return user === undefined ? messages : [{ info: user.info, parts: [part] }, ...messages];
}

function withDigests(
	message: OpenCodeMessage,
	results: ReadonlyMap<string, string>,
): OpenCodeMessage {
	const parts = message.parts.map((part) => {
		const output = part.callID === undefined ? undefined : results.get(part.callID);
		return output === undefined || part.state?.status !== 'completed'
			? part
			: { ...part, state: { ...part.state, output } };
	});
	return { ...message, parts };
}

/** The provider's count of the latest request, or our own count of this one, whichever is larger. */
function tokensOf(
	sent: readonly OpenCodeMessage[],
	all: readonly OpenCodeMessage[],
	known: Compaction | undefined,
): number {
	const since = all.slice(all.findIndex(({ info }) => info.id === known?.last) + 1);
	const reported = since.findLast(({ info }) => (info.tokens?.input ?? 0) > 0)?.info.tokens;
	const { input = 0, output = 0, cache } = reported ?? {};
	const counted = sent
		.flatMap(({ parts }) => parts)
		.reduce(
			(sum, { text = '', state }) =>
				sum + estimatedTokens.count(text) + estimatedTokens.count(state?.output ?? ''),
			0,
		);
	return Math.max(counted, input + output + (cache?.read ?? 0) + (cache?.write ?? 0));
}
