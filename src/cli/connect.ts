import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
	commandText,
	type Connecting,
	deleteUnusedPlugin,
	findParts,
	type FoundPart,
	runStep,
	writePluginFor,
} from '../assistants/connecting/connections.ts';
import { assistantName } from '../assistants/connecting/parts.ts';
import type { Program, ServerLaunch } from '../assistants/connecting/programs.ts';
import { ownVersion } from '../assistants/ownVersion.ts';
import { placesOf } from '../assistants/places.ts';
import { note, parsedArguments, print, printJson, UsageError } from './output.ts';

/** Text of `--help`. */
export const connectUsage = `Usage: precis connect [options] [ASSISTANT]

Connects an assistant to the MCP server and the hooks. If the assistant has a command for this, Precis shows
the command and runs it with your consent. Otherwise Precis prints what to paste, and where: it never edits
another program's files. Without ASSISTANT, lists the assistants on this machine.

  --remove             disconnect it
  --yes                run the commands without asking
  --at-once            have Precis write summaries inside the assistant, without a model and without waiting
                       (default: the assistant's own model writes, and Precis adds what it would lose)
  --json               print what is connected as JSON

  -h, --help           print this
`;

const options = {
	remove: { type: 'boolean' },
	yes: { type: 'boolean' },
	'at-once': { type: 'boolean' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Connects or disconnects an assistant. @returns The exit code; 2: nothing to do, or refused. @throws {UsageError} */
export async function connect(args: readonly string[]): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(connectUsage);
		return 0;
	}
	const [wanted, ...more] = positionals;
	if (more.length > 0) {
		throw new UsageError(`One ASSISTANT at a time: ${more.join(' ')}`);
	}
	const startedProgram = process.argv[1] ?? '';
	const program = ownProgram(process.execPath, startedProgram);
	const { environment, storage } = await placesOf({});
	const connecting: Connecting = {
		environment,
		version: await ownVersion(),
		installation: {
			program,
			compactors: await compactorsOf(startedProgram),
			plugin: path.join(storage, 'plugin'),
			way: values['at-once'] === true ? 'at-once' : 'model',
		},
	};
	const found = await findParts(connecting);
	if (wanted === undefined) {
		await (values.json === true ? printJson(found.map(reportOf)) : print(partsTable(found)));
		return 0;
	}
	const isWanted = ({ label }: FoundPart): boolean => assistantName(label) === wanted;
	if (!found.some(isWanted)) {
		const names = [...new Set(found.map(({ label }) => assistantName(label)))];
		throw new UsageError(
			`"${wanted}" was not found on this machine. ${names.length === 0 ? 'No assistant was.' : `Found: ${names.join(', ')}.`}`,
		);
	}
	const changed: FoundPart[] = [];
	const pending = found.filter(
		(part) => isWanted(part) && part.isConnected === (values.remove === true),
	);
	for (const part of pending) {
		if (await carryOut(part, connecting, values.yes === true)) {
			changed.push(part);
		}
	}
	if (pending.length === 0) {
		note(values.remove === true ? 'It is not connected.' : 'It is connected already.');
	}
	if (changed.length > 0) {
		note(nextStep(changed, values.remove === true));
	}
	if (values.remove === true && changed.some(({ takesPlugin }) => takesPlugin !== undefined)) {
		await cleanUp(changed, connecting, storage);
	}
	if (values.json === true) {
		await printJson((await findParts(connecting)).filter(isWanted).map(reportOf));
	}
	return changed.length > 0 ? 0 : 2;
}

/** Deletes our plugin, and says what stays on the machine. */
async function cleanUp(
	removed: readonly FoundPart[],
	connecting: Connecting,
	storage: string,
): Promise<void> {
	const { environment, installation } = connecting;
	// VS Code may load the plugin from its own storage, which only its settings know.
	const isOwnStorage = (environment.variables['PRECIS_STORE'] ?? '') === '';
	if (isOwnStorage && (await deleteUnusedPlugin(connecting))) {
		note(`Precis deleted ${installation.plugin}.`);
	}
	for (const { label, keeps, folder } of removed) {
		if (keeps !== undefined) {
			note(`${label.split(':')[0] ?? ''} keeps ${keeps} (folder: ${folder(environment)}).`);
		}
	}
	const cache = path.join(environment.home, '.cache', 'precis');
	note(
		`Precis keeps its copies for "precis undo" in ${storage}, and its compiled program in ${cache}: delete these folders if you need neither.`,
	);
}

