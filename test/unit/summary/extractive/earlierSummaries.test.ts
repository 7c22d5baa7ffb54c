import assert from 'node:assert/strict';
import { defaultSettings } from '../../../../src/compaction/budgets.ts';
import { Conversation } from '../../../../src/conversations/conversation.ts';
import { exportFormats, exportText } from '../../../../src/conversations/exports/exportText.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';
import { builtInSummariser } from '../../../../src/models/builtIn.ts';
import { renderHandoff } from '../../../../src/summary/handoff.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { exportedSession } from '../../../support/exports.ts';
import { assistant, prose, system, user } from '../../../support/logs.ts';
import { memorySource } from '../../transcripts/memorySource.ts';
import { Session } from '../facts/session.ts';
import { item, summaryWith } from '../requests.ts';
import { summarise, texts } from './summaries.ts';

const settings = { ...defaultSettings, window: 40_000, tailTokens: 600, summaryTokens: 4_000 };

/** Compacts messages without keeping anything, as another program has it done. */
async function compacted(messages: readonly Message[]): Promise<{
	readonly messages: readonly Message[];
	readonly handoff: string;
}> {
	const conversation = new Conversation(estimatedTokens, () => 0);
	conversation.append(...messages);
	const summariser = builtInSummariser(() => 0);
	const outcome = await conversation.compact(
		{ trigger: 'manual', settings, summariser },
		new AbortController().signal,
	);
	assert.ok(outcome.kind === 'compacted', JSON.stringify(outcome));
	return { messages: conversation.context.messages, handoff: outcome.record.handoff };
}

/** Turns that say nothing of what is to be kept. */
function more(round: number): readonly Message[] {
	const session = new Session();
	for (let turn = 0; turn < 7; turn += 1) {
		session
			.person(`Look at part ${round}-${turn}.`)
			.read(`/home/sam/app/docs/part${round}-${turn}.md`, prose(900, turn))
			.says(`Part ${round}-${turn} is about nothing in particular, as far as I can see.`);
	}
	return session.messages;
}

function session(): readonly Message[] {
	return [
		system('You are an assistant.'),
		...more(90),
		...new Session()
			.person('Move the queue to SQLite. Never touch the public API of src/queue.ts.')
			.write('/home/sam/app/src/store.ts', 'export function openStore() {}')
			.fails('npm run test:queue', 'Error: queue order is lost at line 41')
			.says("I'll keep the WAL mode because readers must not block the writer.").messages,
		...more(91),
	];
}

/** A request, a constraint, an open error, the state of a file, a decision. */
const facts = [
	/Move the queue to SQLite/,
	/Never touch the public API of src\/queue\.ts/,
	/Blocked\n[^#]*queue order is lost at line 41/,
	/src\/store\.ts — created/,
	/WAL mode because readers must not block/,
];

function lost(handoff: string): readonly string[] {
	return facts.filter((fact) => !fact.test(handoff)).map(String);
}

describe('earlier summaries among the messages', () => {
	it('lose nothing in ten rounds over what the rounds before gave back', async () => {
		let result = await compacted(session());
		assert.deepEqual(lost(result.handoff), []);
		for (let round = 1; round <= 10; round += 1) {
			result = await compacted([...result.messages, ...more(round)]);
			assert.deepEqual(lost(result.handoff), [], `round ${round}`);
		}
	}).timeout(60_000);

	for (const role of ['user', 'assistant', 'system'] as const) {
		it(`are read in the role ${role}, wherever they stand`, async () => {
			const { handoff } = await compacted(session());
			for (const before of [[], [user('Hello there'), assistant('Hello.')], more(80)]) {
				const carrier: Message = { role, content: handoff };
				const rows = [system('You are an assistant.'), ...before, carrier, ...more(1), ...more(2)];
				const again = await compacted(rows);
				assert.deepEqual(lost(again.handoff), [], `${before.length} rows before`);
				assert.match(JSON.stringify(again.messages[0]), /You are an assistant/);
			}
		});
	}

	for (const format of exportFormats) {
		it(`are read back out of an export as ${format}`, async () => {
			const { messages } = await compacted(session());
			const text = exportText(format, messages, exportedSession());
			const transcript = await openTranscript(memorySource(text));
			const read = transcript.conversations[0]?.messages.slice() ?? [];
			const again = await compacted([...read, ...more(1), ...more(2)]);
			assert.deepEqual(lost(again.handoff), []);
		});
	}

	const earlier = renderHandoff(
		{
			summary: summaryWith({
				'Active Task': [item('Finish the parser')],
				'Constraints & Preferences': [item('Use pnpm only')],
				'Relevant Files': [
					item('src/a.ts — created'),
					item('src/b.ts — modified'),
					item('**New tools:**'),
					item('cwd: /home/sam/app'),
				],
				'Active State': [item('`npm test` → failed'), item('`npm run lint` → ok')],
				'Completed Actions': [item('1. WRITE src/a.ts — ok'), item('2. RUN ls — ok')],
			}),
			quotes: [item('Start with the lexer', 2)],
		},
		{},
	);

	it('are marked where they would read as the words of the person', () => {
		const draft = summarise(new Session().person(earlier).run('ls'));
		assert.deepEqual(texts(draft, 'Active Task'), ['Finish the parser (from an earlier summary)']);
		assert.deepEqual(texts(draft, 'Constraints & Preferences'), [
			'Use pnpm only (from an earlier summary)',
		]);
		assert.deepEqual(
			draft.quotes.map(({ text }) => text),
			['Start with the lexer (from an earlier summary)'],
		);
	});

	it('are marked once, however often they are read', () => {
		const first = summarise(new Session().person(earlier).run('ls'));
		const again = summarise(new Session().person(renderHandoff(first, {})).run('ls'));
		assert.deepEqual(texts(again, 'Active Task'), texts(first, 'Active Task'));
		assert.deepEqual(
			texts(again, 'Constraints & Preferences'),
			texts(first, 'Constraints & Preferences'),
		);
	});

	it('leave out steps that they mark as done', () => {
		const steps = ['DONE: Parse lists', '[x] Parse tables', 'TODO: Parse links', 'Document it'];
		const summary = summaryWith({ 'Remaining Work': steps.map((step) => item(step)) });
		const handed = renderHandoff({ summary, quotes: [] }, {});
		const draft = summarise(new Session().person(handed).run('ls'));
		assert.deepEqual(texts(draft, 'Remaining Work'), [
			'TODO: Parse links (from an earlier summary)',
			'Document it (from an earlier summary)',
		]);
	});

	it('are brought up to date with what the log says since', () => {
		const later = new Session()
			.person(earlier)
			.edit('src/b.ts', 'x', 'y')
			.read('src/a.ts')
			.run('npm test', '12 passed');
		const draft = summarise(later.person('Now document it').run('ls'));
		assert.equal(texts(draft, 'Active Task')[0], 'Now document it');
		const files = texts(draft, 'Relevant Files');
		assert.ok(files.includes('src/a.ts — created'), files.join());
		assert.equal(files.filter((text) => text.startsWith('src/b.ts')).length, 1);
		assert.ok(!files.some((text) => /New tools|cwd/.test(text)), files.join());
		const state = texts(draft, 'Active State');
		assert.ok(!state.includes('`npm test` → failed') && state.includes('`npm run lint` → ok'));
		const actions = texts(draft, 'Completed Actions').join('\n');
		assert.match(actions, /^1\. WRITE src\/a\.ts[^]*\n3\. /);
	});
});
