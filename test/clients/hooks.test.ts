import assert from 'node:assert/strict';
import path from 'node:path';
import { connectableHooks } from '../../src/mcp/connecting/hooks.ts';
import { ownPathRules } from '../../src/transcripts/discovery/environment.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';
import { ClientStage, isOfAgent, NotRunnable } from './clientRun.ts';
import { commandLineClients, type CommandLineClient, type Place } from './commandLineClients.ts';

/** Each client with our hook or plugin, as Precis writes it there, while it compacts its own context. */

const program = {
	command: process.execPath,
	args: [path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts')],
};

/** What the person says, and no summary repeats. */
const rule = 'Never touch the file periwinkle.md.';

/** How a client comes to compact its context, and where our words then are. */
interface Scenario {
	readonly label: string;
	/** Of the part that Precis writes. */
	readonly part: string;
	/** Changes of its configuration. */
	readonly settings?: (texts: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
	/** Arguments behind the first of each turn. */
	readonly flags?: readonly string[];
	/** Turns behind the first, where the client has no command for it. */
	readonly turns: number;
	/** Where only what was really sent makes a context look full. */
	readonly filler?: string;
	/** Whether the request for the summary asks to keep the rule, or the context behind it has it. */
	readonly tells: readonly ('summary' | 'context')[];
}

const withJson =
	(file: string, change: object) =>
	(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
		...texts,
		[file]: JSON.stringify({ ...(JSON.parse(texts[file] ?? '{}') as object), ...change }),
	});

const scenarios: readonly Scenario[] = [
	{ label: 'Claude Code', part: 'Hooks', turns: 1, tells: ['summary', 'context'] },
	{
		label: 'Codex',
		part: 'Hooks',
		settings: (texts) => ({
			...texts,
			'.codex/config.toml': `model_auto_compact_token_limit = 5000\n${texts['.codex/config.toml'] ?? ''}`,
		}),
		flags: ['--dangerously-bypass-hook-trust'],
		turns: 1,
		tells: ['context'],
	},
	{ label: 'Copilot CLI', part: 'Hooks', turns: 1, tells: ['context'] },
	{
		label: 'Gemini CLI',
		part: 'Hooks',
		settings: withJson('.gemini/settings.json', {
			model: { name: 'gemini-2.5-pro', compressionThreshold: 0.01 },
		}),
		filler: ' These words only fill the context.'.repeat(1_500),
		turns: 2,
		tells: ['context'],
	},
	{ label: 'OpenCode', part: 'Plugin', turns: 1, tells: ['summary'] },
	{ label: 'Kilo', part: 'Plugin', turns: 1, tells: ['summary'] },
];

for (const scenario of scenarios) {
	const client = commandLineClients.find(({ label }) => label === scenario.label);
	assert.ok(client !== undefined);
	describe(`${client.label} ${client.package[1]} with our ${scenario.part.toLowerCase()}`, function () {
		this.timeout(600_000);
		let stage: ClientStage | undefined;

		before(async function () {
			try {
				stage = await ClientStage.set(client, (place) => hooked(client, scenario, place));
			} catch (error) {
				if (!(error instanceof NotRunnable)) {
					throw error;
				}
				console.log(error.message);
				this.skip();
			}
		});
		after(() => stage?.dispose());

		it(`has in its ${scenario.tells.join(' and ')} what its own compaction would lose`, async () => {
			assert.ok(stage !== undefined);
			const requests = await compacted(stage, scenario);
			const texts = requests.map(({ body }) => JSON.stringify(body));
			if (scenario.tells.includes('summary')) {
				const asked = texts.find((text) => text.includes('Keep these facts'));
				assert.ok(asked?.split('Keep these facts')[1]?.includes(rule));
			}
			if (scenario.tells.includes('context')) {
				const last = texts.at(-1) ?? '';
				assert.ok(last.split('[Precis: facts')[1]?.includes(rule), last.slice(-4_000));
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
	const assistant = connectableHooks(process.platform).find(
		(each) => each.label === `${label}: ${part}`,
	);
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
	const text = assistant.list.add(texts[file] ?? '', program);
	assert.ok(text !== undefined);
	return { ...texts, [file]: text };
}

/** Has a session compacted by its client. @returns All requests. */
async function compacted(
	stage: ClientStage,
	{ flags = [], turns, filler = '' }: Scenario,
): Promise<readonly ReceivedRequest[]> {
	const { client, provider } = stage;
	const requests: ReceivedRequest[] = [];
	provider.always((request) => {
		requests.push(request);
		// Only the first reply makes the context look full: a summary that leaves it so is made again.
		const isFirst = requests.filter(isOfAgent).length <= 1;
		const usage = { input: isFirst ? 98_000 : 1_000, output: 10 };
		return isOfAgent(request)
			? answer('I looked at it, and all is well.', { usage })
			: answer('<state_snapshot>They looked at the shop.</state_snapshot>', { usage });
	});
	const turn = (words: string, continues: boolean): Promise<void> => {
		const [first = '', ...more] = client.turn(words, continues);
		return stage.run([first, ...flags, ...more]);
	};
	await stage.setUp();
	await turn(`Look at src/cart.js. ${rule}${filler}`, false);
	if (client.compact !== undefined) {
		await stage.run(client.compact);
	}
	for (let each = 1; each <= turns; each += 1) {
		await turn('Go on with it.', true);
	}
	return requests;
}
