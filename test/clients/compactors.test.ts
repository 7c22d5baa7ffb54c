import assert from 'node:assert/strict';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { writePlugin } from '../../src/assistants/connecting/connections.ts';
import { hooksOn } from '../../src/assistants/connecting/parts.ts';
import { ClientStage, NotRunnable } from './clientRun.ts';
import type { CommandLineClient } from './client.ts';
import { commandLineClients } from './commandLineClients.ts';
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

const words = [
	process.execPath,
	path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts'),
] as const;
const program = { launch: { command: words[0], args: [words[1]] }, words };

const goOn =
	'Which file may you not touch, how many berths are there, and which ferry did you moor, by what light?';

/** How each client is given the plugin and comes to compact. */
interface Host {
	readonly label: string;
	/** @returns The file that the plugin loads. */
	connect(stage: ClientStage, folder: string, way: 'model' | 'at-once'): Promise<string>;
	/** Commands in each turn that fill such a context. */
	readonly commands: number;
	/** With a context that is soon full. */
	automatic(client: CommandLineClient): CommandLineClient;
}

const hosts: readonly Host[] = [
	{
		label: 'Claude Code',
		commands: 24,
		async connect(stage, folder, way) {
			const plugin = path.join(stage.place.home, 'plugin');
			const given = { program, compactors: folder, plugin, way };
			const { environment } = await stage.places();
			await writePlugin('claude-code', { environment, given, version: '1.0.0' });
			await stage.run(['plugin', 'validate', path.join(plugin, 'plugin')]);
			await stage.run(['plugin', 'marketplace', 'add', plugin]);
			await stage.run(['plugin', 'install', 'precis@precis']);
			return path.join(plugin, 'plugin', 'hooks', 'compactor.js');
		},
		automatic: (client) => ({
			...client,
			env: (place) => ({
				...client.env(place),
				CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '50',
				CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
			}),
		}),
	},
	{
		label: 'Pi',
		commands: 24,
		async connect(stage, folder, way) {
			const own = path.join(stage.place.home, 'compactors');
			await cp(folder, own, { recursive: true });
			const given = { program, compactors: own, plugin: '', way };
			const text = partOf('Pi: Extension').entry.snippet(given);
			await writeFiles(path.join(stage.place.home, '.pi/agent'), [['extensions/precis.js', text]]);
			return path.join(own, 'pi.mjs');
		},
		automatic: (client) => ({
			...client,
			files: (place) => ({
				...client.files(place),
				'.pi/agent/settings.json': JSON.stringify({
					compaction: { reserveTokens: 50_000, keepRecentTokens: 2_000 },
				}),
			}),
		}),
	},
	...['OpenCode', 'Kilo'].map(
		(label): Host => ({
			label,
			commands: 12,
			async connect(stage, folder, way) {
				const own = path.join(stage.place.home, 'compactors');
				await cp(folder, own, { recursive: true });
				const { snippet } = partOf(`${label}: Plugin`).entry;
				const text = snippet({ program, compactors: own, plugin: '', way });
				const config = path.join(stage.place.home, '.config', label.toLowerCase());
				await writeFiles(config, [['plugin/precis.js', text]]);
				return path.join(own, 'open-code.mjs');
			},
			automatic: (client) => ({
				...client,
				files: (place) =>
					Object.fromEntries(
						Object.entries(client.files(place)).map(([name, text]) => [
							name,
							text.replace('"context":100000,"output":8000', '"context":50000,"output":8000'),
						]),
					),
			}),
		}),
	),
];

async function writeFiles(
	folder: string,
	files: Iterable<readonly [name: string, text: string]>,
): Promise<void> {
	for (const [name, content] of files) {
		await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
		await writeFile(path.join(folder, name), content);
	}
}

function partOf(label: string) {
	const part = hooksOn(process.platform).find((each) => each.label === label);
	assert.ok(part !== undefined, label);
	return part;
}

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

function brokenBundle(body: string): string {
	const work = `() => { ${body}; }`;
	return ['atOnce', 'instructionsFor', 'withWords', 'compact', 'sessionsOf']
		.map((name) => `export const ${name} = ${work};\n`)
		.join('');
}

