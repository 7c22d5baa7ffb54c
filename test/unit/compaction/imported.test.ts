import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { CompactionOutcome } from '../../../src/compaction/complete.ts';
import { importCompaction, type ForeignCompaction } from '../../../src/compaction/imported.ts';
import { isImported, type CompactionRecord } from '../../../src/compaction/record.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { textOf, type Log, type Part } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { latestFromPerson } from '../../../src/messages/userTurns.ts';
import { settingsWith } from '../../support/compactions.ts';
import { streamOf } from '../../support/contextStream.ts';
import { conversations } from '../../support/conversations.ts';
import {
	assistant,
	at,
	call,
	logOf,
	logWith,
	prose,
	result,
	system,
	user,
} from '../../support/logs.ts';
import { violations } from '../../support/providerRules.ts';

const theirs: ForeignCompaction = {
	range: { start: 0, end: 100 },
	summary:
		'## Goal\nShip the importer.\n## Next Steps\n- Run src/importer.test.ts, which covers headings',
	assistant: 'Claude Code',
	reported: { tokensBefore: 167_094 },
};

function imported(
	log: Log,
	compaction: Partial<ForeignCompaction> = {},
	previous?: CompactionRecord,
): CompactionOutcome {
	return importCompaction(
		{
			log,
			trigger: 'automatic',
			settings: settingsWith({}),
			counter: estimatedTokens,
			...(previous === undefined ? {} : { previous }),
		},
		{ ...theirs, ...compaction },
	);
}

function record(outcome: CompactionOutcome): CompactionRecord {
	assert.ok(outcome.kind === 'compacted');
	return outcome.record;
}

function textOfPart(part: Part): string {
	return part.type === 'text' ? part.text : part.url;
}

const log = logOf(
	system('You help.'),
	user('Write the importer.'),
	assistant(prose(3_000, 1)),
	assistant('', call('t', 'read_file', { path: 'src/importer.test.ts', about: 'covers headings' })),
	result('t', prose(3_000, 2)),
	user('And test it.'),
	assistant(prose(3_000, 3)),
);

describe('a compaction of another assistant', () => {
	it('becomes a record: the system prompt, its summary, the latest request', () => {
		const made = record(imported(log));
		assert.equal(isImported(made), true);
		assert.deepEqual(made.summariser, { kind: 'assistant', assistant: 'Claude Code' });
		assert.deepEqual(made.reported, { tokensBefore: 167_094 });
		assert.deepEqual(made.layout.range, { start: 1, end: 7 });
		const { messages, tokens } = renderContext(log, made);
		assert.deepEqual(
			messages.map(({ role }) => role),
			['system', 'user'],
		);
		const text = textOf(at(messages, 1).content);
		assert.match(text, /^\[Handoff[^]*## Goal\n- Ship the importer\.[^]*And test it\.$/);
		assert.equal(made.tokens.after, tokens);
		assert.equal(made.tokens.before, renderContext(log).tokens);
	});

	it('keeps results with their calls', () => {
		const made = record(imported(log, { range: { start: 0, end: 4 } }));
		assert.equal(made.layout.range.end, 3);
		const waiting = log.slice(0, 4);
		assert.equal(record(imported(waiting)).layout.range.end, 3);
	});

	it('is refused where it saves nothing, or stands for nothing', () => {
		assert.equal(imported(log, { summary: prose(9_000) }).kind, 'refused');
		assert.equal(imported(log, { range: { start: 0, end: 0 } }).kind, 'refused');
	});

	it('shows no secret', () => {
		const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
		const made = record(imported(log, { summary: `## Goal\nUse ${secret}` }));
		assert.equal(JSON.stringify(made).includes(secret), false);
	});

	it('keeps the laws, whatever the log and wherever it was cut', () => {
		fc.assert(
			fc.property(
				conversations(0, 25),
				fc.nat(30),
				fc.nat(30),
				fc.nat(30),
				({ messages }, length, start, end) => {
					const whole = logWith(estimatedTokens, messages);
					const then = whole.slice(0, length);
					const outcome = imported(then, { range: { start, end: Math.max(start, end) } });
					if (outcome.kind === 'refused') {
						return;
					}
					const before = renderContext(then).tokens;
					assert.ok(renderContext(then, outcome.record).tokens < before);
					const latest = then[latestFromPerson(then)]?.message.content ?? '';
					const stream = streamOf(renderContext(then, outcome.record).messages);
					const pieces = typeof latest === 'string' ? [latest] : latest.map(textOfPart);
					assert.ok(pieces.every((piece) => stream.includes(piece.trim())));
					for (const each of [then, whole]) {
						assert.deepEqual(violations(renderContext(each, outcome.record).messages), []);
					}
				},
			),
			{ numRuns: 40 },
		);
	});
});
