import assert from 'node:assert/strict';
import path from 'node:path';
import { instructionsMark } from '../../src/assistants/compactor/compaction.ts';
import { hooksOn } from '../../src/assistants/connecting/parts.ts';
import { ownPathRules } from '../../src/transcripts/discovery/environment.ts';
import { ClientStage, orSkip } from './clientRun.ts';
import type { CommandLineClient, Place } from './client.ts';
import { commandLineClients } from './commandLineClients.ts';
import { pasted } from './pasted.ts';
import { compacted, goOn, rule, type Scenario, scenarios } from './compactions.ts';
import { builtCompactors } from './compactorSession.ts';

/** Each client with our hook or plugin, as a person pastes it there, while it compacts its own context. */

const words = [
	process.execPath,
	path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts'),
] as const;
const program = { launch: { command: words[0], args: [words[1]] }, words };

let compactors: Awaited<ReturnType<typeof builtCompactors>>;
before(async () => {
	compactors = await builtCompactors();
});
after(() => compactors.remove());

for (const scenario of scenarios) {
	const client = commandLineClients.find(({ label }) => label === scenario.label);
	assert.ok(client !== undefined);
	describe(`${client.label} ${client.package[1]} with our ${scenario.part.toLowerCase()}`, function () {
		this.timeout(600_000);
		let stage: ClientStage | undefined;

		before(async function () {
			if (scenario.terminal !== undefined && process.platform !== 'linux') {
				console.log('Only Linux has the program that gives a client a terminal.');
				this.skip();
			}
			stage = await orSkip(
				this,
				ClientStage.set(client, (place) => hooked(client, scenario, place)),
			);
		});
		after(() => stage?.dispose());

		it(`has in its ${scenario.tells.join(' and ')} what its own compaction would lose`, async () => {
			assert.ok(stage !== undefined);
			const requests = await compacted(stage, scenario);
			const texts = requests.map(({ body }) => JSON.stringify(body));
			if (scenario.tells.includes('summary')) {
				const instructed = texts.map((text) => text.split(instructionsMark)[1] ?? '');
				assert.ok(instructed.some((text) => text.includes(rule)));
			}
			if (scenario.tells.includes('context')) {
				const last = texts.findLast((text) => text.includes(goOn)) ?? '';
				assert.ok(last.split('[Precis: the words')[1]?.includes(rule), last.slice(-4_000));
			}
		});
	});
}

/** The client's configuration with our part in it. */
function hooked(
	client: CommandLineClient,
	{ label, part, settings = (texts) => texts }: Scenario,
	place: Place,
): Readonly<Record<string, string>> {
	const assistant = hooksOn(process.platform).find((each) => each.label === `${label}: ${part}`);
	assert.ok(assistant !== undefined, label);
	const { home } = place;
	const [configuration] = assistant.files({
		home,
		platform: process.platform,
		pathRules: ownPathRules,
		variables: { ...client.env(place) },
		userFolder: path.join(home, 'User'),
		workspaceFolders: [place.folder],
	});
	const file = path.relative(home, configuration);
	const texts = settings(client.files(place));
	const snippet = assistant.entry.snippet({
		program,
		compactors: compactors.folder,
		plugin: '',
		way: 'model',
	});
	return { ...texts, [file]: pasted(texts[file] ?? '', snippet) };
}
