import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compactionNote } from '../../../src/compaction/contextRows.ts';
import { pruneStale } from '../../../src/compaction/prune.ts';
import { hasSummary, type CompactionRecord } from '../../../src/compaction/record.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { isMarked } from '../../../src/messages/marks.ts';
import { textOf, type Log, type Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { attemptsOf } from '../../support/compactionRun.ts';
import { endsInOpenGroup, streamOf } from '../../support/contextStream.ts';
import { conversations, type Conversation } from '../../support/conversations.ts';
import { assistant, call, logOf, numberedLines, result, system, user } from '../../support/logs.ts';
import { violations } from '../../support/providerRules.ts';

function reading(id: string, path: string, lines: number): Message[] {
	return [assistant('', call(id, 'read_file', { path })), result(id, numberedLines(lines))];
}

/** A file that was read, and read again after it had grown. */
const readAgain: readonly Message[] = [
	system('You are an agent.'),
	user('Fix the parser.'),
	...reading('1', 'parser.ts', 200),
	...reading('2', 'parser.ts', 220),
	assistant('Fixed.'),
	user('Now the lexer.'),
	...reading('3', 'lexer.ts', 20),
	assistant('Done.'),
];

const prune = (log: Log, record?: CompactionRecord, recall = false): CompactionRecord | undefined =>
	pruneStale({
		log,
		counter: estimatedTokens,
		recall,
		...(record === undefined ? {} : { record }),
	});

/** Texts of the tool results that are sent. */
const results = (log: Log, record?: CompactionRecord): string[] =>
	renderContext(log, record).messages.flatMap((message) =>
		message.role === 'tool' ? [textOf(message.content)] : [],
	);

describe('a pruning', () => {
	it('puts digests in place of stale results and leaves everything else as it was', () => {
		const log = logOf(...readAgain);
		const record = prune(log) ?? assert.fail();
		assert.equal(record.kind, 'prune');
		assert.equal(record.pruned, 1);
		assert.equal(hasSummary(record), false);
		const [first = '', ...others] = results(log, record);
		assert.ok(isMarked(first));
		assert.deepEqual(others, results(log).slice(1));
		const { messages } = renderContext(log, record);
		assert.equal(messages.length, renderContext(log).messages.length);
		assert.ok(!textOf(messages[0]?.content ?? '').includes(compactionNote));
	});

	it('is not worth it where it would save next to nothing', () => {
		const large = numberedLines(6_000);
		const log = logOf(...readAgain, assistant('', call('9')), result('9', large), assistant('So.'));
		assert.equal(prune(log), undefined);
		assert.equal(prune(logOf(user('Hello'), assistant('Hello.'))), undefined);
	});

	it('is the same with the same input, survives being stored, and finds nothing to do on itself', () => {
		always(({ log, base, record }) => {
			assert.deepEqual(prune(log, base), record);
			const stored = JSON.parse(JSON.stringify(record)) as CompactionRecord;
			assert.deepEqual(renderContext(log, stored), renderContext(log, record));
			assert.equal(prune(log, record), undefined);
		});
	});

	it('shrinks the context, says by how much, and suits every provider', () => {
		always(({ log, base, record }) => {
			const before = renderContext(log, base);
			const after = renderContext(log, record);
			assert.ok(after.tokens < before.tokens);
			assert.deepEqual([record.tokens.before, record.tokens.after], [before.tokens, after.tokens]);
			assert.deepEqual(violations(after.messages), []);
		});
	});

	it('changes only tool results, each into a mark, and none of the newest calls', () => {
		always(({ log, base, record }) => {
			const known = new Set(base?.layout.edits.map(({ message }) => message));
			const added = record.layout.edits.filter(({ message }) => !known.has(message));
			assert.equal(added.length, record.pruned);
			const newest = log.findLastIndex(
				({ message }) => message.role === 'assistant' && (message.toolCalls ?? []).length > 0,
			);
			const { places } = pairTools(log);
			for (const { message, content } of added) {
				assert.equal(log[message]?.message.role, 'tool');
				assert.ok(isMarked(textOf(content ?? '')));
				const place = places.get(message);
				assert.ok(place !== undefined && place.kind !== 'orphan' && place.call.message < newest);
			}
		});
	});

	it('keeps every later context to the bytes of the one before', () => {
		always(({ log, grown, record }) => {
			// A new system prompt is rendered in place of the one before.
			if (grown.slice(log.length).some(({ message }) => message.role === 'system')) {
				return;
			}
			const { messages } = renderContext(log, record);
			if (!endsInOpenGroup(messages)) {
				const later = streamOf(renderContext(grown, record).messages);
				assert.ok(later.startsWith(streamOf(messages)));
			}
		});
	});
});

/** The same conversation with reads of two files only. */
function readingFewFiles(conversation: Conversation): Conversation {
	let reads = 0;
	const messages = conversation.messages.map((message) =>
		message.role !== 'assistant' || message.toolCalls === undefined
			? message
			: {
					...message,
					toolCalls: message.toolCalls.map((made) => {
						reads += 1;
						const path = `${reads % 2}.ts`;
						return { ...made, name: 'read_file', arguments: JSON.stringify({ path }) };
					}),
				},
	);
	return { ...conversation, messages };
}

interface Pruning {
	readonly log: Log;
	/** The log when more was said. */
	readonly grown: Log;
	readonly base: CompactionRecord | undefined;
	readonly record: CompactionRecord;
}

/** Checks every pruning of generated conversations, upon the log and upon compactions. */
function always(check: (pruning: Pruning) => void): void {
	let checked = 0;
	fc.assert(
		fc.property(conversations(15, 30), (conversation) => {
			for (const { log, grown, previous } of attemptsOf(readingFewFiles(conversation))) {
				for (const base of [undefined, previous]) {
					const record = prune(log, base);
					if (record !== undefined) {
						checked += 1;
						check({ log, grown, base, record });
					}
				}
			}
		}),
		{ numRuns: 30 },
	);
	assert.ok(checked > 20, `${checked} prunings`);
}
