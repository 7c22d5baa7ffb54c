import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { compactToolName } from '../../src/conversations/recall/ownTool.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { until } from '../support/until.ts';
import { ClientStage, orSkip } from './clientRun.ts';
import { commandLineClients } from './commandLineClients.ts';
import { compactorHosts, programWords } from './compactorHosts.ts';
import {
	builtCompactors,
	CompactorSession,
	dropped,
	said,
	text,
	violationsOf,
} from './compactorSession.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';

/** Precis as the compactor inside each client that lets a plugin answer its compaction. */

const goOn =
	'Which file may you not touch, how many berths are there, and which ferry did you moor, by what light?';

/** Words that are nowhere else. */
const focus = 'what the kittiwakes ate';

let compactors: Awaited<ReturnType<typeof builtCompactors>>;
before(async () => {
	compactors = await builtCompactors();
});
after(() => compactors.remove());

/** What becomes of what plugins load, under each name that one has for it. */
const failures = [
	['is gone', undefined],
	['throws', brokenBundle("throw new Error('broken')")],
	['hangs', brokenBundle('return new Promise(() => undefined)')],
] as const;

/** What a model may answer in place of a summary. */
const modelFailures = [
	['nothing', answer('')],
	['too little', answer('Well.')],
	['an error', { kind: 'raw', status: 400, body: { error: { message: 'The model is broken.' } } }],
] as const;

function brokenBundle(body: string): string {
	const work = `() => { ${body}; }`;
	const names =
		'betweenTasks idleCompaction requestsIn compactWithBuiltIn instructionsFor withWords compact sessionsOf wordsFor';
	return names
		.split(' ')
		.map((name) => `export const ${name} = ${work};\n`)
		.join('');
}

