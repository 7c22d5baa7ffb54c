import path from 'node:path';
import { run } from '../../src/cli/commands.ts';

/** The program, for what only a process of its own shows. */
export const commandLineProgram = path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts');

/** What a run of the command line left. */
export interface CommandLineRun {
	readonly code: string | number;
	readonly out: string;
	readonly error: string;
}

/**
 * Runs the command line in this process: a start of the program takes longer than most of what is tested.
 * One at a time.
 */
export async function runCommandLine(
	args: readonly string[],
	{ cwd = process.cwd(), env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandLineRun> {
	const { argv, exitCode } = process;
	const before = { cwd: process.cwd(), env: { ...process.env } };
	const warned = process.rawListeners('warning') as ((warning: Error) => void)[];
	const out = capture(process.stdout);
	const error = capture(process.stderr);
	process.chdir(cwd);
	setEnvironment({ ...env });
	process.argv = [process.execPath, commandLineProgram, ...args];
	try {
		const code = (await run(args)) ?? process.exitCode ?? 0;
		return { code, out: out.text(), error: error.text() };
	} finally {
		out.end();
		error.end();
		process.removeAllListeners('warning');
		warned.forEach((listener) => process.on('warning', listener));
		Object.assign(process, { argv, exitCode });
		setEnvironment(before.env);
		process.chdir(before.cwd);
	}
}

/** Changes the variables in place: the system's functions read them too. */
function setEnvironment(variables: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(process.env)) {
		if (variables[name] === undefined) {
			delete process.env[name];
		}
	}
	Object.assign(process.env, variables);
}

/** Keeps what is written to a stream from it, until the end. */
function capture(stream: NodeJS.WriteStream) {
	const write = stream.write.bind(stream);
	let text = '';
	stream.write = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
		text += String(chunk);
		const done = more.at(-1);
		if (typeof done === 'function') {
			(done as () => void)();
		}
		return true;
	};
	return { text: () => text, end: () => (stream.write = write) };
}
