import { rename } from 'node:fs/promises';
import path from 'node:path';
import { answer } from '../support/fakeProvider/behaviours.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';
import { type ClientStage, isOfAgent } from './clientRun.ts';

/** How each client comes to compact its own context, and where our words then are. */

/** What the person says behind the compaction. */
export const goOn = 'Go on with it.';

/** What the person says, and no summary repeats. */
export const rule = 'Never touch the file periwinkle.md.';

/** How a session goes on at a terminal. */
export interface AtTerminal {
	/** @param session Its file; empty: a new one. */
	readonly args: (session: string) => readonly string[];
	/** What is shown when it takes input. */
	readonly ready: string;
	/** What is typed to have it compact. */
	readonly compact: string;
	/** What is shown when it has; only what changed on the screen is written to it. */
	readonly done: string;
}

/** How a client comes to compact its context, and where our words then are. */
export interface Scenario {
	readonly label: string;
	/** Of the part that Precis writes. */
	readonly part: string;
	/** Changes of its configuration. */
	readonly settings?: (texts: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
	/** Arguments behind the first of each turn. */
	readonly flags?: readonly string[];
	/** Turns behind the first, where the client has no command for it. */
	readonly turns: number;
	/** What comes between two turns. */
	readonly between?: (session: string) => Promise<void>;
	/** Where it compacts with our hook at a terminal only. */
	readonly terminal?: AtTerminal;
	/** Said with the first words. */
	readonly filler?: string;
	/** Whether the request for the summary asks to keep the rule, or the context behind it has it. */
	readonly tells: readonly ('summary' | 'context')[];
}

/** Where only what was really sent makes a context look full, or a summary pays. */
const filler = ' These words only fill the context.'.repeat(1_500);

/** A configuration with a change of one of its files. */
export const withJson =
	(file: string, change: object) =>
	(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
		...texts,
		[file]: JSON.stringify({ ...(JSON.parse(texts[file] ?? '{}') as object), ...change }),
	});

const namedBy = (session: string): readonly string[] => [
	'--id',
	path.basename(session, '.messages.json'),
];

/** All of them. */
export const scenarios: readonly Scenario[] = [
	// The hooks of the plugin, pasted.
	{ label: 'Claude Code', part: 'Plugin', turns: 1, tells: ['summary', 'context'] },
	{
		label: 'Codex',
		part: 'Hooks',
		settings: (texts) => ({
			...texts,
			'.codex/config.toml': `model_auto_compact_token_limit = 5000\n${texts['.codex/config.toml'] ?? ''}`,
		}),
		flags: ['--dangerously-bypass-hook-trust'],
		turns: 1,
		tells: ['context'],
	},
	{ label: 'Copilot CLI', part: 'Hooks', turns: 1, tells: ['context'] },
	{
		label: 'Gemini CLI',
		part: 'Hooks',
		settings: withJson('.gemini/settings.json', {
			model: { name: 'gemini-2.5-pro', compressionThreshold: 0.01 },
		}),
		filler,
		turns: 2,
		// It has the minute of its beginning in its name, which is past when a person goes on with it.
		between: (session) => rename(session, session.replace(/\d{4}-\d\d-\d\dT/, '2026-01-01T')),
		tells: ['context'],
	},
	{
		label: 'Qwen Code',
		part: 'Hooks',
		turns: 0,
		filler,
		terminal: {
			args: () => ['-c', '--approval-mode', 'yolo'],
			ready: 'Type your message',
			compact: '/compress',
			done: 'Chat history compressed',
		},
		tells: ['context'],
	},
	{
		label: 'Cline',
		part: 'Plugin',
		turns: 0,
		terminal: {
			args: (session) => ['-i', '-P', 'openai', '-m', 'fake-model', ...namedBy(session)],
			ready: 'Ask anything',
			compact: '/compact',
			done: '(manual)',
		},
		tells: ['context'],
	},
	{ label: 'OpenCode', part: 'Plugin', turns: 1, tells: ['summary'] },
	{ label: 'Kilo', part: 'Plugin', turns: 1, tells: ['summary'] },
];

/** Has a session compacted by its client. @returns All requests. */
export async function compacted(
	stage: ClientStage,
	{ flags = [], turns, between, terminal, filler: more = '' }: Scenario,
): Promise<readonly ReceivedRequest[]> {
	const { client, provider } = stage;
	const requests: ReceivedRequest[] = [];
	provider.always((request) => {
		requests.push(request);
		// Only the first reply makes the context look full: a summary that leaves it so is made again.
		const isFirst = requests.filter(isOfAgent).length <= 1;
		const usage = { input: isFirst ? 98_000 : 1_000, output: 10 };
		return isOfAgent(request) && !JSON.stringify(request.body).includes('<state_snapshot>')
			? answer('I looked at it, and all is well.', { usage })
			: answer('<state_snapshot>They looked at the shop.</state_snapshot>', { usage });
	});
	const turn = (words: string, continues: boolean): Promise<void> => {
		const [first = '', ...others] = client.turn(words, continues);
		return stage.run([first, ...flags, ...others]);
	};
	await stage.setUp();
	await turn(`Look at src/cart.js. ${rule}${more}`, false);
	if (client.compact !== undefined) {
		await stage.run(client.compact);
	}
	for (let each = 1; each <= turns; each += 1) {
		await between?.(await stage.session());
		await turn(goOn, true);
	}
	if (terminal !== undefined) {
		await compactedAtTerminal(stage, terminal, requests);
	}
	return requests;
}

async function compactedAtTerminal(
	stage: ClientStage,
	{ args, ready, compact, done }: AtTerminal,
	requests: readonly ReceivedRequest[],
): Promise<void> {
	const terminal = stage.terminal(args(await stage.session()));
	try {
		await terminal.shows(ready);
		await terminal.enter(compact, () => terminal.hasShown(done));
		await terminal.enter(goOn, () =>
			requests.some(({ body }) => JSON.stringify(body).includes(goOn)),
		);
	} finally {
		await terminal.dispose();
	}
}
