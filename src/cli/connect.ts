import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { assistantName } from '../assistants/connecting/assistants.ts';
import {
	findAssistants,
	makeChange,
	type FoundAssistant,
} from '../assistants/connecting/changes.ts';
import type { ServerLaunch } from '../assistants/connecting/serverList.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { changedLines } from './changedLines.ts';
import { note, print } from './output.ts';
import { parsedArguments, UsageError } from './parsedArguments.ts';
import { placesHere } from './places.ts';

/** Gives assistants the server and the hooks, and takes them away: never without showing the change. */

/** What `--help` prints. */
export const connectUsage = `Usage: precis connect [--remove] [--yes] [ASSISTANT]

Writes the MCP server, and the hooks or the plugin, into the configuration of an assistant. Shows each
change first, and makes it with consent only. Without an assistant, lists those of this machine.

  --remove             take them out again
  --yes                make the changes without asking
  --json               print what is connected, or was changed, as JSON

  -h, --help           print this`;

const options = {
	remove: { type: 'boolean' },
	yes: { type: 'boolean' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** @returns The exit code: 2 where there was nothing to change, or the person refused. @throws {UsageError} */
export async function connect(args: readonly string[]): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(`${connectUsage}\n`, withoutControls);
		return 0;
	}
	const [wanted, ...more] = positionals;
	if (more.length > 0) {
		throw new UsageError(`One ASSISTANT at a time: ${more.join(' ')}`);
	}
	const program = ownProgram(process.execPath, process.argv[1] ?? '');
	const { environment } = await placesHere({});
	const programs = {
		server: { ...program, args: [...program.args, 'mcp'] },
		commandLine: program,
	};
	const find = (): Promise<readonly FoundAssistant[]> => findAssistants(environment, programs);
	const found = await find();
	if (wanted === undefined) {
		await print(values.json === true ? `${JSON.stringify(found.map(told))}\n` : listed(found));
		return 0;
	}
	const its = found.filter(({ label }) => assistantName(label) === wanted);
	if (its.length === 0) {
		const names = [...new Set(found.map(({ label }) => assistantName(label)))];
		throw new UsageError(
			`"${wanted}" was not found on this machine. ${names.length === 0 ? 'No assistant was.' : `Found: ${names.join(', ')}.`}`,
		);
	}
	const changed: FoundAssistant[] = [];
	for (const { label } of its) {
		// Two parts may be in one file: each is read as the one before has left it.
		const part = (await find()).find((each) => each.label === label);
		if (part !== undefined && part.isConnected === (values.remove === true)) {
			if (await change(part, values.yes === true)) {
				changed.push(part);
			}
		}
	}
	if (values.json === true) {
		await print(
			`${JSON.stringify((await find()).filter(({ label }) => assistantName(label) === wanted).map(told))}\n`,
		);
	}
	return changed.length > 0 ? 0 : 2;
}

/** Shows a change and makes it where the person agrees. */
async function change(part: FoundAssistant, isAgreed: boolean): Promise<boolean> {
	const { label, file, text = '', changed } = part;
	if (changed === undefined) {
		note(`${label}: ${file} cannot be edited: it is not understood, or is not from Precis.`);
		return false;
	}
	note(`${label}: ${file}`);
	for (const line of changedLines(text, changed)) {
		const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
		process.stderr.write(
			`${styleText(colour, withoutControls(line), { stream: process.stderr })}\n`,
		);
	}
	if (!isAgreed && !(await agreed())) {
		note('Nothing was changed.');
		return false;
	}
	if (!(await makeChange(part, () => Promise.resolve()))) {
		note(`${file} has changed. Precis left the file as it is. Try again.`);
		return false;
	}
	note(
		part.isConnected
			? `${label}: removed. Restart the assistant.`
			: `${label}: connected. Restart the assistant.`,
	);
	return true;
}

async function agreed(): Promise<boolean> {
	if (!process.stdin.isTTY) {
		note('There is no terminal to ask at. Give --yes to make the change.');
		return false;
	}
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	try {
		// Whoever leaves the question has not agreed.
		const said = await lines.question('Make this change? [y/N] ').catch(() => '');
		return /^y(es)?$/i.test(said.trim());
	} finally {
		lines.close();
	}
}

/**
 * How others start this program.
 * @throws {UsageError} Where it lies in a place that npx empties.
 */
export function ownProgram(runtime: string, program: string): ServerLaunch {
	if (path.normalize(program).split(/[\\/]/).includes('_npx')) {
		throw new UsageError(
			'npx runs Precis from a folder that it empties some day, and an assistant would look there. Install the package first: npm install --global PACKAGE.',
		);
	}
	return { command: runtime, args: [path.resolve(program)] };
}

function told({ label, file, isConnected }: FoundAssistant): object {
	return { assistant: assistantName(label), part: label, file, connected: isConnected };
}

function listed(found: readonly FoundAssistant[]): string {
	const rows = found.map(
		({ label, file, isConnected }) =>
			`${assistantName(label)}\t${label}\t${isConnected ? 'connected' : 'not connected'}\t${file}\n`,
	);
	return rows.length === 0 ? 'No assistant was found on this machine.\n' : rows.join('');
}
