import * as v from 'valibot';
import * as vscode from 'vscode';
import type { RecallEnd, RecallHits } from '../../conversations/service/recall.ts';
import { messageNumber } from '../../messages/marks.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { signalOf } from '../worker/interrupts.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { hostApi } from '../hostApi.ts';

/** The tool's name in package.json. */
export const recallToolName = 'precis_recall';

const whole = (minimum: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(minimum));
/** A message's number: bare, or as handoffs, and those of earlier versions, write it. */
const messageNumberGiven = v.union([
	whole(1),
	v.pipe(
		v.string(),
		v.trim(),
		v.regex(/^[#m]?[1-9]\d{0,8}$/i),
		v.transform((text) => Number(text.replace(/^\D/, ''))),
	),
]);
const handle = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

/** A model's input is untrusted like any other text of its: VS Code checks it, other callers may not. */
const inputSchema = v.union([
	v.strictObject({ handle, number: messageNumberGiven, page: v.exactOptional(whole(1)) }),
	v.strictObject({
		handle,
		query: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000)),
		from: v.exactOptional(whole(0)),
	}),
]);

/** Gives a model the originals of what was summarised: redacted, in pages below 8 KiB. */
export class RecallTool implements vscode.LanguageModelTool<unknown> {
	readonly #conversations: Pick<Conversations, 'ask'>;

	constructor(conversations: Pick<Conversations, 'ask'>) {
		this.#conversations = conversations;
	}

	prepareInvocation(
		options: vscode.LanguageModelToolInvocationPrepareOptions<unknown>,
	): vscode.PreparedToolInvocation {
		const input = v.safeParse(inputSchema, options.input);
		if (!input.success) {
			return { invocationMessage: vscode.l10n.t('Looking into the archive') };
		}
		return {
			invocationMessage:
				'query' in input.output
					? vscode.l10n.t('Searching the archive for "{0}"', input.output.query)
					: vscode.l10n.t('Fetching message {0} from the archive', input.output.number),
		};
	}

	/** @throws With what a model can do about it, when input or handle are not right. */
	async invoke(
		options: vscode.LanguageModelToolInvocationOptions<unknown>,
		token: vscode.CancellationToken,
	): Promise<vscode.LanguageModelToolResult> {
		const parsed = v.safeParse(inputSchema, options.input);
		if (!parsed.success) {
			throw new Error('Give the handle, and either "number" or "query".');
		}
		const turn = signalOf(token);
		try {
			const text = await this.#answer(parsed.output, turn.signal);
			return new hostApi.LanguageModelToolResult([new hostApi.LanguageModelTextPart(text)]);
		} catch (error) {
			if (WorkerError.is(error, workerCodes.unknownConversation)) {
				throw new Error(
					'No conversation of this workspace has this handle. precis_status lists those there are.',
					{ cause: error },
				);
			}
			throw error;
		} finally {
			turn.dispose();
		}
	}

	async #answer(input: v.InferOutput<typeof inputSchema>, signal: AbortSignal): Promise<string> {
		if ('query' in input) {
			const { handle: id, query: text, from } = input;
			const search = { id, text, anyWorkspace: false, ...(from === undefined ? {} : { from }) };
			return hitsText(await this.#conversations.ask('recallSearch', search, { signal }), from ?? 0);
		}
		const { handle: id, number, page } = input;
		const wanted = { id, number, anyWorkspace: false, ...(page === undefined ? {} : { page }) };
		return turnText(await this.#conversations.ask('recall', wanted, { signal }));
	}
}

/** For models: not translated. */
function turnText(end: RecallEnd): string {
	if (end.kind === 'not-there') {
		return `There is no such message or page. The conversation has ${end.messages} messages.`;
	}
	const { from, to, text, page, pages } = end;
	const more = page < pages ? `\n[Page ${page} of ${pages}. Next: page ${page + 1}.]` : '';
	return `Messages ${from} to ${to}, page ${page} of ${pages}:\n\n${text}${more}`;
}

function hitsText({ hits, next }: RecallHits, from: number): string {
	if (hits.length === 0) {
		return from === 0
			? 'Nothing matches. Try fewer or other words, or parts of identifiers.'
			: 'There are no more hits.';
	}
	const lines = hits.map(
		({ number, excerpt }) => `${messageNumber(number)}: ${excerpt.replaceAll('\n', ' ')}`,
	);
	return [...lines, ...(next === undefined ? [] : [`[More: from ${next}.]`])].join('\n');
}
