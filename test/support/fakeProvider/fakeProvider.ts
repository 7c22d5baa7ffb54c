import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answer, type Behaviour, type Script } from './behaviours.ts';
import { listedModels } from './modelList.ts';
import { perform } from './perform.ts';
import { receive, Watchers, type OpenRequest, type ReceivedRequest } from './received.ts';
import { summaryReply } from './summaryReply.ts';

/**
 * A provider for tests: an OpenAI-compatible server on this machine that does with each request what
 * the test says, and tells what it saw. Tests wait for what it sees, never for time to pass.
 */
export interface FakeProvider {
	/** As a person would set it, with `/v1`. */
	readonly baseUrl: string;
	/** Every request that came, oldest first. */
	readonly requests: readonly ReceivedRequest[];
	/** What the next calls meet, one each; behind what was given before. */
	next(...scripts: readonly Script[]): void;
	/** What calls meet that have none of their own: a good summary unless said otherwise. */
	always(script: Script): void;
	/** What `GET /models` meets; a list in OpenAI's envelope where it is an array. */
	list(models: readonly unknown[] | Behaviour): void;
	/** Forgets the requests that came so far: a long run is not to keep them all. */
	forget(): void;
	/** Lets every request that came so far go on where it hangs, or will. */
	release(): void;
	/** The request of this number, counted from 0, as soon as it has come. */
	request(index: number): Promise<ReceivedRequest>;
	/** Until so many requests have come. */
	received(count: number): Promise<void>;
	/** Until clients have left so many requests before their reply was complete. */
	left(count: number): Promise<void>;
	/** Until a request is where it hangs: what is released before it has come hangs for good. */
	hanging(): Promise<void>;
	/** Until no request and no socket is open. */
	quiet(): Promise<void>;
	readonly openRequests: number;
	/**
	 * Sockets that carried a request. Node's fetch opens spare ones after a request that was left, and
	 * closes them after seconds; nobody holds those.
	 */
	readonly openSockets: number;
	/** Ends every request and socket and the server. */
	dispose(): Promise<void>;
}

export interface FakeProviderOptions {
	/**
	 * Keeps sockets open for more requests, as real servers do. Without it every request has a socket
	 * of its own, so that one left open is one leaked.
	 */
	readonly keepAlive?: boolean;
}

/** Starts a provider on a free port. */
export async function startFakeProvider({
	keepAlive = false,
}: FakeProviderOptions = {}): Promise<FakeProvider> {
	const requests: OpenRequest[] = [];
	const sockets = new Set<Socket>();
	const watchers = new Watchers();
	const scripts: Script[] = [];
	const letGo = new Set<() => void>();
	const hanging = new Set<OpenRequest>();
	let usual: Script = answer(summaryReply());
	let list: readonly unknown[] | Behaviour = Object.values(listedModels);

	const behaviourFor = (request: OpenRequest): Behaviour => {
		if (request.api === 'models') {
			return 'kind' in list ? list : { kind: 'raw', status: 200, body: { data: list } };
		}
		if (request.api === 'other') {
			return { kind: 'raw', status: 404, body: '404 page not found' };
		}
		const script = scripts.shift() ?? usual;
		return typeof script === 'function' ? script(request) : script;
	};

	const watchSocket = (socket: Socket): void => {
		if (!sockets.has(socket)) {
			sockets.add(socket);
			socket.once('close', () => {
				sockets.delete(socket);
				watchers.changed();
			});
		}
	};

	const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
		watchSocket(message.socket);
		if (!keepAlive) {
			response.setHeader('connection', 'close');
		}
		const request = await receive(message);
		// There from the start: a test may let it go before it has come to where it hangs.
		const released = new Promise<void>((resolve) => {
			letGo.add(resolve);
			response.once('close', () => {
				letGo.delete(resolve);
				hanging.delete(request);
				if (request.outcome === 'open') {
					request.outcome = response.writableFinished ? 'answered' : 'left';
				}
				watchers.changed();
			});
		});
		requests.push(request);
		watchers.changed();
		const hang = async (): Promise<void> => {
			hanging.add(request);
			watchers.changed();
			await released;
			hanging.delete(request);
		};
		await perform(behaviourFor(request), { request, response, hang });
	};

	const server = createServer((message, response) => {
		handle(message, response).catch((error: unknown) => {
			// A request that broke off; anything else is a mistake of the test's and is to be seen.
			if (!message.destroyed) {
				response.writeHead(599).end(String(error));
			}
		});
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	const countOf = (outcome: ReceivedRequest['outcome']): number =>
		requests.filter((request) => request.outcome === outcome).length;

	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests,
		next: (...more) => {
			scripts.push(...more);
		},
		always: (script) => {
			usual = script;
		},
		list: (models) => {
			list = models;
		},
		forget: () => {
			requests.length = 0;
		},
		release: () => {
			for (const resolve of letGo) {
				resolve();
			}
			letGo.clear();
		},
		request: async (index) => {
			await watchers.until(`request ${index}`, () => requests.length > index);
			const request = requests[index];
			if (request === undefined) {
				throw new RangeError(`There is no request ${index}.`);
			}
			return request;
		},
		received: (count) => watchers.until(`${count} requests`, () => requests.length >= count),
		left: (count) => watchers.until(`${count} requests left`, () => countOf('left') >= count),
		hanging: () => watchers.until('a request that hangs', () => hanging.size > 0),
		quiet: () => watchers.until('quiet', () => countOf('open') === 0 && sockets.size === 0),
		get openRequests() {
			return countOf('open');
		},
		get openSockets() {
			return sockets.size;
		},
		dispose: async () => {
			watchers.dispose();
			const gone = new Promise<void>((resolve) => {
				server.close(() => resolve());
			});
			server.closeAllConnections();
			await gone;
		},
	};
}
