import assert from 'node:assert/strict';
import { defaultSettings } from '../../../src/compaction/budgets.ts';
import type { CompactionRecord } from '../../../src/compaction/record.ts';
import { textOf } from '../../../src/messages/message.ts';
import { builtInSummariser, type Summariser } from '../../../src/models/ladder.ts';
import { ladderSummariser } from '../../../src/models/ladder.ts';
import { sectionTitles, type SectionTitle } from '../../../src/summary/sections.ts';
import { playRounds } from '../../support/conversationInMemory.ts';
import { prose } from '../../support/logs.ts';
import { ScriptedWorld } from '../../support/scriptedCalls.ts';
import { Session } from '../../support/session.ts';
import { goodReply, item } from '../summary/requests.ts';

/** What is compacted ten times, in parts of the same size. */
const parts = 20;

/** The part whose check fails for good, and the one whose check is mended two parts later. */
const failing = 4;
const mended = 9;

const request = (part: number): string => `Part ${part}: build the module number ${part}.`;
const rule = (part: number): string => `Never touch table_${part} directly.`;
const decision = (part: number): string =>
	`I chose a ring buffer for module ${part} because a list allocates too much.`;
const openError = 'TypeError: cannot read capacity of undefined at src/module4.ts:12';
const mendedError = 'RangeError: offset 77 is outside the bounds at src/module9.ts:31';

function longSession(): Session {
	const session = new Session();
	for (let part = 0; part < parts; part += 1) {
		session
			.person(`${request(part)} ${rule(part)}`)
			.says(`${decision(part)} ${prose(1_500, part)}`)
			.write(`/home/sam/app/src/module${part}.ts`, `export function part${part}() {}`)
			.write(`/home/sam/app/src/draft${part}.ts`)
			.run(`rm /home/sam/app/src/draft${part}.ts`)
			.run(`cat /home/sam/app/notes/${part}.md`, prose(6_000, part));
		if (part === failing) {
			session.fails('pnpm test module4', `${openError}\n Tests  1 failed | 3 passed (4)`);
		} else if (part === mended) {
			session.fails('pnpm test module9', `${mendedError}\n Tests  1 failed | 3 passed (4)`);
		} else {
			session.run(`pnpm test module${part}`, ` Tests  ${part + 1} passed (${part + 1})`);
		}
		if (part === mended + 2) {
			session.run('pnpm test module9', ' Tests  3 passed (3)');
		}
		session.says(`Part ${part} is built. ${prose(600, part)}`);
	}
	return session;
}

const builtIn = builtInSummariser(() => 0);

/** A model that copies what the earlier summary says, and adds nothing but the decisions it reads. */
const copying: Summariser = {
	summarise(asked, signal) {
		const { previous, fresh, log } = asked;
		const decided = fresh
			.flatMap(({ start, end }) => log.slice(start, end))
			.flatMap(({ message }) => /^I chose [^.]*\./.exec(textOf(message.content))?.[0] ?? [])
			.map((text) => item(text));
		const copied = (title: SectionTitle): ReturnType<typeof item>[] => [
			...(previous?.[title] ?? []),
			...(title === 'Key Decisions' ? decided : []),
			...(title === 'Goal' && previous === undefined ? [item('All modules are built.')] : []),
		];
		const reply = goodReply(
			Object.fromEntries(sectionTitles.map((title) => [title, copied(title)])),
		);
		const world = new ScriptedWorld({ content: reply, finishReason: 'stop' });
		return ladderSummariser(world.options()).summarise(asked, signal);
	},
};

async function lastOfTen(summariser: Summariser): Promise<CompactionRecord> {
	const records = await playRounds(longSession().messages, 10, {
		trigger: 'manual',
		summariser,
		settings: { ...defaultSettings, summaryTokens: 6_000, tailTokens: 300 },
	});
	const last = records.at(-1);
	assert.ok(last !== undefined);
	return last;
}

for (const [name, kind, summariser] of [
	['the built-in summariser', 'built-in', builtIn],
	['a model that copies', 'model', copying],
] as const) {
	describe(`ten rounds over a long session with ${name}`, () => {
		let last: CompactionRecord;
		before(async () => {
			last = await lastOfTen(summariser);
			assert.equal(last.summariser.kind, kind);
		});

		/** Parts that are wholly behind the last compaction. */
		const finished = Array.from({ length: parts - 1 }, (_, part) => part);

		it('lose no request and no rule, in the words of the person', () => {
			for (const part of finished) {
				assert.ok(last.handoff.includes(request(part)), request(part));
				assert.ok(last.handoff.includes(rule(part)), rule(part));
			}
		});

		it('lose no state of a file', () => {
			for (const part of finished) {
				assert.match(last.handoff, new RegExp(`module${part}\\.ts — created`));
			}
		});

		it('lose no check that fails, and tell none as failing that was mended', () => {
			assert.match(last.handoff, /pnpm test module4[^\n]*1 failed/);
			assert.match(last.handoff, /cannot read capacity of undefined/);
			// Beside a model's summary a passed check that edits have put out of date is not told.
			assert.equal(/module9[^\n]*3 passed/.test(last.handoff), kind === 'built-in');
			const states = [...last.summary['Active State'], ...(last.added ?? [])];
			assert.ok(!states.some(({ text }) => /module9[^\n]*1 failed/.test(text)));
			assert.doesNotMatch(last.handoff, /## Blocked/);
		});

		if (kind === 'model') {
			it('lose nothing that the model wrote', () => {
				const decisions = last.summary['Key Decisions'].map(({ text }) => text);
				finished.forEach((part) => assert.ok(decisions.includes(decision(part)), String(part)));
			});
		}
	});
}
