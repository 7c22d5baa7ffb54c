import assert from 'node:assert/strict';
import {
	breakdown,
	type Breakdown,
	type BreakdownGroup,
} from '../../../../src/compaction/breakdown/breakdown.ts';
import { planCompaction } from '../../../../src/compaction/plan.ts';
import { applyEdit, pruneContext } from '../../../../src/compaction/pruning.ts';
import type { CompactionRecord } from '../../../../src/compaction/record.ts';
import type { Log } from '../../../../src/messages/message.ts';
import { countMessage, estimatedTokens, imageTokens } from '../../../../src/messages/tokens.ts';
import { pairTools } from '../../../../src/messages/toolPairs.ts';
import { compact, settingsWith } from '../../../support/compactions.ts';
import {
	assistant,
	at,
	call,
	image,
	logOf,
	numberedLines,
	prose,
	result,
	sizedLog,
	system,
	user,
	withImage,
} from '../../../support/logs.ts';

/** A window that little text fills: the tail holds a few messages. */
const settings = settingsWith({ window: 4_000, threshold: 1_500, tailTokens: 300 });

function of(log: Log, active?: CompactionRecord): Breakdown {
	return breakdown({
		log,
		settings,
		counter: estimatedTokens,
		recall: false,
		...(active === undefined ? {} : { active }),
	});
}

function group(found: Breakdown, kind: BreakdownGroup['kind'], tool?: string): BreakdownGroup {
	const group = found.groups.find((other) => other.kind === kind && other.tool === tool);
	assert.ok(group !== undefined, `${kind} ${tool ?? ''}`);
	return group;
}

/** Turns that each run a command with a long output. */
function runs(count: number, output = numberedLines(80)): Log {
	return logOf(
		...Array.from({ length: count }, (_, index) => [
			user(`Request ${index}`),
			assistant('', call(`c${index}`, 'bash', { command: `npm test ${index}` })),
			result(`c${index}`, `${output}\n${index}`),
			assistant(`Done ${index}`),
		]).flat(),
	);
}

describe('where the tokens of a conversation went', () => {
	it('is told by role, results by tool, and images apart, the largest first', () => {
		const found = of(
			sizedLog(
				[system('Be brief.'), 50],
				[user(withImage('Look at this')), imageTokens + 30],
				[assistant('Reading.', call('a', 'bash'), call('b', 'read_file')), 40],
				[result('a'), 300],
				[result('b'), 500],
				[assistant('', call('c', 'bash')), 10],
				[result('c'), 400],
			),
		);
		assert.deepEqual(
			found.groups.map(({ kind, tool, messages, tokens }) => [kind, tool, messages, tokens]),
			[
				['image', undefined, 1, imageTokens],
				['tool', 'bash', 2, 700],
				['tool', 'read_file', 1, 500],
				['system', undefined, 1, 50],
				['assistant', undefined, 2, 50],
				['user', undefined, 1, 30],
			],
		);
		assert.equal(found.tokens, imageTokens + 1_330);
	});

	it('adds up to the log, whatever is in it', () => {
		const log = logOf(
			result('gone', 'An orphan'),
			user([image, image, { type: 'text', text: 'Two' }]),
			assistant('', call('a'), call('a')),
			result('a', withImage('A shot')),
			result('a'),
		);
		const found = of(log);
		const sum = found.groups.reduce((total, { tokens }) => total + tokens, 0);
		assert.equal(
			sum,
			log.reduce((total, { tokens }) => total + tokens, 0),
		);
		assert.equal(found.tokens, sum);
	});

	it('names a result whose call is not there by no tool', () => {
		assert.equal(group(of(logOf(result('gone', 'An orphan'))), 'tool').messages, 1);
	});

	it('lists the ten largest messages, of all and of each kind', () => {
		const log = sizedLog(
			...Array.from(
				{ length: 30 },
				(_, index) =>
					[index % 2 === 0 ? user(`U${index}`) : assistant(`A${index}`), index + 1] as const,
			),
		);
		const found = of(log);
		assert.deepEqual(
			found.largest.map(({ number }) => number),
			[30, 29, 28, 27, 26, 25, 24, 23, 22, 21],
		);
		assert.deepEqual(
			group(found, 'user')
				.largest.map(({ number, text }) => [number, text])
				.slice(0, 2),
			[
				[29, 'U28'],
				[27, 'U26'],
			],
		);
		assert.equal(group(found, 'user').largest.length, 10);
	});

	it('says of a result what its call was about, and of a bare call what it called', () => {
		const { largest } = of(
			sizedLog(
				[assistant('', call('a', 'bash', { command: 'npm test\n-- --watch' })), 20],
				[result('a', 'All passed'), 30],
			),
		);
		assert.deepEqual(
			largest.map(({ role, tool, text }) => [role, tool, text]),
			[
				['tool', 'bash', 'npm test -- --watch'],
				['assistant', undefined, 'bash npm test -- --watch'],
			],
		);
	});

	it('is nothing of an empty log', () => {
		const nothing = { tokens: 0, saving: 0, groups: [], largest: [], repeatedReads: [] };
		assert.deepEqual(of([]), nothing);
	});
});

