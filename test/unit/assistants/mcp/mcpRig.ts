import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
	type CallToolResult,
	CallToolResultSchema,
	ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { codeKey } from '../../../../src/assistants/mcp/answers.ts';
import { clientPlaces, createServer } from '../../../../src/assistants/mcp/server.ts';
import { placesOf } from '../../../../src/assistants/places.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { logEntry, estimatedTokens } from '../../../../src/messages/tokens.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

/** A machine with assistants, and clients that ask our server on it. */
export class McpRig {
	readonly machine: Machine;
	readonly #clients: Client[] = [];

	private constructor(machine: Machine) {
		this.machine = machine;
	}

	static async make(): Promise<McpRig> {
		return new McpRig(await Machine.make());
	}

	/** Folder of Precis' own store. */
	get storage(): string {
		return this.machine.path('storage');
	}

	/** A client that started our server in a folder below the home folder. */
	async client(
		folder: string,
		{
			name = 'claude-code',
			options = {},
			home = this.machine.home,
			variables = {},
			roots,
		}: {
			readonly name?: string;
			readonly options?: Parameters<typeof placesOf>[0];
			readonly home?: string;
			/** Of the process, which then asks the client for its folders. */
			readonly variables?: Readonly<Record<string, string>>;
			/** Folders that the client names, below the home folder, or addresses of others; a failure in place of one. */
			readonly roots?: readonly (string | URL | Error)[];
		} = {},
	): Promise<Client> {
		const directory = path.resolve(this.machine.home, folder);
		const around = { directory, variables, platform: 'linux', home } as const;
		const places = await placesOf({ store: this.storage, ...options }, around);
		const server = createServer((asked) => clientPlaces(asked, places), '1.2.3');
		const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
		const client = new Client({ name, version: '1' }, { capabilities });
		if (roots !== undefined) {
			client.setRequestHandler(ListRootsRequestSchema, () => ({
				roots: roots.map((root) => {
					if (root instanceof Error) {
						throw root;
					}
					return {
						uri:
							root instanceof URL
								? root.href
								: pathToFileURL(path.resolve(this.machine.home, root)).href,
					};
				}),
			}));
		}
		const [ours, its] = InMemoryTransport.createLinkedPair();
		await Promise.all([server.connect(ours), client.connect(its)]);
		this.#clients.push(client);
		return client;
	}

	/** Keeps a conversation as an editor would that is still open. */
	keep(workspace: string, messages: readonly Message[], title = 'Kept'): string {
		return this.withStore((store) => {
			const { id } = store.create({ title, source: 'test', workspace });
			const { version: counter } = estimatedTokens;
			store.append(
				id,
				messages.map((message) => ({ ...logEntry(message, estimatedTokens), counter })),
			);
			return id;
		});
	}

	withStore<Result>(work: (store: SqliteStore) => Result): Result {
		const store = this.openStore();
		try {
			return work(store);
		} finally {
			store.close();
		}
	}

	/** As an editor opens it. */
	openStore(): SqliteStore {
		const opened = openStore(this.storage, { now: Date.now });
		assert.equal(opened.kind, 'opened');
		return opened.store;
	}

	async remove(): Promise<void> {
		await Promise.all(this.#clients.map((client) => client.close()));
		await this.machine.remove();
	}
}

/** Calls a tool. The client checks the answer against the tool's output schema. */
export async function call(
	client: Client,
	name: string,
	input: Record<string, unknown> = {},
): Promise<CallToolResult> {
	return CallToolResultSchema.parse(await client.callTool({ name, arguments: input }));
}

/** What an answer says to a model. */
export function textOf({ content }: CallToolResult): string {
	return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Everything that leaves the server with an answer. */
export const whole = (result: CallToolResult): string => JSON.stringify(result);

/** Why a tool did not answer; undefined where it did. */
export function codeOf({ isError, _meta }: CallToolResult): unknown {
	return isError === true ? _meta?.[codeKey] : undefined;
}
