import { parseArgs } from 'node:util';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
	CallToolRequestSchema,
	ErrorCode,
	ListToolsRequestSchema,
	McpError,
	RootsListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { folderNamedIn } from '../../transcripts/discovery/findSessions.ts';
import { startingSession } from '../hook/clients.ts';
import { ownVersion } from '../ownVersion.ts';
import { placeOptions, placesOf, placeUsage, type Places } from '../places.ts';
import type { Answers } from './answers.ts';
import { pathOf, Root } from './root.ts';
import { handleOf } from './sessions.ts';
import { toolDefinitions } from './toolDefinitions.ts';

/** The output of `--help`. */
export const usage = `Usage: precis mcp [options]

Runs a Model Context Protocol server over standard input and output.

${placeUsage}

  --client-folders     answer for the folders that the client names, or for its session's folder
                       (a plugin's server starts in the plugin's own folder)

  -h, --help           print this
`;

/** The server's instructions for a model. */
const instructions =
	'Precis has the original messages of this session from before its context was compacted or summarised. If something you need is missing, search for it here before you ask the user or repeat work.';

/**
 * The archive as a server of the Model Context Protocol, not connected yet.
 * @param places May be a function, called with the first request: by then the client is known and its session exists.
 */
export function createServer(
	places: Places | ((server: Server) => Promise<Places>),
	version: string,
): Server {
	const server = new Server(
		{ name: 'precis', title: 'Precis', version },
		{ capabilities: { tools: {} }, instructions },
	);
	// The server is available before readers and store have loaded.
	const loading = import('./answers.ts');
	let answering: Promise<Answers> | undefined;
	const answers = async (): Promise<Answers> => {
		const { Answers } = await loading;
		return new Answers(typeof places === 'function' ? await places(server) : places);
	};
	server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
		answering = undefined;
	});
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...toolDefinitions] }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
		if (!toolDefinitions.some(({ name }) => name === params.name)) {
			throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
		}
		const call = { client: server.getClientVersion()?.name, signal };
		answering ??= answers();
		// After a failure, the client may report its folders with the next request.
		answering.catch(() => (answering = undefined));
		return (await answering).toModel(params.name, params.arguments, call);
	});
	return server;
}

/** The places with the client's folders, or its session's; unchanged if both are unknown. */
export async function clientPlaces(server: Server, places: Places): Promise<Places> {
	const { environment } = places;
	const { roots } =
		server.getClientCapabilities()?.roots === undefined ? { roots: [] } : await server.listRoots();
	const folders = roots.flatMap(({ uri }) => pathOf(uri) ?? []);
	if (folders.length > 0) {
		return { ...places, root: await Root.of(folders, [], environment.home) };
	}
	const file = startingSession(environment);
	const folder = file && (await folderNamedIn(file.path));
	return file === undefined || folder === undefined
		? places
		: {
				...places,
				root: await Root.of([folder], [], environment.home),
				session: handleOf(file.client, file.path),
			};
}

/**
 * Runs the archive's server over standard input and output, until its client ends.
 * @throws If the arguments are invalid.
 */
export async function serve(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			...placeOptions,
			'client-folders': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help === true) {
		process.stdout.write(usage);
		return;
	}
	if (values.root !== undefined && values['client-folders'] === true) {
		throw new TypeError(
			'Give --root or --client-folders: they both say for which folders to answer.',
		);
	}
	const places = await placesOf(values);
	const server = createServer(
		values['client-folders'] === true ? (started) => clientPlaces(started, places) : places,
		await ownVersion(),
	);
	// The client may end without a signal.
	process.stdin.once('end', () => void server.close());
	await server.connect(new StdioServerTransport());
}