for (const host of hosts) {
	const client = commandLineClients.find(({ label }) => label === host.label);
	assert.ok(client !== undefined);
	describe(`Precis as the compactor of ${client.label} ${client.package[1]}`, function () {
		this.timeout(1_200_000);
		const stages: ClientStage[] = [];

		before(async function () {
			try {
				await (await ClientStage.set(client)).dispose();
			} catch (error) {
				if (!(error instanceof NotRunnable)) {
					throw error;
				}
				console.log(error.message);
				this.skip();
			}
		});
		afterEach(async () => {
			for (const stage of stages.splice(0)) {
				await stage.dispose();
			}
		});

		async function connected(
			way: 'model' | 'at-once',
			configured: CommandLineClient = client ?? assert.fail(),
		) {
			const stage = await ClientStage.set(configured);
			stages.push(stage);
			await stage.setUp();
			const bundle = await host.connect(stage, compactors.folder, way);
			return { session: new CompactorSession(stage), bundle, stage };
		}

		if (client.compact !== undefined) {
			const command = client.compact;

			it('compacts at once, twice, and goes on in a new process', async () => {
				const { session } = await connected('at-once');
				await session.work();
				const before = session.latest;
				await session.compact(command);
				await session.turn(goOn, { text: 'I go on.' });
				assert.equal(session.summaries, 0);
				holds(session.latest, before, [...said, goOn]);
				await session.turn('One more thing: paint it green.', { text: 'Painted.' });
				await session.compact([...command.slice(0, -1), '/compact the berths']);
				await session.turn('And what was all that?', { text: 'That was it.' });
				assert.equal(session.summaries, 0);
				const words = [...said, goOn, 'One more thing: paint it green.', 'And what was all that?'];
				holds(session.latest, before, words);
			});

			it('adds the person’s words to the summary of its model', async () => {
				const { session } = await connected('model');
				await session.work();
				const before = session.latest;
				await session.compact(command);
				await session.turn(goOn, { text: 'I go on.' });
				assert.equal(session.summaries, 1);
				assert.match(text(session.latest), /[Aa]bout the walrus/);
				holds(session.latest, before, [...said, goOn]);
			});
		}

		if (host.label === 'Claude Code') {
			it('goes back to before a compaction, in a session of its own', async () => {
				const { session, stage } = await connected('at-once');
				await session.work();
				await session.compact(client.compact ?? []);
				const { home, folder } = stage.place;
				const { stdout } = await promisify(execFile)(words[0], [words[1], 'undo'], {
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

		for (const way of ['at-once', 'model'] as const) {
			it(`compacts in the middle of a turn, and again (${way})`, async () => {
				const { session } = await connected(way, host.automatic(client));
				await session.work(host.commands);
				const largest = session.requests.toSorted((a, b) => text(b).length - text(a).length)[0];
				assert.ok(largest !== undefined);
				const { summaries } = session;
				assert.ok(way === 'at-once' ? summaries === 0 : summaries > 0, String(summaries));
				await session.turn(goOn, { text: 'I go on.' });
				holds(session.latest, largest, [...said, goOn], 1);
				if (way === 'model') {
					assert.match(text(session.latest), /[Aa]bout the walrus/);
				}
				const compacted = session.requests.find((request) =>
					/Handoff from an|About the walrus/i.test(text(request)),
				);
				assert.ok(compacted !== undefined);
				// The turn went on behind it.
				assert.ok(!text(compacted).includes(goOn));
				// The rule and the berths are in the person's words; what is not in front of the model can be looked up.
				for (const fact of dropped) {
					const known =
						text(session.latest).includes(fact) || (await session.found(fact)).includes(fact);
					assert.ok(known, fact);
				}
			});
		}

		for (const [failure, broken] of failures) {
			it(`leaves it to the client where Precis ${failure}`, async () => {
				const { session, bundle } = await connected('at-once', host.automatic(client));
				await (broken === undefined ? rm(bundle) : writeFile(bundle, broken));
				await session.work(host.commands);
				assert.ok(session.summaries > 0);
				await session.turn(goOn, { text: 'I go on.' });
				assert.match(text(session.latest), /About the walrus/);
			});
		}
	});
}

/** A valid request that is shorter and has these words whole, the last of them at its end. */
function holds(
	request: ReceivedRequest,
	before: ReceivedRequest,
	words: readonly string[],
	factor = 1.5,
): void {
	assert.ok(text(request).length < text(before).length / factor, `${text(request).length}`);
	for (const each of words) {
		assert.ok(text(request).includes(each), each);
	}
	const places = words.map((each) => text(request).lastIndexOf(each));
	assert.equal(Math.max(...places), places.at(-1));
	assert.deepEqual(violationsOf(request), []);
}
