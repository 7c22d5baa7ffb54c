import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endProcessTree, type Environment, run } from './processes.ts';
import { serverProgram } from './serverProgram.ts';
import { type Settings, writeSettings } from './settings.ts';

/** How a server is started. */
export interface ServerOptions {
	/** Reaches the extension host as well. `undefined` removes a variable. */
	readonly env?: Environment;
	/** User settings on top of calm defaults, for example `workbench.colorTheme`. */
	readonly settings?: Settings;
	/**
	 * Whether it is for a person: then nothing of an extension under development can be opened, but
	 * notifications are shown as usual, which VS Code does not do while it is driven by a test.
	 */
	readonly forPerson?: boolean;
	/** Whether a folder is trusted only when a person says so; the settings have to want it as well. */
	readonly asksForTrust?: boolean;
	/** Folders of extensions that are installed from the start. */
	readonly installed?: readonly string[];
	/** Packages (`.vsix`) that VS Code installs itself before it starts. */
	readonly packages?: readonly string[];
}

/** A running VS Code server: workbench and extension host, only a browser is missing. */
export interface VsCodeServer {
	/** `http://127.0.0.1:PORT`. */
	readonly url: string;
	readonly port: number;
	/** Process id of the server; extension hosts are its children. */
	readonly pid: number;
	/** User data of this server: settings, global storage, logs. Removed by {@link dispose}. */
	readonly dataDirectory: string;
	/** Ends the server and its extension hosts. */
	dispose(): Promise<void>;
}

const startTimeoutMs = 120_000;

/** Built-in extensions that can matter to Precis. The others start servers for languages in every window. */
const seenByTests = /^(?:theme-.+|copilot|markdown-basics|json)$/;

/**
 * Starts VS Code from the npm registry: no display, compiler or download from elsewhere needed.
 * The first call on a machine fetches about 600 MB.
 */
export async function startServer(options: ServerOptions = {}): Promise<VsCodeServer> {
	const { node, script } = await serverProgram();
	const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'precis-vscode-'));
	await writeSettings(dataDirectory, options.settings ?? {});
	for (const folder of options.installed ?? []) {
		const target = path.join(dataDirectory, 'extensions', path.basename(folder));
		await cp(folder, target, { recursive: true });
	}
	for (const file of options.packages ?? []) {
		await run(
			node,
			[
				script,
				'--accept-server-license-terms',
				`--server-data-dir=${dataDirectory}`,
				`--install-extension=${file}`,
			],
			{ env: withoutVsCodeVariables(process.env) },
		);
	}
	// VS Code switches to a theme that lies in the folder of the extension under development, whatever the
	// settings say. The cache is in that folder, so VS Code's own themes would count as such.
	const builtInExtensions = path.join(dataDirectory, 'built-in');
	await mkdir(builtInExtensions);
	const own = path.join(path.dirname(script), '..', 'extensions');
	for (const name of await readdir(own)) {
		if (options.forPerson === true || seenByTests.test(name)) {
			await symlink(path.join(own, name), path.join(builtInExtensions, name), 'junction');
		}
	}
	const child = spawn(
		node,
		[
			// The server outlives nobody: see the file.
			'--import',
			new URL('./exitWithParent.ts', import.meta.url).href,
			script,
			'--host=127.0.0.1',
			'--port=0',
			'--without-connection-token',
			'--accept-server-license-terms',
			// A built VS Code ignores what the `payload` of the URL says of extensions without this.
			...(options.forPerson === true ? [] : ['--enable-smoke-test-driver']),
			...(options.asksForTrust === true ? [] : ['--disable-workspace-trust']),
			'--telemetry-level=off',
			`--server-data-dir=${dataDirectory}`,
			`--builtin-extensions-dir=${builtInExtensions}`,
		],
		{
			env: { ...withoutVsCodeVariables(process.env), ...options.env },
			detached: process.platform !== 'win32',
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const dispose = async (): Promise<void> => {
		await endProcessTree(child);
		await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
	};
	let port: number;
	try {
		port = await new Promise<number>((resolve, reject) => {
			let output = '';
			const fail = (reason: string): void => {
				reject(new Error(`The VS Code server ${reason}:\n${output.slice(-3000)}`));
			};
			const timer = setTimeout(() => fail('did not come up'), startTimeoutMs);
			const read = (text: string): void => {
				output += text;
				const listening = /Extension host agent listening on (\d+)/.exec(output);
				if (listening !== null) {
					clearTimeout(timer);
					resolve(Number(listening[1]));
				}
			};
			child.stdout.setEncoding('utf8').on('data', read);
			child.stderr.setEncoding('utf8').on('data', read);
			child.once('error', (error) => fail(`could not be started (${error.message})`));
			child.once('exit', (code) => {
				clearTimeout(timer);
				fail(`ended with ${code ?? 'a signal'}`);
			});
		});
	} catch (error) {
		await dispose();
		throw error;
	}
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		pid: child.pid ?? 0,
		dataDirectory,
		dispose,
	};
}

/** A terminal inside VS Code describes that VS Code to its children, which would mislead this one. */
function withoutVsCodeVariables(env: Environment): Environment {
	const isForeign = (name: string): boolean =>
		name.startsWith('VSCODE_') || name === 'ELECTRON_RUN_AS_NODE';
	return Object.fromEntries(Object.entries(env).filter(([name]) => !isForeign(name)));
}
