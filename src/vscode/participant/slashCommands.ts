import * as vscode from 'vscode';
import type { RecallResult } from '../../conversations/recall/reading.ts';
import type { FoundMessages } from '../../conversations/recall/searching.ts';
import { messageNumber } from '../../messages/marks.ts';
import { abortable } from '../../models/waiting.ts';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import type { ConversationView, ReceiptView } from '../../protocol/conversationView.ts';
import { chatButtons, type ChatCommand } from '../contributions.ts';
import { reversalSentence } from '../conversations/refusals.ts';
import { escaped, fenced } from '../plainText.ts';
import { contextUse } from '../status/contextStatus.ts';
import type { ChatConversations, ChatEntry, ChatMetadata } from './chatConversations.ts';
import { formatSizes, formatUsed, whole } from '../formats.ts';
import type { ParticipantServices } from './chatSetup.ts';

/** A slash command as the user entered it. */
export interface SlashCommand {
	readonly name: ChatCommand;
	/** The text after it. */
	readonly text: string;
	/** The text with its attachments. */
	readonly content: string;
	/** Properties of the chat's requests: which window its conversation has to fit. */
	readonly shape: RequestShape;
}

/** A command with its conversation and its output. */
interface Call {
	readonly view: ConversationView;
	readonly command: SlashCommand;
	readonly stream: vscode.ChatResponseStream;
	readonly signal: AbortSignal;
}

/** Runs a slash command of the chat: on its conversation, or on the one in the panel if it has none yet. */
export async function runSlashCommand(
	services: ParticipantServices,
	chats: ChatConversations,
	command: SlashCommand,
	history: readonly ChatEntry[],
	stream: vscode.ChatResponseStream,
	signal: AbortSignal,
): Promise<vscode.ChatResult> {
	const { active, worker } = services;
	const own = await chats.find(history);
	if (own !== undefined) {
		await worker.call('shape', { id: own.id, shape: command.shape });
	}
	const id = own?.id ?? active.view?.id;
	const view = id === undefined ? undefined : await worker.call('view', { id });
	if (view === undefined) {
		stream.markdown(
			vscode.l10n.t('There is no conversation yet. Send a message, or open a transcript.'),
		);
		return {};
	}
	if (own === undefined) {
		const about = vscode.l10n.t(
			'You have not asked @precis anything in this chat yet. This is about the conversation in the Summary view: **{0}**',
			escaped(view.title),
		);
		stream.markdown(`${about}\n\n`);
		// Another conversation than the chat's is changed only when the user presses the button.
		if (command.name === 'compact') {
			offer(stream, 'compact', vscode.l10n.t('Compact It'), view.id);
			return {};
		}
		if (command.name === 'undo' && view.status.active !== undefined) {
			offer(stream, 'undo', vscode.l10n.t('Undo Its Last Compaction'), view.id);
			return {};
		}
	}
	await commands[command.name]({ view, command, stream, signal }, services);
	if (own === undefined) {
		return {};
	}
	const { messages } = await worker.call('view', { id: own.id });
	return { metadata: { conversation: own.id, messages } satisfies ChatMetadata };
}

const commands: Readonly<
	Record<ChatCommand, (call: Call, services: ParticipantServices) => Promise<void>>
> = {
	compact,
	status: ({ view, stream }) => Promise.resolve(stream.markdown(statusList(view))),
	recall,
	undo,
};

/** Compacts the conversation. A stop ends the turn, but lets the compaction finish. */
async function compact(
	{ view, command, stream, signal }: Call,
	{ compactions, worker, nameOf }: ParticipantServices,
): Promise<void> {
	const { id } = view;
	stream.progress(vscode.l10n.t('Compacting the conversation…'));
	const compaction = compactions.start(id, command.content);
	let isCarriedOut: boolean;
	try {
		isCarriedOut = await abortable(() => compaction, signal);
	} catch {
		// Only the signal rejects: the compaction reports its own end.
		return;
	}
	const after = await worker.call('view', { id });
	if (after.compactions === view.compactions || after.receipt === undefined) {
		const reason = compactions.refusal(id);
		stream.markdown(
			reason === undefined
				? vscode.l10n.t('The conversation was not compacted; nothing was changed.')
				: vscode.l10n.t('Not compacted: {0}', reason),
		);
		return;
	}
	if (!isCarriedOut) {
		const other = vscode.l10n.t(
			'A compaction was already running, without your focus. Write /compact again to use your focus.',
		);
		stream.markdown(`${other}\n\n`);
	}
	stream.markdown(compactionText(after.receipt, nameOf));
	offer(stream, 'showConversation', vscode.l10n.t('Show Summary'), id);
	offer(stream, 'undo', vscode.l10n.t('Undo'), id);
}

/** The result of a compaction, as Markdown. */
function compactionText(receipt: ReceiptView, nameOf: (id: string) => string): string {
	const { messagesBefore, messagesAfter, summariser, range } = receipt;
	const [first, last] = range.map((number) => whole(number));
	const writer = summariser.model === undefined ? summariser.assistant : nameOf(summariser.model);
	const shrunk = vscode.l10n.t(
		'Compacted: {0} → {1} tokens, {2} → {3} messages',
		...formatSizes(receipt, whole),
		whole(messagesBefore),
		whole(messagesAfter),
	);
	const wrote =
		writer === undefined
			? vscode.l10n.t(
					'The built-in summariser wrote the summary of messages {0} to {1}.',
					first ?? '',
					last ?? '',
				)
			: vscode.l10n.t(
					'{0} wrote the summary of messages {1} to {2}.',
					escaped(writer),
					first ?? '',
					last ?? '',
				);
	return `**${shrunk}**\n\n${wrote}`;
}

