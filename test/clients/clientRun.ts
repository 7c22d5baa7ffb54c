import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	glob,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	realpath,
	rm,
	stat,
	writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Places, placesOf } from '../../src/assistants/places.ts';
import { answer, type Behaviour } from '../support/fakeProvider/behaviours.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';
import { ensurePackage } from '../vscode/npmPackage.ts';
import { endProcessTree, type Environment, run } from '../vscode/processes.ts';
import type { CommandLineClient, Place } from './client.ts';
import { Terminal } from './terminal.ts';
import { changedFile, type ModelReply, repliesOf, repository, spoken } from './scriptedSession.ts';

/** What a client left behind. */
export interface ClientRun {
	/** What the person said. */
	readonly said: readonly string[];
	/** The file of the stored session. */
	readonly session: string;
	/** The last request of the last turn. */
	readonly request: ReceivedRequest;
	/** Removes everything. */
	dispose(): Promise<void>;
}

/** How long one turn of a client may take, milliseconds. */
const turnMs = 400_000;

/** Why a client is not tested on this machine. */
export class NotRunnable extends Error {}

/** What is set up; where that is not runnable, the suite is skipped with the reason. */
export async function orSkip<T>(suite: Mocha.Context, setUp: Promise<T>): Promise<T> {
	try {
		return await setUp;
	} catch (error) {
		if (!(error instanceof NotRunnable)) {
			throw error;
		}
		console.log(error.message);
		return suite.skip();
	}
}

/** A client that is installed, with a home, a repository and a model server of its own. */
export class ClientStage {
	readonly client: CommandLineClient;
	readonly place: Place;
	readonly provider: FakeProvider;
	readonly #program: string;
	readonly #root: string;

	private constructor(
		client: CommandLineClient,
		program: string,
		root: string,
		provider: FakeProvider,
	) {
		this.client = client;
		this.#program = program;
		this.#root = root;
		this.provider = provider;
		this.place = {
			home: path.join(root, 'home'),
			folder: path.join(root, 'repository'),
			server: new URL(provider.baseUrl).origin,
		};
	}

