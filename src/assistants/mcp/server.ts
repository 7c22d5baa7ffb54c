import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
	CallToolRequestSchema,
	type CallToolResult,
	ErrorCode,
	ListResourcesRequestSchema,
	ListToolsRequestSchema,
	McpError,
	ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { StoreError } from '../../conversations/store/storeError.ts';
import { redact } from '../../redaction/redact.ts';
import { TranscriptError } from '../../transcripts/reader.ts';
import type { Questions } from './questions.ts';
import { ToolRefusal } from './refusal.ts';
import { toolDefinitions } from './toolDefinitions.ts';

/** What a model is told of the server as a whole. */
const instructions =
	'Precis keeps what was said in this session before its context was compacted or summarised. When something you need is missing, search for it here before you ask the person or do the work again.';

/** Where a failing answer has its code, for programs. */
export const codeKey = 'precis/code';

/**
 * The archive as a server of the Model Context Protocol, not connected yet.
 * @param questions Who answers; may take a moment to come.
 */
export function createServer(
	questions: Promise<Questions>,
	about: { readonly version: string; readonly readOnly: boolean },
): Server {
	const { version, readOnly } = about;
	const tools = toolDefinitions.filter(
		({ annotations }) => !readOnly || annotations?.readOnlyHint === true,
	);
	const server = new Server(
		{ name: 'precis', title: 'Precis', version },
		{ capabilities: { tools: {}, resources: { listChanged: true } }, instructions },
	);
	const client = (): string | undefined => server.getClientVersion()?.name;
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
		if (!tools.some(({ name }) => name === params.name)) {
			throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
		}
		try {
			const call = { client: client(), signal };
			const result = await (await questions).tool(params.name, params.arguments, call);
			if (params.name === 'compact_session') {
				await server.sendResourceListChanged();
			}
			return result;
		} catch (error) {
			return failed(error);
		}
	});
	server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) =>
		asked(async () => (await questions).handoffs(params?.cursor)),
	);
	server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) =>
		asked(async () => (await questions).handoff(params.uri)),
	);
	return server;
}

/** A model reads the message and can do something else. */
function failed(error: unknown): CallToolResult {
	const { code, message } = told(error);
	return {
		isError: true,
		content: [{ type: 'text', text: redact(message) }],
		_meta: { [codeKey]: code },
	};
}

async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		const { code, message } = told(error);
		throw new McpError(ErrorCode.InvalidParams, redact(message), { code });
	}
}

/** @throws What no question can cause: the protocol reports it. */
function told(error: unknown): { readonly code: string; readonly message: string } {
	if (error instanceof ToolRefusal || error instanceof TranscriptError) {
		return { code: error.code, message: error.message };
	}
	if (error instanceof StoreError) {
		return { code: error.kind, message: error.message };
	}
	throw error;
}