describe('what pruning would save', () => {
	it('is what it takes off a context, to the token', () => {
		const log = runs(12);
		const found = of(log);
		const plan = planCompaction({ log, settings, trigger: 'manual', counter: estimatedTokens });
		assert.ok(plan.kind === 'plan');
		const tail = plan.plan.layout.range.end;
		const edits = pruneContext(
			{ log, pairs: pairTools(log), counter: estimatedTokens, recall: false },
			{ start: 0, end: tail },
			{ start: tail, end: log.length },
		);
		assert.ok(edits.length > 5);
		const after = log.reduce((sum, { message, tokens }, index) => {
			const edit = edits.find((other) => other.message === index);
			const pruned = edit === undefined ? undefined : applyEdit(message, edit);
			return sum + (pruned === undefined ? tokens : countMessage(pruned, estimatedTokens));
		}, 0);
		assert.equal(found.saving, found.tokens - after);
		assert.equal(group(found, 'tool', 'bash').saving, found.saving);
	});

	it('is nothing in the recent end, which stays word for word', () => {
		const log = runs(12);
		const last = log.length - 1;
		const { largest } = group(of(log), 'tool', 'bash');
		assert.equal(largest.find(({ number }) => number === last)?.saving, 0);
		assert.ok((largest.find(({ number }) => number === 3)?.saving ?? 0) > 100);
	});

	it('counts arguments that are cut for the assistant', () => {
		const log = logOf(
			user('Write it'),
			assistant('', call('w', 'write_file', { path: 'a.ts', content: prose(4_000) })),
			result('w', 'ok'),
			...runs(8).map(({ message }) => message),
		);
		assert.ok(group(of(log), 'assistant').saving > 500);
	});

	it('counts what a summary has replaced, or has been pruned before, no more', () => {
		const log = logOf(
			user('Begin'),
			assistant('', call('h', 'bash', { command: 'ls' })),
			result('h', numberedLines(90)),
			...runs(12).map(({ message }) => message),
		);
		const record = compact(log, { settings });
		assert.ok(record.layout.edits.some(({ message }) => message === 2));
		const found = of(log, record);
		assert.ok(of(log).saving > 1_000);
		assert.equal(found.saving, 0);
		const { isSummarised, saving } = at(
			found.largest.filter(({ number }) => number > record.layout.range.start),
			0,
		);
		assert.deepEqual([isSummarised, saving], [true, 0]);
		assert.equal(
			found.groups.flatMap(({ largest }) => largest).find(({ number }) => number === 3)
				?.isSummarised,
			undefined,
		);
	});
});

describe('the latest request', () => {
	it('is sent behind the summary, and not told as summarised', () => {
		const log = logOf(
			user('Begin'),
			assistant('Hello'),
			user('Welcome'),
			assistant('How may I help?'),
			user(prose(900)),
			...runs(12)
				.filter(({ message }) => message.role !== 'user')
				.map(({ message }) => message),
		);
		const record = compact(log, { settings });
		assert.equal(record.layout.latestUser, 4);
		assert.ok(record.layout.range.end > 5);
		const { largest } = group(of(log, record), 'user');
		assert.deepEqual([at(largest, 0).number, at(largest, 0).isSummarised], [5, undefined]);
	});
});

describe('repeated reads', () => {
	/** Results of 100, 200, 300 … tokens, each of a call. */
	function calls(
		...made: readonly (readonly [name: string, values: unknown, text?: string])[]
	): Log {
		return sizedLog(
			...made.flatMap(([name, values, text = 'content'], index) => [
				[assistant('', call(`c${index}`, name, values)), 10] as const,
				[result(`c${index}`, text), (index + 1) * 100] as const,
			]),
		);
	}
	const reads = (log: Log): unknown =>
		of(log).repeatedReads.map(({ path, times, tokens }) => [path, times, tokens]);

	it('are files read more than once, with the tokens of all but the newest', () => {
		assert.deepEqual(
			reads(
				calls(
					['Read', { file_path: 'a.ts' }],
					['Read', { file_path: 'b.ts' }],
					['Read', { file_path: 'a.ts', offset: 100 }],
					['Read', { file_path: './a.ts' }],
				),
			),
			[['a.ts', 3, 400]],
		);
	});

	it('are no reads that failed', () => {
		const missing = 'Error: ENOENT: no such file or directory';
		const failed = ['Read', { file_path: 'a.ts' }, missing] as const;
		assert.deepEqual(reads(calls(failed, failed, ['Read', { file_path: 'a.ts' }])), []);
	});

	it('survive names that mean something to JavaScript', () => {
		const read = ['Read', { file_path: '__proto__' }] as const;
		assert.deepEqual(reads(calls(read, read)), [['__proto__', 2, 100]]);
		assert.equal(group(of(calls(['__proto__', {}])), 'tool', '__proto__').tokens, 100);
	});
});
