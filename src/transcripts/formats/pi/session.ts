import { isBlank, type Part, type UserMessage } from '../../../messages/message.ts';
import { reportUnknownBlocks } from '../../building/anthropicBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { blocksOf, piMessage, type PiBlock, type PiEntry, type PiMessage } from './records.ts';

/** Kinds of line that hold nothing of the conversation. */
const bookkeeping: readonly string[] = [
	'session',
	'model_change',
	'thinking_level_change',
	'label',
	'usage',
	/** What an extension keeps for itself. */
	'custom',
	/** Replaces something in the context only; the log has it as it was. */
	'context_edit',
];

/** Copies of replies for the channel they went to, which OpenClaw keeps from the model. */
const mirrors: readonly unknown[] = ['delivery-mirror', 'gateway-injected'];

/** What introduces the summary of a branch to the model. */
const branchIntroduction =
	'The following is a summary of a branch that this conversation came back from:';

function isMirror({ provider, model }: PiMessage): boolean {
	return provider === 'openclaw' && mirrors.includes(model);
}

/** A command that the person ran, in the words in which Pi tells the model of it. */
function commandText({ command, output, exitCode, cancelled }: PiMessage): string {
	const said = output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``;
	const failed = typeof exitCode === 'number' && exitCode !== 0;
	const code = failed ? `\n\nCommand exited with code ${exitCode}` : '';
	const end = cancelled === true ? '\n\n(command cancelled)' : code;
	return `Ran \`${command}\`\n${said}${end}`;
}

function partOf(block: PiBlock): Part | undefined {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text };
		case 'image':
			return {
				type: 'image',
				mediaType: block.mimeType,
				url: `data:${block.mimeType};base64,${block.data}`,
			};
		case 'unknown':
			// A mark instead of nothing: the model saw something here.
			return { type: 'text', text: `[${block.name}]` };
		case 'toolCall':
		case 'thinking':
			return undefined;
	}
}

/** Puts the log of a session together, entry by entry along its path. */
export class PiSession {
	readonly #log: TranscriptLog;
	/** Messages before the entries that compactions keep from. */
	readonly #starts = new Map<number, number>();

	constructor(log: TranscriptLog) {
		this.#log = log;
	}

	/** Remembers where the entry at this position begins, because a compaction keeps from there. */
	keepFrom(index: number): void {
		this.#starts.set(index, this.#log.messages.length);
	}

	take(entry: PiEntry, line: number): void {
		switch (entry.type) {
			case 'message':
				this.#takeMessage(entry.message, line);
				return;
			case 'custom_message':
				this.#add(this.#parts(entry.content, line), 'client');
				return;
			case 'branch_summary':
				this.#addBranchSummary(entry.summary);
				return;
			case 'session_info':
				this.#log.title = entry.name ?? this.#log.title;
				return;
			default:
				if (!bookkeeping.includes(entry.type)) {
					this.#log.unknown.add(line, entry.type);
				}
		}
	}

	/** @param kept Position of the first entry that was kept; `undefined` when none was. */
	compacted({ summary, tokensBefore, timestamp }: PiEntry, kept: number | undefined): void {
		const at = this.#log.messages.length;
		const end = (kept === undefined ? undefined : this.#starts.get(kept)) ?? at;
		if (typeof summary === 'string' && summary.trim() !== '') {
			this.#log.compacted({ end, at, summary, tokensBefore, time: Date.parse(timestamp ?? '') });
		}
	}

	#takeMessage(value: unknown, line: number): void {
		const message = piMessage(value);
		if (message === undefined) {
			this.#log.problems.add(line, 'This line is a message without a role; it was left out.');
			return;
		}
		switch (message.role) {
			case 'user':
				this.#add(this.#parts(message.content, line));
				return;
			case 'custom':
			case 'hookMessage':
				this.#add(this.#parts(message.content, line), 'client');
				return;
			case 'system':
				this.#log.system(contentOf(this.#parts(message.content, line)));
				return;
			case 'bashExecution':
				if (message.excludeFromContext !== true) {
					this.#add([{ type: 'text', text: commandText(message) }], 'client');
				}
				return;
			case 'branchSummary':
				this.#addBranchSummary(message.summary);
				return;
			case 'compactionSummary':
				this.#add([{ type: 'text', text: message.summary ?? '' }], 'summary');
				return;
			case 'assistant':
				this.#takeReply(message, line);
				return;
			case 'toolResult':
				this.#takeResult(message, line);
				return;
			default:
				this.#log.unknown.add(line, `message of ${message.role}`);
		}
	}

	#takeReply(message: PiMessage, line: number): void {
		if (isMirror(message)) {
			return;
		}
		this.#log.assistant(this.#parts(message.content, line));
		for (const block of blocksOf(message.content) ?? []) {
			if (block.type === 'toolCall') {
				const { id, name } = block;
				this.#log.call({ id, name, arguments: JSON.stringify(block.arguments) });
			}
		}
	}

	#takeResult({ toolCallId, content, isError }: PiMessage, line: number): void {
		const result = { toolCallId, content: contentOf(this.#parts(content, line)) };
		this.#log.result(typeof isError === 'boolean' ? { ...result, isError } : result, line);
	}

	#addBranchSummary(summary: string | null | undefined): void {
		if (typeof summary === 'string' && summary !== '') {
			const text = `${branchIntroduction}\n\n<summary>\n${summary}</summary>`;
			this.#add([{ type: 'text', text }], 'summary');
		}
	}

	#add(parts: readonly Part[], origin?: UserMessage['origin']): void {
		const content = contentOf(parts);
		if (!isBlank(content)) {
			this.#log.user(content, origin);
		}
	}

	#parts(content: unknown, line: number): readonly Part[] {
		const blocks = blocksOf(content ?? []);
		if (blocks === undefined) {
			this.#log.problems.add(line, 'This line is a message without readable content.');
			return [];
		}
		const unknown = blocks.flatMap((block) => (block.type === 'unknown' ? [block.name] : []));
		reportUnknownBlocks(unknown, line, this.#log.problems);
		return blocks.map((block) => partOf(block)).filter((part) => part !== undefined);
	}
}
