import { randomUUID } from 'node:crypto';
import type { Message } from '../../messages/message.ts';
import { countMessage, estimatedTokens } from '../../messages/tokens.ts';
import { chained, emptyChain } from './chain.ts';
import { type Connection, numberIn, optionalNumberIn } from './connection.ts';
import { inheritedRecords } from './inheritance.ts';
import { indexMessage, insertSpan, nodesOf, type Span } from './nodes.ts';
import { recordsOf } from './records.ts';
import { open } from './schema.ts';
import { freshState } from './state.ts';

/** Closes the gaps of a salvaged database. All of it runs inside a transaction of the caller's. */

/** The title of a conversation whose own row was lost. */
const recoveredTitle = 'Recovered conversation';

/** The spans of a log that ends on a branch, as the parents of its nodes tell them. */
export function spansOfBranch(connection: Connection, branch: number, last: number): Span[] {
	const root = connection.get(
		'select number, parent from node where branch = ? order by number limit 1',
		branch,
	);
	const parent = connection.get(
		'select branch, number from node where id = ?',
		root === undefined ? 0 : numberIn(root, 'parent'),
	);
	return root === undefined || parent === undefined
		? [{ branch, first: 1, last }]
		: [
				...spansOfBranch(connection, numberIn(parent, 'branch'), numberIn(parent, 'number')),
				{ branch, first: numberIn(root, 'number'), last },
			];
}

/** Gives nodes that belong to nobody a conversation: its own row was lost. */
export function adoptOrphans(connection: Connection, nowMs: number): void {
	const branches = connection.all(
		`select distinct branch from node n where not exists (select 1 from span s
			where s.branch = n.branch and n.number between s.first and s.last)
		and not exists (select 1 from conversation where key = n.branch)`,
	);
	for (const row of branches) {
		const branch = numberIn(row, 'branch');
		connection.run(
			`insert into conversation (key, id, title, source, created, updated,
			messages, tokens, bytes, leaf, state)
			select ?, ?, ?, 'precis', ?, ?, max(number), 0, sum(octet_length(message)), 0, ?
			from node where branch = ?`,
			branch,
			randomUUID(),
			recoveredTitle,
			nowMs,
			nowMs,
			JSON.stringify(freshState),
			branch,
		);
		for (const span of spansOfBranch(connection, branch, open)) {
			insertSpan(connection, branch, span);
		}
	}
}

/**
 * Fills a log's gaps with notes, so that numbers stay what they were; forgets records that speak of
 * messages behind its end. @returns Messages that are missing.
 */
export function mend(connection: Connection, key: number): number {
	const row = connection.get('select messages, active from conversation where key = ?', key) ?? {};
	const spans = connection
		.all('select branch, first, last from span where conversation = ? order by first', key)
		.map((span) => ({
			branch: numberIn(span, 'branch'),
			first: numberIn(span, 'first'),
			last: numberIn(span, 'last'),
		}));
	const end = spans.reduce((most, span) => Math.max(most, endOf(connection, span)), 0);
	const listed = numberIn(row, 'messages');
	let lost = Math.max(0, listed - end);
	for (const span of spans) {
		for (const number of missingIn(connection, span, end)) {
			insertNote(connection, key, span.branch, number);
			lost += 1;
		}
	}
	const active = optionalNumberIn(row, 'active');
	const keptActive = keepRecords(connection, key, active, end);
	connection.run(
		`update conversation set messages = ?, active = ?,
		leaf = coalesce((${nodeAt}), 0),
		tokens = (select coalesce(sum(n.tokens), 0) from span s join node n on n.branch = s.branch
			and n.number between s.first and s.last where s.conversation = conversation.key)
		where key = ?`,
		end,
		keptActive ?? null,
		key,
		end,
		key,
	);
	return lost;
}

/** A node by conversation and number. */
const nodeAt = `select n.id from span s join node n on n.branch = s.branch
	and n.number between s.first and s.last where s.conversation = ? and n.number = ?`;

function endOf(connection: Connection, { branch, first, last }: Span): number {
	const row = connection.get(
		'select max(number) as number from node where branch = ? and number between ? and ?',
		branch,
		first,
		last,
	);
	return (row === undefined ? undefined : optionalNumberIn(row, 'number')) ?? 0;
}

function missingIn(connection: Connection, { branch, first, last }: Span, end: number): number[] {
	const there = new Set(
		connection
			.all(
				'select number from node where branch = ? and number between ? and ?',
				branch,
				first,
				last,
			)
			.map((row) => numberIn(row, 'number')),
	);
	const missing: number[] = [];
	for (let number = first; number <= Math.min(last, end); number += 1) {
		if (!there.has(number)) {
			missing.push(number);
		}
	}
	return missing;
}

function insertNote(connection: Connection, key: number, branch: number, number: number): void {
	const message: Message = {
		role: 'user',
		origin: 'client',
		content: `[Message ${number} was lost when the store of conversations was damaged.]`,
	};
	const before = nodesOf(connection, key, { start: number - 2, end: number - 1 }).at(-1);
	const parent = connection.get(nodeAt, key, number - 1);
	const { id } = connection.run(
		`insert into node (parent, branch, number, tokens, counter, hash, message)
		values (?, ?, ?, ?, ?, ?, ?)`,
		parent === undefined ? 0 : numberIn(parent, 'id'),
		branch,
		number,
		countMessage(message, estimatedTokens),
		estimatedTokens.version,
		chained(before?.hash ?? emptyChain, message),
		JSON.stringify(message),
	);
	indexMessage(connection, id, branch, message);
}

function keepRecords(
	connection: Connection,
	key: number,
	active: number | undefined,
	messages: number,
): number | undefined {
	const all = recordsOf(connection, key);
	const kept = inheritedRecords(all, active, messages);
	const parents = new Map(kept.records.map(({ id, parent }) => [id, parent]));
	for (const { id } of all) {
		if (parents.has(id)) {
			connection.run('update record set parent = ? where id = ?', parents.get(id) ?? null, id);
		} else {
			connection.run('delete from record where id = ?', id);
		}
	}
	return kept.active;
}
