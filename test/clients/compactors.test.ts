import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { claudePluginFiles } from '../../src/assistants/connecting/claudePlugin.ts';
import { hooksOn } from '../../src/assistants/connecting/parts.ts';
import { ClientStage, NotRunnable } from './clientRun.ts';
import { commandLineClients } from './commandLineClients.ts';
import { builtCompactors, CompactorSession, said, text, violationsOf } from './compactorSession.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';

/** Precis as the compactor inside each client that lets a plugin answer its compaction. */

const program = {
	command: process.execPath,
	args: [path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts')],
};

const goOn = 'Go on with the walrus.';

/** How each client is given the plugin and comes to compact. */
const hosts = [
	{
		label: 'Claude Code',
		async connect(stage: ClientStage, folder: string, way: 'model' | 'at-once') {
			const hooks = partOf('Claude Code: Hooks').entry.snippet(program, { folder, way });
			const bundle = await readFile(path.join(folder, 'claude-code.mjs'), 'utf8');
			const plugin = path.join(stage.place.home, 'plugin');
			for (const [name, content] of claudePluginFiles(hooks, bundle, way, '1.0.0') ?? []) {
				await mkdir(path.dirname(path.join(plugin, name)), { recursive: true });
				await writeFile(path.join(plugin, name), content);
			}
			await stage.run(['plugin', 'validate', path.join(plugin, 'plugin')]);
			await stage.run(['plugin', 'marketplace', 'add', plugin]);
			await stage.run(['plugin', 'install', 'precis@precis']);
			return async (): Promise<void> => {
				await rm(path.join(plugin, 'plugin', 'hooks', 'compactor.js'));
			};
		},
		compact: commandLineClients.find(({ label }) => label === 'Claude Code')?.compact,
	},
] as const;

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

for (const host of hosts) {
	const client = commandLineClients.find(({ label }) => label === host.label);
	assert.ok(client !== undefined);
	describe(`Precis as the compactor of ${client.label} ${client.package[1]}`, function () {
		this.timeout(600_000);
		let stage: ClientStage | undefined;

		beforeEach(async function () {
			try {
				stage = await ClientStage.set(client);
				await stage.setUp();
			} catch (error) {
				if (!(error instanceof NotRunnable)) {
					throw error;
				}
				console.log(error.message);
				this.skip();
			}
		});
		afterEach(() => stage?.dispose());

		it('compacts at once, twice, and goes on in a new process', async () => {
			assert.ok(stage !== undefined);
			await host.connect(stage, compactors.folder, 'at-once');
			const session = new CompactorSession(stage);
			await session.work();
			const before = session.requests.at(-1);
			await session.compact(host.compact ?? []);
			await session.turn(goOn, { text: 'I go on.' });
			const once = session.requests.at(-1);
			assert.ok(before !== undefined && once !== undefined);
			assert.equal(session.summaries, 0);
			holds(once, before, [...said, goOn]);
			await session.turn('One more thing: paint it green.', { text: 'Painted.' });
			await session.compact(host.compact ?? []);
			await session.turn('And what was all that?', { text: 'That was it.' });
			const twice = session.requests.at(-1);
			assert.ok(twice !== undefined);
			assert.equal(session.summaries, 0);
			holds(twice, before, [
				...said,
				goOn,
				'One more thing: paint it green.',
				'And what was all that?',
			]);
		});

		it('adds the person’s words to the summary of its model', async () => {
			assert.ok(stage !== undefined);
			await host.connect(stage, compactors.folder, 'model');
			const session = new CompactorSession(stage);
			await session.work();
			const before = session.requests.at(-1);
			await session.compact(host.compact ?? []);
			await session.turn(goOn, { text: 'I go on.' });
			const after = session.requests.at(-1);
			assert.ok(before !== undefined && after !== undefined);
			assert.equal(session.summaries, 1);
			assert.match(text(after), /[Aa]bout the walrus/);
			holds(after, before, [...said, goOn]);
		});

		it('leaves it to the client where Precis is gone', async () => {
			assert.ok(stage !== undefined);
			const remove = await host.connect(stage, compactors.folder, 'at-once');
			await remove();
			const session = new CompactorSession(stage);
			await session.work();
			await session.compact(host.compact ?? []);
			await session.turn(goOn, { text: 'I go on.' });
			assert.equal(session.summaries, 1);
			assert.match(text(session.requests.at(-1) ?? assert.fail()), /About the walrus/);
		});
	});
}

/** A valid request that is shorter and has these words whole, the last of them at its end. */
function holds(request: ReceivedRequest, before: ReceivedRequest, words: readonly string[]): void {
	assert.ok(text(request).length < text(before).length / 1.5, `${text(request).length}`);
	for (const each of words) {
		assert.ok(text(request).includes(each), each);
	}
	const places = words.map((each) => text(request).lastIndexOf(each));
	assert.equal(Math.max(...places), places.at(-1));
	assert.deepEqual(violationsOf(request), []);
}
