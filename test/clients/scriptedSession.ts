/** What a person says to each client, and what the model does: the truth that stored sessions are held to. */

/** What a client's own tools are called with. */
export interface ClientTools {
	readonly read: (file: string) => ToolInput;
	readonly run: (command: string) => ToolInput;
	readonly edit: (file: string, before: string, after: string) => ToolInput;
}

/** A tool's name and its input; text for a custom tool. */
type ToolInput = readonly [name: string, input: object | string];

/** One reply of the model. */
export interface ModelReply {
	readonly text: string;
	readonly call?: ToolInput;
}

/** How a call ended, in truth. */
export interface TrueOutcome {
	/** What the call was about. */
	readonly target: string;
	readonly status: 'ok' | 'failed';
	/** Of a command. */
	readonly exitCode?: number;
}

/** The files of the repository that the clients work in, by path. */
export const repository: Readonly<Record<string, string>> = {
	'src/cart.js': [
		'// Cart totals.',
		'export function total(cart) {',
		'\tlet sum = 0;',
		'\tfor (const item of cart) sum += item.price * item.count;',
		'\treturn sum;',
		'}',
		'',
	].join('\n'),
	'test.js': [
		"import assert from 'node:assert';",
		"import { total } from './src/cart.js';",
		'assert.equal(total([{ price: 0.1, count: 3 }]), 0.3);',
		"console.log('1 passed');",
		'',
	].join('\n'),
	'package.json': '{ "name": "cart", "version": "1.0.0", "type": "module" }\n',
	// What they demand is nothing that the person said.
	'AGENTS.md': '# Rules\n\n- Always write commit messages in Latin.\n',
	'CLAUDE.md': '# Rules\n\n- Always write commit messages in Latin.\n',
};

/** The one file that is changed. */
export const changedFile = 'src/cart.js';

/** What the person says, turn by turn. */
export const spoken = [
	'Fix the rounding bug in src/cart.js: total() must round to 2 decimals. Do not add any dependencies. Run `node test.js` afterwards.',
	'Now add a function itemCount(cart) to src/cart.js and tell me whether the tests pass. Always use tabs for indentation.',
] as const;

const lastCommand = 'node test.js && node -e "process.exit(3)"';

/** What the model replies, turn by turn. */
export function repliesOf({ read, run, edit }: ClientTools): readonly (readonly ModelReply[])[] {
	return [
		[
			{ text: 'I read the cart first.', call: read(changedFile) },
			{ text: 'Now the test as it is.', call: run('node test.js') },
			{
				text: 'I round once, in total().',
				call: edit(changedFile, '\treturn sum;\n', '\treturn Math.round(sum * 100) / 100;\n'),
			},
			{ text: 'And the test again.', call: run('node test.js') },
			{ text: 'total() rounds now, and the test passes.' },
		],
		[
			// Some edit only what the same process has read.
			{ text: 'I read it again.', call: read(changedFile) },
			{
				text: 'Adding itemCount.',
				call: edit(changedFile, '\treturn sum.toFixed(2);\n', '\treturn 0;\n'),
			},
			{
				text: 'That text was not there; once more.',
				call: edit(
					changedFile,
					'// Cart totals.\n',
					'// Cart totals.\nexport const itemCount = (cart) => cart.length;\n',
				),
			},
			{ text: 'And both commands.', call: run(lastCommand) },
			{ text: 'itemCount is there; the last command exited with 3.' },
		],
	];
}

/** How the calls of both turns ended. */
export const outcomes: readonly TrueOutcome[] = [
	{ target: changedFile, status: 'ok' },
	{ target: 'node test.js', status: 'failed', exitCode: 1 },
	{ target: changedFile, status: 'ok' },
	{ target: 'node test.js', status: 'ok', exitCode: 0 },
	{ target: changedFile, status: 'ok' },
	{ target: changedFile, status: 'failed' },
	{ target: changedFile, status: 'ok' },
	{ target: lastCommand, status: 'failed', exitCode: 3 },
];
