import { parseArgs } from 'node:util';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
	CallToolRequestSchema,
	ErrorCode,
	ListToolsRequestSchema,
	McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../messages/errors.ts';
import { ownVersion } from '../ownVersion.ts';
import { placeOptions, placesOf, placeUsage, type Places } from '../places.ts';
import { toolDefinitions } from './toolDefinitions.ts';

/** What `--help` prints. */
export const usage = `Usage: precis mcp [options]

A server of the Model Context Protocol over standard input and output.

${placeUsage}

  -h, --help           print this
`;

/** What a model is told of the server as a whole. */
const instructions =
	'Precis keeps what was said in this session before its context was compacted or summarised. When something you need is missing, search for it here before you ask the person or do the work again.';

/** The archive as a server of the Model Context Protocol, not connected yet. */
export function createServer(places: Places, version: string): Server {
	const server = new Server(
		{ name: 'precis', title: 'Precis', version },
		{ capabilities: { tools: {} }, instructions },
	);
	// Readers and store come with the answers: a server is there before they are loaded.
	const answering = import('./answers.ts').then(({ Answers }) => new Answers(places));
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...toolDefinitions] }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
		if (!toolDefinitions.some(({ name }) => name === params.name)) {
			throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
		}
		const call = { client: server.getClientVersion()?.name, signal };
		return (await answering).toModel(params.name, params.arguments, call);
	});
	return server;
}

/**
 * The archive for other assistants: a server over standard input and output. It ends with its client.
 * @returns The exit code where it ends at once.
 */
export async function serve(args: readonly string[]): Promise<number | undefined> {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: { ...placeOptions, help: { type: 'boolean', short: 'h' } },
		});
		if (values.help === true) {
			process.stdout.write(usage);
			return undefined;
		}
		const server = createServer(await placesOf(values), await ownVersion());
		// A client that is gone ends its server, also where it sends no signal.
		process.stdin.once('end', () => void server.close());
		await server.connect(new StdioServerTransport());
		return undefined;
	} catch (error) {
		process.stderr.write(`${messageOf(error)}\n`);
		return 1;
	}
}
