import { pi } from '../../transcripts/formats/pi/pi.ts';
import { textOf } from '../../messages/message.ts';
import type { Prompt } from '../../summary/prompt.ts';
import { sourceOf } from '../../transcripts/bytes/content.ts';
import { compactSession } from './compaction.ts';
import { startOfTail } from './hostMessages.ts';

/** Pi's compaction: a summary, and the first entry of the session that stays. */

interface PiEntry {
	readonly id: string;
	readonly type: string;
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

/** What Pi is about to compact. */
interface PiCompaction {
	readonly branchEntries: readonly PiEntry[];
	readonly preparation: { readonly tokensBefore: number };
	readonly customInstructions?: string;
	readonly reason: string;
	readonly signal: AbortSignal;
}

/** The part that the plugin uses. */
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

/** @returns Undefined: Pi does it itself. @throws What Pi's model throws, or if its summary is not acceptable. */
export async function compact<Model>(
	{ branchEntries, preparation, customInstructions, reason, signal }: PiCompaction,
	{ model, sessionManager, modelRegistry }: PiContext<Model>,
	{ way, hasRecall }: { readonly way: string; readonly hasRecall: boolean },
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
		return wordsOf(reply.content);
	};
	const file = sessionManager.getSessionFile()?.split(/[\\/]/).at(-1)?.replace('.jsonl', '');
	const compacted =
		session &&
		(await compactSession({
			session,
			assistant: pi.label,
			trigger: reason === 'manual' ? 'manual' : 'automatic',
			...(customInstructions === undefined ? {} : { focus: customInstructions }),
			...(hasRecall && file !== undefined ? { recallHandle: `pi:${file}` } : {}),
			...(model?.contextWindow === undefined ? {} : { window: model.contextWindow }),
			...(way === 'model' ? { ask } : {}),
		}));
	if (compacted === undefined) {
		return undefined;
	}
	const { handoff, request, log, tail } = compacted;
	const spoken = branchEntries.filter(
		({ type, message }) => type === 'message' && message !== undefined,
	);
	const start = startOfTail(log, tail, spoken.map(shown));
	const first = start === undefined ? undefined : spoken[start];
	return first === undefined
		? undefined
		: {
				compaction: {
					// The conversation continues after its last line.
					summary: request === undefined ? handoff : `${handoff}\n\n${request}`,
					firstKeptEntryId: first.id,
					tokensBefore: preparation.tokensBefore,
					details: { by: 'precis' },
				},
			};
}

function shown({ message }: PiEntry) {
	const { role = '', content = '' } = message ?? {};
	const blocks = typeof content === 'string' ? [] : content;
	return {
		role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
		text: role === 'toolResult' ? '' : typeof content === 'string' ? content : wordsOf(content),
		calls: blocks.flatMap(({ type, id }) => (type === 'toolCall' && id !== undefined ? [id] : [])),
	};
}

function wordsOf(blocks: readonly PiBlock[]): string {
	return textOf(
		blocks.flatMap(({ type, text }) =>
			type === 'text' && text !== undefined ? [{ type: 'text' as const, text }] : [],
		),
	);
}
