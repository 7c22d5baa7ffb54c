import { pi } from '../../transcripts/formats/pi/pi.ts';
import { textOf } from '../../messages/message.ts';
import { assembleModelSummary } from '../../summary/assembly.ts';
import { planPieces } from '../../summary/pieces.ts';
import type { Prompt } from '../../summary/prompt.ts';
import { checkReply } from '../../summary/replyCheck.ts';
import type { SummaryDraft, SummaryRequest } from '../../summary/summariser.ts';
import type { CompactionSettings } from '../../compaction/budgets.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { sourceOf } from '../../transcripts/bytes/content.ts';
import { betweenTasks, type RecentRequests } from './betweenTasks.ts';
import { compactSession } from './compaction.ts';

/** Compaction inside Pi, which takes a summary and the id of the first entry that stays. */

interface PiEntry {
	readonly id: string;
	readonly type: string;
	readonly timestamp: string;
	readonly message?: {
		readonly role: string;
		readonly content: string | readonly PiBlock[];
	};
}

interface PiBlock {
	readonly type: string;
	readonly text?: string;
	readonly id?: string;
}

/** The compaction that Pi is about to make. */
interface PiCompaction {
	readonly branchEntries: readonly PiEntry[];
	readonly preparation: { readonly tokensBefore: number };
	readonly customInstructions?: string;
	readonly reason: string;
	readonly signal: AbortSignal;
}

/** The part of Pi's context that the plugin uses. */
interface PiContext<Model> {
	readonly model?: Model & { readonly contextWindow?: number };
	readonly sessionManager: { getSessionId(): string; getSessionFile(): string | undefined };
	readonly modelRegistry: {
		complete(
			model: Model,
			request: object,
			options: object,
		): Promise<{ readonly content: readonly PiBlock[] }>;
	};
}

/**
 * Makes a compaction in Pi's format. @returns Undefined: Pi compacts the session itself.
 * @throws The error of Pi's model, or if the model's summary is not acceptable.
 */
export async function compact<Model>(
	{ branchEntries, preparation, customInstructions, reason, signal }: PiCompaction,
	{ model, sessionManager, modelRegistry }: PiContext<Model>,
	{
		way,
		hasRecall,
		isBetweenTasks,
	}: { readonly way: string; readonly hasRecall: boolean; readonly isBetweenTasks: boolean },
): Promise<{ readonly compaction: object } | undefined> {
	const header = { type: 'session', version: 3, id: sessionManager.getSessionId(), cwd: '/' };
	const text = [header, ...branchEntries].map((entry) => JSON.stringify(entry)).join('\n');
	const [session] = (await pi.read(sourceOf('session.jsonl', new TextEncoder().encode(text))))
		.conversations;
	const ask = async ({ system, user, maxOutputTokens }: Prompt): Promise<string> => {
		if (model === undefined) {
			throw new Error('Pi has no model.');
		}
		const content = [{ type: 'text', text: user }];
		const reply = await modelRegistry.complete(
			model,
			{ systemPrompt: system, messages: [{ role: 'user', content, timestamp: Date.now() }] },
			{ maxTokens: maxOutputTokens, signal, cacheRetention: 'none' },
		);
		return textOfBlocks(reply.content);
	};
	const file = sessionManager.getSessionFile()?.split(/[\\/]/).at(-1)?.replace('.jsonl', '');
	const messageEntries = branchEntries.filter(
		({ type, message }) => type === 'message' && message !== undefined,
	);
	const compacted =
		session &&
		(await compactSession({
			session,
			assistant: pi.label,
			trigger: reason === 'manual' ? 'manual' : 'automatic',
			hostMessages: messageEntries.map(hostMessage),
			isBetweenTasks,
			focus: customInstructions,
			recallHandle: hasRecall && file !== undefined ? `pi:${file}` : undefined,
			window: model?.contextWindow,
			write: way === 'model' ? (request, settings) => summaryBy(ask, request, settings) : undefined,
		}));
	return (
		compacted && {
			compaction: {
				// Ends with the request, because the conversation continues after it.
				summary: [compacted.handoff, compacted.request ?? []].flat().join('\n\n'),
				firstKeptEntryId: messageEntries[compacted.start]?.id,
				tokensBefore: preparation.tokensBefore,
				details: { by: 'precis' },
			},
		}
	);
}

