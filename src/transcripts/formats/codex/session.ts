import { textOf } from '../../../messages/message.ts';
import { CodexCompactions } from './compactions.ts';
import { codexContent } from './content.ts';
import { ItemLog } from './items.ts';
import {
	codexAgentRecord,
	codexCompaction,
	codexEvent,
	codexItem,
	codexMeta,
	codexRecord,
	type CodexRecord,
} from './records.ts';
import { startOfTurns } from './turns.ts';
import { UserRows } from './userRows.ts';
import { contentOf } from '../../building/parts.ts';
import { Session } from '../../building/sessionReader.ts';
import { typeOf } from '../../building/shapes.ts';
import { abandoned } from '../../problems.ts';
import type { PlacedRecord } from '../../bytes/records.ts';

/** Records that tell of settings and surroundings, never of what was said. */
const bookkeeping: readonly string[] = [
	'turn_context',
	'world_state',
	'inter_agent_communication_metadata',
	'token_usage_record',
];

/** Collects a session line by line. */
export class CodexSession extends Session {
	readonly #rows = new UserRows();
	readonly #items = new ItemLog(this.log, this.#rows);
	readonly #compactions = new CodexCompactions(this.log);
	#hasSystem = false;
	#tokens: number | undefined;

	take({ value, line }: PlacedRecord): void {
		const record = codexRecord(value);
		if (record === undefined) {
			this.log.problems.add(line, 'This line is no Codex record; it was left out.');
			return;
		}
		this.#takeRecord(record, line);
	}

	#takeRecord({ type, payload }: CodexRecord, line: number): void {
		switch (type) {
			case 'response_item': {
				const item = codexItem(payload);
				if (item === undefined) {
					this.log.unknown.add(line, typeOf(payload, type));
				} else {
					this.#items.take(item, line);
				}
				return;
			}
			case 'event_msg':
				this.#takeEvent(payload, line);
				return;
			case 'session_meta':
				this.#takeMeta(payload);
				return;
			case 'compacted':
				this.#takeCompaction(payload, line);
				return;
			case 'inter_agent_communication': {
				const said = codexAgentRecord(payload);
				if (said === undefined) {
					this.log.unknown.add(line, type);
				} else {
					this.#items.takeAgentMessage(said, line);
				}
				return;
			}
			default:
				if (!bookkeeping.includes(type)) {
					this.log.unknown.add(line, type);
				}
		}
	}

	/** A session that was resumed tells of itself again, and a fork of its parent: the first counts. */
	#takeMeta(payload: unknown): void {
		const { version, system } = codexMeta(payload);
		this.log.version ??= version;
		if (system !== undefined && !this.#hasSystem) {
			this.#hasSystem = true;
			this.log.system(system);
		}
	}

	#takeEvent(payload: unknown, line: number): void {
		const event = codexEvent(payload);
		switch (event?.type) {
			case 'user_message':
				this.#rows.confirm(event.message);
				return;
			case 'item_completed':
				this.#rows.confirm(textOf(contentOf(codexContent(event.item.content).parts)));
				return;
			case 'thread_rolled_back':
				this.#rollBack(event.num_turns, line);
				return;
			case 'thread_name_updated':
				this.log.title = event.thread_name.trim();
				return;
			case 'token_count':
				this.#tokens = event.info.last_token_usage.total_tokens;
				return;
			case undefined:
		}
	}

	#takeCompaction(payload: unknown, line: number): void {
		const compaction = codexCompaction(payload);
		if (compaction === undefined) {
			this.log.unknown.add(line, 'compacted');
			return;
		}
		this.#items.releaseRows();
		this.#compactions.take(compaction, line, this.#tokens);
	}

	#rollBack(turns: number, line: number): void {
		this.#items.releaseRows();
		const { messages } = this.log;
		const start = startOfTurns(messages, turns);
		const count = messages.length - start;
		if (count > 0) {
			messages.cut(start);
			this.#compactions.cut(start);
			this.log.problems.add(line, abandoned(count));
		}
	}

	override end(): void {
		this.#items.releaseRows();
		this.#compactions.report();
	}
}
