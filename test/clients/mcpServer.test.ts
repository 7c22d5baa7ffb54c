import assert from 'node:assert/strict';
import path from 'node:path';
import { writePluginFor } from '../../src/assistants/connecting/connections.ts';
import { servers } from '../../src/assistants/connecting/parts.ts';
import { ownPathRules } from '../../src/transcripts/discovery/environment.ts';
import { answer, type FakeToolCall } from '../support/fakeProvider/behaviours.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';
import { ClientStage, isOfAgent, orSkip } from './clientRun.ts';
import type { CommandLineClient, Place } from './client.ts';
import { commandLineClients } from './commandLineClients.ts';
import { pasted } from './pasted.ts';

/** Each client with our server in its configuration, as a person pastes it there. */

const root = path.resolve(import.meta.dirname, '..', '..');

const words = [process.execPath, path.join(root, 'src', 'cli.ts')] as const;
const installation = {
	program: { launch: { command: words[0], args: [words[1]] }, words },
	compactors: '/opt/precis/compactors',
	way: 'at-once',
} as const;

/** What is said, and asked for. */
const fact = 'periwinkle-7319';

for (const client of commandLineClients) {
	describe(`${client.label} ${client.package[1]} with our MCP server`, function () {
		this.timeout(600_000);
		let stage: ClientStage | undefined;

		before(async function () {
			stage = await orSkip(
				this,
				ClientStage.set(client, (place) => connected(client, place)),
			);
			const { environment } = await stage.places();
			const plugin = pluginIn(stage.place);
			const connecting = {
				environment,
				installation: { ...installation, plugin },
				version: '1.0.0',
			};
			const server = servers.find(({ label }) => label === client.label) ?? assert.fail();
			await writePluginFor({ ...server, isConnected: false }, connecting);
		});
		after(() => stage?.dispose());

		const context =
			client.oneTurn === true
				? 'the session before'
				: client.compact === undefined
					? 'its session'
					: 'what its compaction dropped';
		it(`finds in ${context} what was said`, async () => {
			assert.ok(stage !== undefined);
			const { asking, answered } = await asked(stage);
			assert.ok(asking !== undefined, 'the tool was never offered');
			if (client.compact !== undefined) {
				assert.ok(!asking.includes(fact), 'the context holds it still');
			}
			assert.ok(answered?.includes(fact), answered?.slice(-3_000));
		});
	});
}

const pluginIn = ({ home }: Place): string => path.join(home, 'plugin');

/** The client's configuration with our server in it. */
function connected(client: CommandLineClient, place: Place): Readonly<Record<string, string>> {
	const { label, files, env } = client;
	const server = servers.find((each) => each.label === label);
	assert.ok(server !== undefined, label);
	const { home } = place;
	const [configuration] = server.files({
		home,
		platform: process.platform,
		pathRules: ownPathRules,
		variables: { ...env(place) },
		userFolder: path.join(home, 'User'),
		workspaceFolders: [place.folder],
	});
	const file = path.relative(home, configuration);
	const texts = files(place);
	const snippet = server.entry.snippet({ ...installation, plugin: pluginIn(place) });
	return { ...texts, [file]: pasted(texts[file] ?? '', snippet) };
}

/** What the model was sent. */
interface Asked {
	/** With the request in whose answer it called the tool; undefined: it never could. */
	readonly asking: string | undefined;
	/** With the next one. */
	readonly answered: string | undefined;
}

/** Says something, has the session compacted where that goes, and has the model look it up. */
async function asked(stage: ClientStage): Promise<Asked> {
	const { client, provider } = stage;
	let isAsking = false;
	let asking: string | undefined;
	let answered: string | undefined;
	let told = 'Hello.';
	provider.always((request) => {
		if (!isOfAgent(request) || !isAsking) {
			return answer(told);
		}
		const tool = searchTool(request) ?? client.unlistedSearch;
		if (asking === undefined && tool !== undefined) {
			const conversation = client.oneTurn === true ? otherHandle(request) : undefined;
			if (client.oneTurn === true && conversation === undefined) {
				const name = tool.name.replace('search_conversation', 'list_conversations');
				return answer('I look.', { toolCalls: [{ id: 'call_0', name, arguments: '{}' }] });
			}
			asking = JSON.stringify(request.body);
			const input = JSON.stringify({ query: 'code of the walrus', conversation });
			return answer('I look it up.', { toolCalls: [{ id: 'call_1', arguments: input, ...tool }] });
		}
		answered = JSON.stringify(request.body);
		return answer('That is the code.');
	});
	await stage.setUp();
	told = `I made one up: the code of the walrus is ${fact}.`;
	await stage.run(client.turn('Which code has the walrus?', false));
	if (client.compact !== undefined) {
		told = 'The person asked for a code, and got one.';
		await stage.run(client.compact);
	}
	isAsking = true;
	await stage.run(client.turn('Tell me the code once more.', client.oneTurn !== true));
	return { asking, answered };
}

/** The oldest session that a list in a request names. */
function otherHandle({ body }: ReceivedRequest): string | undefined {
	return JSON.stringify(body)
		.match(/cline-sessions:\w+/g)
		?.at(-1);
}

/** How the client names our tool; some have a name for each server and each of its tools. */
function searchTool({
	body,
}: ReceivedRequest): Pick<FakeToolCall, 'name' | 'namespace'> | undefined {
	return namedIn(body['tools'], undefined);
}

function namedIn(
	value: unknown,
	namespace: string | undefined,
): Pick<FakeToolCall, 'name' | 'namespace'> | undefined {
	if (typeof value !== 'object' || value === null) {
		return undefined;
	}
	const { name, type } = value as { readonly name?: unknown; readonly type?: unknown };
	if (typeof name === 'string' && name.endsWith('search_conversation')) {
		return { name, ...(namespace === undefined ? {} : { namespace }) };
	}
	const inside = type === 'namespace' && typeof name === 'string' ? name : namespace;
	for (const each of Object.values(value)) {
		const found = namedIn(each, inside);
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}
