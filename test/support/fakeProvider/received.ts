import type { IncomingMessage } from 'node:http';

/** What the fake provider was asked, and how each request ended. */

type FakeApi = 'chat' | 'responses' | 'anthropic' | 'gemini' | 'models' | 'other';

/** A request as it came. */
export interface ReceivedRequest {
	readonly api: FakeApi;
	readonly method: string;
	/** With its query. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	/** Empty where there is none. */
	readonly body: Readonly<Record<string, unknown>>;
	/** Whether a stream was asked for. */
	readonly streaming: boolean;
	/** `left`: the client ended it before the reply was complete. */
	readonly outcome: 'open' | 'answered' | 'left' | 'reset';
}

/** A request that is still changing. */
export type OpenRequest = { -readonly [Key in keyof ReceivedRequest]: ReceivedRequest[Key] };

/** Reads a request to its end. */
export async function receive(message: IncomingMessage): Promise<OpenRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) {
		chunks.push(chunk as Buffer);
	}
	const text = Buffer.concat(chunks).toString('utf8');
	const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
	const url = message.url ?? '/';
	return {
		api: apiOf(url),
		method: message.method ?? 'GET',
		url,
		headers: { ...message.headers },
		body,
		streaming: body['stream'] === true || url.includes(':streamGenerateContent'),
		outcome: 'open',
	};
}

function apiOf(url: string): FakeApi {
	const { pathname } = new URL(url, 'http://localhost');
	if (pathname.endsWith('/chat/completions')) {
		return 'chat';
	}
	if (pathname.endsWith('/responses')) {
		return 'responses';
	}
	if (pathname.endsWith('/messages')) {
		return 'anthropic';
	}
	if (/:(?:stream)?generateContent$/i.test(pathname)) {
		return 'gemini';
	}
	return pathname.endsWith('/models') ? 'models' : 'other';
}

/** How long a condition may take before a test is told that it did not come, milliseconds. */
const patience = 120_000;

/** Waits for conditions on a state that changes now and then. */
export class Watchers {
	readonly #waiting = new Set<{
		readonly check: () => void;
		readonly fail: (why: string) => void;
	}>();

	/** Resolves as soon as the condition holds; fails when it does not come. */
	until(what: string, holds: () => boolean): Promise<void> {
		if (holds()) {
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const stop = (): void => {
				clearTimeout(guard);
				this.#waiting.delete(watcher);
			};
			const watcher = {
				check: (): void => {
					if (holds()) {
						stop();
						resolve();
					}
				},
				fail: (why: string): void => {
					stop();
					reject(new Error(`${why} while a test waited for: ${what}`));
				},
			};
			const guard = setTimeout(() => watcher.fail(`${patience} ms passed`), patience);
			this.#waiting.add(watcher);
		});
	}

	/** To be called after every change. */
	changed(): void {
		for (const { check } of this.#waiting) {
			check();
		}
	}

	dispose(): void {
		for (const { fail } of this.#waiting) {
			fail('The fake provider was disposed');
		}
	}
}
