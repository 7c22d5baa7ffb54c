import { basename } from 'node:path';
import { textOf } from '../../../messages/message.ts';
import { anthropicContent } from '../../building/anthropicBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import type { ProblemList } from '../../problems.ts';
import type { TranscriptSource } from '../../reader.ts';
import { readSidecar } from './readSidecar.ts';
import { anthropicBlocks, taskMessage } from './records.ts';

/** What Cline keeps beside a session about its compaction. */
export interface ClineCompaction {
	readonly summary: string;
	/** Saved messages there were when it was made. */
	readonly messages: number;
	/** Of those, the newest that stayed as they were. */
	readonly kept: number;
	/** Of the session it was made for, where it tells. */
	readonly conversation: string | undefined;
}

/** The words that introduce a summary to the model. */
const introduction = /^\s*Context summary:\s*/;

/** The name of another file of a session, by the name of the one with its messages. */
export function besideMessages(source: TranscriptSource, ending: string): string | undefined {
	const name = basename(source.name);
	return name.endsWith('.messages.json') ? name.replace(/\.messages\.json$/, ending) : undefined;
}

/** The compaction beside a session; `undefined` when there is none, or one that cannot be read. */
export async function clineCompaction(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<ClineCompaction | undefined> {
	const name = besideMessages(source, '.compaction.json');
	let summary: string | undefined;
	let kept = 0;
	const take = (value: unknown): void => {
		const message = taskMessage(value);
		if (message?.metadata?.kind === 'compaction_summary') {
			const content = anthropicContent(anthropicBlocks(message.content));
			const text = textOf(contentOf(content?.parts ?? [])).replace(introduction, '');
			summary = message.metadata.summary ?? text;
			kept = 0;
		} else {
			kept += 1;
		}
	};
	const options = { listKeys: ['messages'], take, problems, signal };
	const fields = name === undefined ? undefined : await readSidecar(source, name, options);
	const messages = fields?.get('source_message_count');
	const conversation = fields?.get('conversation_id');
	return summary === undefined || typeof messages !== 'number'
		? undefined
		: {
				summary,
				messages,
				kept,
				conversation: typeof conversation === 'string' ? conversation : undefined,
			};
}