/** Folder of the compactors that plugins load. A program that runs from its sources uses the folder of the build. */
async function compactorsOf(program: string): Promise<string> {
	// npm installs the program as a link.
	const folder = path.dirname(await realpath(program));
	return path.extname(program) === '.ts'
		? path.resolve(folder, '..', 'dist', 'compactors')
		: path.join(folder, 'compactors');
}

/** The user's next step, as one line. */
export function nextStep(
	changed: readonly Pick<FoundPart, 'label' | 'compaction' | 'step'>[],
	isRemoved: boolean,
): string {
	const [{ label } = { label: '' }] = changed;
	const [assistant = ''] = label.split(':');
	const isByHand = changed.some(({ step }) => step.kind !== 'run');
	const restart = `Next: ${isByHand ? 'when that is done, ' : ''}restart ${assistant}`;
	if (isRemoved) {
		return `${restart}.`;
	}
	const does = new Set(changed.map(({ compaction }) => compaction));
	if (does.has('replaces')) {
		return `${restart} and work as usual. Precis takes part in every compaction, automatic or manual.`;
	}
	return does.has('adds')
		? `${restart} and work as usual. Precis adds what the assistant's own compaction leaves out.`
		: `${restart}. If it misses something, ask it to search the session.`;
}

/** Runs the assistant's own commands, or prints instructions. @returns Whether the step was done, or is the user's. */
async function carryOut(
	part: FoundPart,
	connecting: Connecting,
	isAgreed: boolean,
): Promise<boolean> {
	const { label, file, step } = part;
	switch (step.kind) {
		case 'run':
			return run(part, step.commands, connecting, isAgreed);
		case 'paste':
			await writePluginFor(part, connecting);
			// Several texts may follow each other: each is only usable with its path.
			await print(`${label}: add this to ${file}:\n\n${step.text}\n`);
			return true;
		case 'delete':
			note(`${label}: delete ${file}, which Precis made.`);
			return true;
		case 'take-out':
			note(`${label}: remove Precis from ${file}.`);
			return true;
		case 'mend':
			note(`${label}: its configuration cannot be read. ${step.cause}`);
			return false;
	}
}

async function run(
	part: FoundPart,
	commands: readonly ServerLaunch[],
	connecting: Connecting,
	isAgreed: boolean,
): Promise<boolean> {
	const { label, isConnected } = part;
	const { platform } = connecting.environment;
	const shown = commands.map((command) => `  ${commandText(command, platform)}`).join('\n');
	note(`${label}: Precis runs\n${shown}`);
	if (!isAgreed && !(await askForConsent())) {
		note('Nothing was changed.');
		return false;
	}
	const { ok, output } = await runStep(part, commands, connecting);
	note(
		ok
			? `${label}: ${isConnected ? 'disconnected' : 'connected'}.`
			: `${label}: the command had no effect. Its output:\n${output}`,
	);
	return ok;
}

async function askForConsent(): Promise<boolean> {
	if (!process.stdin.isTTY) {
		note('Precis cannot ask without a terminal. Use --yes to run the command.');
		return false;
	}
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	try {
		// A closed input is not consent.
		const reply = await lines.question('Run it? [y/N] ').catch(() => '');
		return /^y(es)?$/i.test(reply.trim());
	} finally {
		lines.close();
	}
}

/**
 * The command with which assistants start this program.
 * @throws {UsageError} If the program is in npx's temporary folder.
 */
export function ownProgram(runtime: string, program: string): Program {
	if (path.normalize(program).split(/[\\/]/).includes('_npx')) {
		throw new UsageError(
			'npx runs Precis from a temporary folder, where an assistant would not find Precis later. Install the package first: npm install --global PACKAGE.',
		);
	}
	const words = [runtime, path.resolve(program)] as const;
	const launch = { command: words[0], args: [words[1]] };
	// npm puts a link of this name on the user's path.
	return path.basename(program) === 'precis'
		? { launch, words, typed: ['precis'] }
		: { launch, words };
}

function reportOf({ label, file, isConnected }: FoundPart): object {
	return { assistant: assistantName(label), part: label, file, connected: isConnected };
}

function partsTable(found: readonly FoundPart[]): string {
	const rows = found.map(
		({ label, file, isConnected, step }) =>
			`${assistantName(label)}\t${label}\t${step.kind === 'mend' ? 'cannot be read' : isConnected ? 'connected' : 'not connected'}\t${file}\n`,
	);
	return rows.length === 0 ? 'No assistant was found on this machine.\n' : rows.join('');
}