	/** @param change Of the client's configuration. @throws {NotRunnable} */
	static async set(
		client: CommandLineClient,
		change: (place: Place) => Readonly<Record<string, string>> = client.files,
	): Promise<ClientStage> {
		const program = await installed(client);
		const provider = await startFakeProvider({ keepAlive: true });
		// Folders of sessions are told by where they really are.
		const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'precis-client-')));
		const stage = new ClientStage(client, program, root, provider);
		try {
			await stage.#fill(change(stage.place));
			return stage;
		} catch (error) {
			await stage.dispose();
			throw error;
		}
	}

	/** Runs the client to its end. */
	run(args: readonly string[]): Promise<void> {
		return runTurn(this.#program, args, this.client, this.place);
	}

	/** Starts the client at a terminal. */
	terminal(args: readonly string[]): Terminal {
		const env = environment(this.client, this.place);
		return new Terminal(this.#program, args, { cwd: this.place.folder, env });
	}

	/** Where an assistant of this folder looks. */
	places(): Promise<Places> {
		const { home, folder: directory } = this.place;
		const around = { directory, variables: {}, platform: process.platform, home };
		return placesOf({ store: path.join(home, 'store') }, around);
	}

	/** The file of the newest session. */
	session(): Promise<string> {
		return newest(this.place.home, this.client.session);
	}

	async dispose(): Promise<void> {
		await endDaemons(this.place.home);
		await this.provider.dispose();
		await rm(this.#root, { recursive: true, force: true, maxRetries: 5 });
	}

	async #fill(files: Readonly<Record<string, string>>): Promise<void> {
		const { home, folder } = this.place;
		await writeFiles(home, { 'tmp/.keep': '', ...files });
		await writeFiles(folder, repository);
		await run('git', ['init', '-q', '-b', 'main'], { cwd: folder });
	}

	/** What has to run once, before the first turn and where a model answers. */
	async setUp(): Promise<void> {
		if (this.client.setUp !== undefined) {
			await this.run(this.client.setUp(this.place));
		}
	}
}

/** Installs a client, and has it do what is scripted. @throws {NotRunnable} */
export async function runClient(client: CommandLineClient): Promise<ClientRun> {
	const stage = await ClientStage.set(client);
	const { provider, place } = stage;
	const dispose = (): Promise<void> => stage.dispose();
	try {
		const replies: ModelReply[] = [];
		let taken = 0;
		provider.always((request) => {
			const reply = isOfAgent(request) ? replies.shift() : { text: 'Rounding in the cart' };
			taken += 1;
			return behaviourOf(reply ?? { text: 'There is no reply left.' }, taken);
		});
		await stage.setUp();
		const scripted = repliesOf(client.tools(place));
		const turns = client.oneTurn === true ? [scripted.flat().filter(isStep)] : scripted;
		const said = spoken.slice(0, turns.length);
		for (const [index, words] of said.entries()) {
			replies.push(...(turns[index] ?? []));
			await stage.run(client.turn(words, index > 0));
			if (replies.length > 0) {
				throw new Error(`${client.label} left ${replies.length} replies.`);
			}
		}
		const request = provider.requests.filter(isOfAgent).at(-1);
		if (request === undefined) {
			throw new Error(`${client.label} asked nothing.`);
		}
		const cart = await readFile(path.join(place.folder, changedFile), 'utf8');
		if (!cart.includes('Math.round(') || !cart.includes('itemCount')) {
			throw new Error(`${client.label} did not edit as it was told to:\n${cart}`);
		}
		return { said, session: await stage.session(), request, dispose };
	} catch (error) {
		await dispose();
		throw error;
	}
}

/** Everything but the answer that ends the first turn. */
function isStep({ call }: ModelReply, index: number, all: readonly ModelReply[]): boolean {
	return call !== undefined || index === all.length - 1;
}

async function installed({ label, package: pinned, program }: CommandLineClient): Promise<string> {
	const [name, version] = pinned;
	try {
		const folder = `client-${name.replace(/[^a-z0-9]+/gi, '-')}`;
		const finish = (): Promise<void> => Promise.resolve();
		const directory = await ensurePackage({ folder, name, version, finish });
		const file = path.join(directory, 'node_modules', program);
		await stat(file);
		return file;
	} catch (cause) {
		const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
		throw new NotRunnable(`${label} cannot be installed here: ${reason}`, { cause });
	}
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(root, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}

/** Titles and the like come without tools. */
export function isOfAgent({ body }: ReceivedRequest): boolean {
	const { tools } = body;
	return Array.isArray(tools) && tools.length > 0;
}

function behaviourOf({ text, call }: ModelReply, number: number): Behaviour {
	if (call === undefined) {
		return answer(text);
	}
	const [name, input] = call;
	const custom = typeof input === 'string';
	return answer(text, {
		toolCalls: [
			{ id: `call_${number}`, name, arguments: custom ? input : JSON.stringify(input), custom },
		],
	});
}

/** Runs a client to its end, in its own home. */
async function runTurn(
	program: string,
	args: readonly string[],
	client: CommandLineClient,
	place: Place,
): Promise<void> {
	const child = spawn(program, args, {
		cwd: place.folder,
		env: environment(client, place),
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output = (output + text).slice(-3_000);
		});
	}
	const timer = setTimeout(() => void endProcessTree(child), turnMs);
	try {
		await once(child, 'exit');
	} finally {
		clearTimeout(timer);
		await endProcessTree(child);
	}
	if (child.exitCode !== 0) {
		throw new Error(
			`${client.label} ended with ${child.exitCode ?? child.signalCode ?? ''}:\n${output}`,
		);
	}
}

function environment(client: CommandLineClient, place: Place): Environment {
	const { home } = place;
	return {
		// The project's Node first: it is newer than some machines'.
		PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
		HOME: home,
		USERPROFILE: home,
		TMPDIR: path.join(home, 'tmp'),
		XDG_CONFIG_HOME: path.join(home, '.config'),
		XDG_DATA_HOME: path.join(home, '.local/share'),
		XDG_STATE_HOME: path.join(home, '.local/state'),
		XDG_CACHE_HOME: path.join(home, '.cache'),
		...client.env(place),
	};
}

async function newest(home: string, pattern: string): Promise<string> {
	const found: { readonly file: string; readonly at: number }[] = [];
	for await (const name of glob(pattern, { cwd: home })) {
		const file = path.join(home, name);
		found.push({ file, at: (await stat(file)).mtimeMs });
	}
	const [latest] = found.sort((one, other) => other.at - one.at);
	if (latest === undefined) {
		throw new Error(`There is no session at ${pattern}.`);
	}
	return latest.file;
}

/** Ends what a client left running: it has the home folder in its environment. Linux tells. */
async function endDaemons(home: string): Promise<void> {
	for (const pid of await readdir('/proc').catch(() => [])) {
		const its = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
		if (/^\d+$/.test(pid) && its.split('\0').includes(`HOME=${home}`)) {
			process.kill(Number(pid), 'SIGKILL');
		}
	}
}