for (const host of compactorHosts) {
	const client = commandLineClients.find(({ label }) => label === host.label) ?? assert.fail();
	describe(`Precis as the compactor of ${client.label} ${client.package[1]}`, function () {
		this.timeout(1_200_000);
		const stages: ClientStage[] = [];

		before(async function () {
			await (await orSkip(this, ClientStage.set(client))).dispose();
		});
		afterEach(async () => {
			for (const stage of stages.splice(0)) {
				await stage.dispose();
			}
		});

		const { terminal, conversing, charactersOfToken, ways = ['at-once', 'model'] } = host;
		const command = client.compact ?? (terminal && [terminal.compact]);
		const focused =
			host.takesFocus === true && command !== undefined
				? [...command.slice(0, -1), `/compact ${focus}`]
				: command;

		async function connected(
			way: 'model' | 'at-once',
			{ isAutomatic = false, isConversing = false, startsThere = false, isPreparing = false } = {},
		) {
			const changed = isAutomatic
				? host.automatic(client)
				: isPreparing
					? host.preparing?.(client)
					: client;
			const stage = await ClientStage.set(changed ?? client);
			stages.push(stage);
			await stage.setUp();
			const bundle = await host.connect(stage, compactors.folder, way);
			const turnsBefore = startsThere ? 0 : client.oneTurn === true ? 1 : said.length;
			const isAtTerminal = client.oneTurn === true || !isAutomatic;
			const place = isConversing ? conversing : isAtTerminal ? terminal : undefined;
			const session = new CompactorSession(stage, {
				...(place === undefined ? {} : { terminal: place, turnsBefore }),
				...(isAutomatic && charactersOfToken !== undefined ? { charactersOfToken } : {}),
				...(isPreparing ? { window: 200_000, charactersOfToken: 1 } : {}),
			});
			return { session, bundle, stage };
		}

		/** A valid request that has these words whole, the last of them at its end. */
		function holds(request: ReceivedRequest, words: readonly string[]): void {
			for (const each of words) {
				assert.ok(text(request).includes(each), each);
			}
			const places = words.map((each) => text(request).lastIndexOf(each));
			assert.equal(Math.max(...places), places.at(-1));
			const violations = violationsOf(request).filter(
				(each) => host.ownViolation?.test(each) !== true,
			);
			assert.deepEqual(violations, []);
		}

		/** Whether a request is much shorter than the one before the compaction. */
		function isShorter(request: ReceivedRequest, before: ReceivedRequest, factor = 1.5): void {
			assert.ok(text(request).length < text(before).length / factor, `${text(request).length}`);
		}

		/** Behind the client's own summary stands nothing of a plugin that failed. */
		function leftTo(request: ReceivedRequest): void {
			assert.match(text(request), /About the walrus/);
			// Claude Code runs our hooks as well, which add the person's words where the plugin's code did not.
			const hasHooks = host.label === 'Claude Code';
			assert.equal(text(request).includes('[Precis: the words'), hasHooks);
		}

		if (command !== undefined && ways.includes('at-once')) {
			it('compacts by its command at once, twice, and goes on', async () => {
				const { session } = await connected('at-once');
				const asked = host.commandAsksModel === true ? 1 : 0;
				// Precis would not wait for the command.
				await session.work(asked === 1 ? 6 : 8);
				const before = session.latest;
				await session.compact(command);
				await session.turn(goOn, { text: 'I go on.' });
				assert.equal(session.summaries, asked);
				isShorter(session.latest, before);
				holds(session.latest, [...said, goOn]);
				await session.turn('One more thing: paint it green.', { text: 'Painted.' });
				await session.compact(focused ?? []);
				await session.turn('And what was all that?', { text: 'That was it.' });
				assert.equal(session.summaries, 2 * asked);
				const words = [...said, goOn, 'One more thing: paint it green.', 'And what was all that?'];
				isShorter(session.latest, before);
				holds(session.latest, words);
			});
		}

		if (command !== undefined) {
			it('adds the person’s words to the summary of its model', async () => {
				const { session } = await connected('model');
				await session.work();
				const before = session.latest;
				await session.compact(focused ?? []);
				await session.turn(goOn, { text: 'I go on.' });
				assert.equal(session.summaries, 1);
				const { requests, asked } = session;
				const summary = asked.find((request) => !requests.includes(request)) ?? assert.fail();
				assert.equal(text(summary).includes(focus), host.takesFocus === true);
				assert.match(text(session.latest), /[Aa]bout the walrus/);
				isShorter(session.latest, before);
				holds(session.latest, [...said, goOn]);
			});
		}

		if (host.label === 'Claude Code') {
			for (const way of ways) {
				it(`compacts a sub-agent, which keeps its task (${way})`, async () => {
					const { session, stage } = await connected(way, { isAutomatic: true });
					const { run } = client.tools(stage.place);
					const steps = Array.from({ length: 24 }, (_, step) => ({
						text: `Step ${step}.`,
						call: run(`seq ${step * 1_000} ${step * 1_000 + 900}`),
					}));
					const task = {
						description: 'Read the tides',
						prompt: 'Read the tides of the seventeen berths.',
						subagent_type: 'general-purpose',
					};
					await session.turn(
						'Have an agent read the tides.',
						{ text: 'I ask one.', call: ['Agent', { ...task, run_in_background: false }] },
						...steps,
						{ text: 'The tides are read.' },
						{ text: 'All done.' },
					);
					assert.ok(way === 'at-once' ? session.summaries === 0 : session.summaries > 0);
					const agents = session.requests.slice(1, -1);
					const sizes = agents.map((request) => text(request).length);
					const index = sizes.findIndex((size, place) => size < (sizes[place - 1] ?? 0) / 1.5);
					const compacted = agents[index] ?? assert.fail('The agent was not compacted.');
					assert.deepEqual(violationsOf(compacted), []);
					assert.ok(text(compacted).includes(task.prompt));
				});
			}

			it('uses the summary that it prepared before its window was full, and pays for no other', async () => {
				const { session } = await connected('model', { isPreparing: true });
				await session.work(host.commands);
				await session.turn(goOn, { text: 'I go on.' });
				holds(session.latest, [...said, goOn]);
				assert.match(text(session.latest), /About the walrus/);
				const { requests, asked } = session;
				const isSummary = asked.map((request) => !requests.includes(request));
				const index = isSummary.indexOf(true);
				const [full, prepared] = asked.slice(index - 1, index + 1).map((each) => text(each).length);
				assert.ok(full !== undefined && prepared !== undefined && prepared < full);
				assert.ok(!isSummary.some((is, place) => is && isSummary[place + 1] === true));
			});

			it('goes back to before a compaction, in a session of its own', async () => {
				const { session, stage } = await connected('at-once');
				await session.work();
				await session.compact(client.compact ?? []);
				const { home, folder } = stage.place;
				const { stdout } = await promisify(execFile)(programWords[0], [programWords[1], 'undo'], {
					cwd: folder,
					env: { ...process.env, HOME: home, PRECIS_STORE: path.join(home, 'store') },
				});
				const [copy = ''] = /[^ ']+\.jsonl/.exec(stdout) ?? [];
				const again = ['--resume', copy, '--fork-session', '--model', 'claude-sonnet-4-5'];
				await stage.run([...again, '-p', 'And as it was?']);
				const known = text(session.latest);
				assert.ok(!known.includes('Handoff from an'));
				for (const each of [...said, ...dropped, 'And as it was?']) {
					assert.ok(known.includes(each), each);
				}
				assert.deepEqual(violationsOf(session.latest), []);
			});
		}

		const { stored } = host;
		if (stored !== undefined) {
			it('compacts between tasks where that pays, and not again', async () => {
				const { session } = await connected('at-once', { isConversing: true, startsThere: true });
				await session.work(16);
				await session.stores(stored);
				const before = session.latest;
				await session.turn(goOn, { text: 'I go on.' });
				const { latest } = session;
				isShorter(latest, before, 4);
				holds(latest, [...said, goOn]);
				await session.turn('And now?', { text: 'All is done.' });
				assert.ok(withoutCacheMarks(session.latest).startsWith(withoutCacheMarks(latest)));
				assert.equal(session.summaries, 0);
			});
		}

		for (const way of conversing === undefined ? [] : ways) {
			it(`compacts after an answer whose model asks for it, once (${way})`, async () => {
				const { session } = await connected(way, { isConversing: true });
				await session.work();
				// Claude Code has the tool at a terminal only.
				await session.turn('And the very last one.', { text: 'That was the very last one.' });
				const tools = session.latest.body['tools'];
				const [tool = ''] =
					new RegExp(`[\\w-]*${compactToolName}`).exec(JSON.stringify(tools)) ?? [];
				const asking = { text: 'I report it.', call: [tool, { focus: 'the berths' }] } as const;
				await session.turn('That ends it.', asking, asking, { text: 'It is reported.' });
				const before = session.latest;
				const summaries = way === 'model' ? 1 : 0;
				await until(() => session.summaries === summaries);
				if (stored !== undefined) {
					await session.stores(stored);
				}
				await session.turn(goOn, { text: 'I go on.' });
				isShorter(session.latest, before);
				holds(session.latest, [...said, goOn]);
				await session.turn('And now?', { text: 'All is done.' });
				assert.equal(session.summaries, summaries);
			});
		}

		for (const way of ways) {
			it(`compacts in the middle of a turn, and again (${way})`, async () => {
				const { session } = await connected(way, { isAutomatic: true });
				await session.work(host.commands);
				const { summaries } = session;
				assert.ok(way === 'at-once' ? summaries === 0 : summaries > 0, String(summaries));
				await session.turn(goOn, { text: 'I go on.' });
				holds(session.latest, [...said, goOn]);
				if (way === 'model') {
					assert.match(text(session.latest), /[Aa]bout the walrus/);
				}
				if (way === 'model' && host.label === 'Claude Code') {
					const { requests, asked } = session;
					const index = asked.findIndex((request) => !requests.includes(request));
					const [last, summary] = asked.slice(index - 1, index + 1).map(withoutCacheMarks);
					// All of it is in the provider's cache.
					assert.ok(last !== undefined && summary?.startsWith(last));
				}
				const index = session.requests.findIndex((request) =>
					/Handoff from an|About the walrus/i.test(text(request)),
				);
				const [before, compacted] = session.requests.slice(Math.max(0, index - 1), index + 1);
				assert.ok(before !== undefined && compacted !== undefined);
				isShorter(compacted, before, 1.2);
				// The turn went on behind it.
				holds(
					compacted,
					said.filter((words) => text(before).includes(words)),
				);
				assert.ok(!text(compacted).includes(goOn));
				// The rule and the berths are in the person's words; what is not in front of the model can be looked up.
				for (const fact of dropped) {
					const known =
						text(session.latest).includes(fact) || (await session.found(fact)).includes(fact);
					assert.ok(known, fact);
				}
			});
		}

		for (const [what, failure] of modelFailures) {
			if (what === 'an error' && host.stopsAtError === true) {
				continue;
			}
			it(`goes on where its model answers ${what} for a summary`, async () => {
				const { session } = await connected('model', { isAutomatic: true });
				session.failing.push(failure);
				await session.work(host.commands);
				const { asked, requests } = session;
				const first = asked.findIndex((request) => !requests.includes(request));
				const [before, after] = [
					asked[first - 1],
					asked.slice(first).find((each) => requests.includes(each)),
				];
				assert.ok(before !== undefined && after !== undefined);
				if (host.asksAgain !== true || what !== 'nothing') {
					isShorter(after, before, 1.2);
				}
				await session.turn(goOn, { text: 'I go on.' });
				holds(session.latest, [...said, goOn]);
			});
		}

		for (const [failure, broken] of failures) {
			if (command !== undefined) {
				it(`leaves its command to it where Precis ${failure}`, async () => {
					// Pi waits minutes for its own model, and so for what hangs there.
					const isAtOnce = failure === 'hangs' && ways.includes('at-once');
					const { session, bundle } = await connected(isAtOnce ? 'at-once' : 'model');
					await (broken === undefined ? rm(bundle) : writeFile(bundle, broken));
					await session.work();
					const before = session.latest;
					await session.compact(command);
					await session.turn(goOn, { text: 'I go on.' });
					assert.ok(session.summaries > 0);
					isShorter(session.latest, before);
					leftTo(session.latest);
				});
			}

			it(`leaves it to the client where Precis ${failure}`, async () => {
				const { session, bundle } = await connected('at-once', { isAutomatic: true });
				await (broken === undefined ? rm(bundle) : writeFile(bundle, broken));
				await session.work(host.commands);
				assert.ok(session.summaries > 0);
				await session.turn(goOn, { text: 'I go on.' });
				leftTo(session.latest);
			});
		}
	});
}

/** What a provider's cache goes by: a request from its tools to its last message, which may go on. */
function withoutCacheMarks({ body: { tools, system, messages } }: ReceivedRequest): string {
	const unmarked = (key: string, value: unknown): unknown =>
		key === 'cache_control' ? undefined : value;
	return JSON.stringify([tools, system, messages], unmarked).replace(/\]\}\]\]$/, '');
}