async function summaryBy(
	ask: (prompt: Prompt) => Promise<string>,
	request: SummaryRequest,
	{ window }: CompactionSettings,
): Promise<SummaryDraft> {
	const plan = planPieces(request, { window, maxPieces: 1 });
	const [piece] = plan.kind === 'pieces' ? plan.pieces : [];
	if (piece === undefined) {
		throw new Error('The window of the model is too small for a summary.');
	}
	const checked = checkReply({ content: await ask(piece.prompt) }, request);
	if (checked.kind === 'rejected') {
		throw new Error(`The model's summary was rejected: ${checked.problem.reason}.`);
	}
	return assembleModelSummary(checked.summary, request);
}

/** Pi's session while no task is running. */
interface IdlePi {
	readonly model?: {
		readonly id: string;
		/** How long the provider caches a prompt, seconds. */
		readonly promptCache?: { readonly short?: number };
	};
	readonly sessionManager: { getBranch(): readonly PiEntry[] };
	getContextUsage(): { readonly tokens: number | null; readonly contextWindow: number } | undefined;
	getSystemPrompt(): string;
}

/** When to compact a session of Pi while no task is active. @param isResumed Whether an earlier process started it. */
export function idleCompaction(way: 'model' | 'at-once', isResumed: boolean) {
	const idle = betweenTasks(way, false);
	let needsRestore = isResumed;
	let latest: string | undefined;
	return {
		/** Milliseconds until the compaction; undefined: not before the next task. @param tools The tools of the model. */
		async delayFor(host: IdlePi, tools: readonly object[]): Promise<number | undefined> {
			const { tokens = null, contextWindow: window } = host.getContextUsage() ?? {};
			if (tokens === null || window === undefined) {
				return undefined;
			}
			const { model } = host;
			const branch = host.sessionManager.getBranch();
			const fixed = estimatedTokens.count(host.getSystemPrompt() + JSON.stringify(tools));
			const session = {
				tokens,
				fixed,
				window,
				...(model === undefined ? {} : { model: model.id }),
			};
			// The session was resumed, or the user went back to before the latest compaction.
			if (needsRestore || (latest !== undefined && !branch.some(({ id }) => id === latest))) {
				needsRestore = false;
				latest = undefined;
				idle.restored(session);
			}
			const life = model?.promptCache?.short;
			const requests = (): Promise<RecentRequests | undefined> =>
				Promise.resolve(requestsIn(branch, life === undefined ? undefined : life * 1_000));
			return idle.delayFor(session, requests, Date.now());
		},
		/** Call it when a compaction has ended. */
		compacted(
			{ id, tokensBefore }: { readonly id: string; readonly tokensBefore: number },
			trigger: 'manual' | 'automatic',
		): void {
			latest = id;
			idle.compacted(tokensBefore, trigger);
		},
	};
}

/** The requests since the latest compaction; undefined: there were none. */
function requestsIn(
	branch: readonly PiEntry[],
	cacheLifetimeMs: number | undefined,
): RecentRequests | undefined {
	const recent = branch.slice(branch.findLastIndex(({ type }) => type === 'compaction') + 1);
	const isReply = ({ message }: PiEntry): boolean => message?.role === 'assistant';
	const last = recent.findLastIndex(isReply);
	// The last message of the latest request.
	const sent = recent.slice(0, last).findLast(({ message }) => message !== undefined);
	return sent === undefined
		? undefined
		: {
				count: recent.filter(isReply).length,
				latestAt: Date.parse(sent.timestamp),
				...(cacheLifetimeMs === undefined ? {} : { cacheLifetimeMs }),
			};
}

function hostMessage({ message }: PiEntry) {
	const { role = '', content = '' } = message ?? {};
	const blocks = typeof content === 'string' ? [] : content;
	return {
		role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
		text:
			role === 'toolResult' ? '' : typeof content === 'string' ? content : textOfBlocks(content),
		calls: blocks.flatMap(({ type, id }) => (type === 'toolCall' && id !== undefined ? [id] : [])),
	};
}

function textOfBlocks(blocks: readonly PiBlock[]): string {
	return textOf(
		blocks.flatMap(({ type, text }) =>
			type === 'text' && text !== undefined ? [{ type: 'text' as const, text }] : [],
		),
	);
}