/** A conversation's status, as a list in Markdown: tables break words in a narrow side bar. */
function statusList(view: ConversationView): string {
	const { id, title, messages, meter, compactions, lookUps, status } = view;
	const { used, percent } = contextUse(meter);
	const size = formatUsed(meter, whole(used));
	const stored = status.kept
		? vscode.l10n.t('yes')
		: vscode.l10n.t('no: lost when the window closes');
	const rows: readonly (readonly [name: string, value: string] | false)[] = [
		[
			vscode.l10n.t('Context'),
			meter.window === undefined || percent === undefined
				? vscode.l10n.t('{0} tokens', size)
				: vscode.l10n.t(
						'{0} of {1} tokens ({2}%)',
						size,
						formatUsed({ isReported: meter.isWindowReported }, whole(meter.window)),
						percent,
					),
		],
		[vscode.l10n.t('Compactions'), whole(compactions)],
		lookUps !== undefined && [
			vscode.l10n.t('Look-ups'),
			vscode.l10n.t('{0}, each another request to the model', whole(lookUps)),
		],
		[vscode.l10n.t('Messages'), whole(messages)],
		[
			vscode.l10n.t('Stored'),
			status.viewed ? vscode.l10n.t('only in its file, until you compact or continue it') : stored,
		],
		[vscode.l10n.t('Handle'), `\`${id}\``],
	];
	return [
		`**${escaped(title) || vscode.l10n.t('Untitled')}**\n`,
		...rows.filter((row) => row !== false).map(([name, value]) => `- ${name}: ${value}`),
	].join('\n');
}

/** A message's number, which may be written as `#41` or `m41`, and a page of its turn. */
const numberPattern = /^[#m]?([1-9]\d{0,8})(?:\s+([1-9]\d{0,5}))?$/i;

/** Maximum length of a search text, characters. */
const maxSearchLength = 1_000;

async function recall(
	{ view: { id }, command, stream }: Call,
	{ worker }: ParticipantServices,
): Promise<void> {
	const typed = command.text.trim();
	const [, number, page] = numberPattern.exec(typed) ?? [];
	if (number !== undefined) {
		const pages = page === undefined ? {} : { page: Number(page) };
		const wanted = { id, anyWorkspace: true, number: Number(number), ...pages };
		stream.markdown(recalledTurn(await worker.call('recall', wanted)));
	} else if (typed !== '') {
		const wanted = { id, anyWorkspace: true, text: typed.slice(0, maxSearchLength) };
		stream.markdown(recalledHits(await worker.call('recallSearch', wanted)));
	} else {
		stream.markdown(
			vscode.l10n.t('Enter the number of a message, or words to search for: `/recall 41`.'),
		);
	}
}

/** The original of a turn, as Markdown. */
function recalledTurn(end: RecallResult): string {
	if (end.kind !== 'recalled') {
		return end.kind === 'not-found'
			? vscode.l10n.t('These messages do not contain the words.')
			: vscode.l10n.t(
					'There is no such message or page. The conversation has {0} messages.',
					end.messages,
				);
	}
	const { from, to, text, page, pages } = end;
	const heading = vscode.l10n.t('Messages {0} to {1}, page {2} of {3}', from, to, page, pages);
	const next =
		page < pages ? [vscode.l10n.t('The next page: `/recall {0} {1}`', from, page + 1)] : [];
	return [`**${heading}**`, fenced(text.trimEnd()), ...next].join('\n\n');
}

/** Search results, as Markdown. */
function recalledHits({ hits, next }: FoundMessages): string {
	if (hits.length === 0) {
		return vscode.l10n.t('No results. Try fewer or different words, or parts of identifiers.');
	}
	const lines = hits.map(
		({ number, passages }) =>
			`- **${messageNumber(number)}** ${escaped(passages.join(' … ').replaceAll(/\s+/g, ' '))}`,
	);
	const hint = vscode.l10n.t('The whole turn: `/recall` with its number.');
	const more =
		next === undefined
			? []
			: [vscode.l10n.t('There are more results. Add words to narrow the search.')];
	return [lines.join('\n'), [hint, ...more].join(' ')].join('\n\n');
}

async function undo(
	{ view: { id }, stream }: Call,
	{ worker }: ParticipantServices,
): Promise<void> {
	const result = await worker.call('undoCompaction', { id });
	if (result.kind === 'refused') {
		stream.markdown(reversalSentence(result.reason));
		return;
	}
	const undone = vscode.l10n.t('The last compaction is undone.');
	stream.markdown(`${undone}\n\n${statusList(await worker.call('view', { id }))}`);
	offer(stream, 'showConversation', vscode.l10n.t('Show Summary'), id);
}

/** Adds a button below an answer. @param id Argument of its command: the conversation's id. */
function offer(
	stream: vscode.ChatResponseStream,
	name: keyof typeof chatButtons,
	title: string,
	id: string,
): void {
	stream.button({ command: chatButtons[name], title, arguments: [id] });
}
