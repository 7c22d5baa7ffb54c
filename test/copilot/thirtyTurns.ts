import type { ScriptedReply } from './scriptedModel.ts';

/** One request of the person, and what the model does with it. */
export interface ScriptedTurn {
	readonly words: string;
	readonly replies: readonly ScriptedReply[];
}

/** How the commands and edits of the thirty turns really end, in order. */
export const actsDone: readonly {
	readonly target: string;
	readonly status: 'ok' | 'failed';
	readonly exitCode?: number;
}[] = [
	{ target: 'node test.js', status: 'failed', exitCode: 1 },
	{ target: 'math.js', status: 'ok' },
	{ target: 'node test.js', status: 'ok', exitCode: 0 },
	{ target: 'notes.md', status: 'ok' },
	{ target: 'rooms.js', status: 'failed' },
	{ target: 'rooms.js', status: 'ok' },
	{ target: 'bills.js', status: 'ok' },
	{ target: 'node test.js && node -e "process.exit(3)"', status: 'failed', exitCode: 3 },
	{ target: 'order.js', status: 'ok' },
	{ target: 'order.js', status: 'ok' },
];

type Call = readonly [tool: string, input: object];

/**
 * Thirty turns of one person: rules, corrections, edits, a test that fails and passes, an edit that
 * fails, and a command that exits with 3.
 * @param file The absolute path of a file of the project.
 */
export function thirtyTurns(file: (name: string) => string): readonly ScriptedTurn[] {
	const read = (name: string): Call => [
		'read_file',
		{ filePath: file(name), startLine: 1, endLine: 240 },
	];
	const shell = (command: string): Call => [
		'run_in_terminal',
		{
			command,
			explanation: `Run ${command}`,
			goal: 'See what it says',
			isBackground: false,
			mode: 'sync',
			timeout: 15_000,
		},
	];
	const edit = (name: string, oldString: string, newString: string): Call => [
		'replace_string_in_file',
		{ filePath: file(name), oldString, newString },
	];
	const turn = (words: string, ...replies: ScriptedReply[]): ScriptedTurn => ({ words, replies });
	const looking = (words: string, name: string, text: string): ScriptedTurn =>
		turn(words, { text: `I look at ${name}.`, calls: [read(name)] }, { text });
	return [
		looking('What is dates.js for? Never rename an export.', 'dates.js', 'It counts steps.'),
		turn(
			'Run node test.js and tell me what is wrong.',
			{ text: 'Now the test as it is.', calls: [shell('node test.js')] },
			{ text: 'add subtracts: the test fails.' },
		),
		turn(
			'Fix add so that the test passes. Do not touch test.js.',
			{ calls: [edit('math.js', 'return a - b;', 'return a + b;')] },
			{ text: 'Once more, the test.', calls: [shell('node test.js')] },
			{ text: 'add adds now, and the test passes.' },
		),
		looking(
			'Now slots.js as well, and remember: slots are in UTC, never in local time.',
			'slots.js',
			'slots.js mirrors dates.js.',
		),
		turn(
			'Create notes.md with one line about each module.',
			{
				calls: [
					[
						'create_file',
						{ filePath: file('notes.md'), content: '# Notes\n\n- dates.js: dates\n' },
					],
				],
			},
			{ text: 'notes.md is written.' },
		),
		looking('Which exports does rooms.js have?', 'rooms.js', 'roomsStep0 to roomsStep39.'),
		turn(
			'Make roomsStep3 throw a RangeError on negative values.',
			{
				text: 'I guard it.',
				calls: [
					edit('rooms.js', 'const wrong = add(value, 3);', 'throw new RangeError("negative");'),
				],
			},
			{
				text: 'That text was not there; once more.',
				calls: [
					edit(
						'rooms.js',
						'\tconst result = add(value, 3);',
						'\tif (value < 0) {\n\t\tthrow new RangeError("negative");\n\t}\n\tconst result = add(value, 3);',
					),
				],
			},
			{ text: 'roomsStep3 throws a RangeError now.' },
		),
		looking(
			'Look at bills.js next; invoices must stay below 10,000 euros.',
			'bills.js',
			'There is no limit yet. Shall I put it into a function of its own?',
		),
		turn(
			'Yes, call it checkLimit.',
			{
				calls: [
					edit(
						'bills.js',
						'/** Step 0 of bills',
						'export function checkLimit(total) {\n\tif (total >= 10_000) {\n\t\tthrow new RangeError("limit");\n\t}\n}\n\n/** Step 0 of bills',
					),
				],
			},
			{ text: 'checkLimit is in bills.js.' },
		),
		turn(
			'Run the test once more, and then whatever exits with 3.',
			{ calls: [shell('node test.js && node -e "process.exit(3)"')] },
			{ text: 'The second command exited with 3.' },
		),
		...['mail.js', 'names.js', 'dates.js', 'slots.js', 'rooms.js', 'mail.js'].map((name, index) =>
			looking(`Please check ${name}, round ${index + 1}.`, name, `${name} is fine, ${index + 1}.`),
		),
		turn('Are the steps in slots.js pure?', { text: 'Yes, each depends on its arguments only.' }),
		turn(
			'Sort names by family name in a new file order.js. No dependency may be added.',
			{
				calls: [
					[
						'create_file',
						{
							filePath: file('order.js'),
							content:
								'export const order = (names) => [...names].sort((a, b) => a.family.localeCompare(b.family));\n',
						},
					],
				],
			},
			{ text: 'order.js sorts by family name.' },
		),
		turn('And names without a family name?', { text: 'They would throw. Shall I put them last?' }),
		turn(
			'Yes, put them last.',
			{ calls: [edit('order.js', 'a.family.localeCompare(', '(a.family ?? "~").localeCompare(')] },
			{ text: 'They come last.' },
		),
		...['bills.js', 'names.js', 'dates.js', 'slots.js', 'rooms.js', 'mail.js'].map((name, index) =>
			looking(`Read ${name} again, part ${index + 1}.`, name, `I have read ${name}, ${index + 1}.`),
		),
		turn('Thanks.', { text: 'You are welcome.' }),
		looking('Now check bills.js for the limit.', 'bills.js', 'The limit is there.'),
		looking('Which steps of names.js round?', 'names.js', 'Those that are told to.'),
		turn('What is left to do?', { text: 'Documentation of lastDay.' }),
	];
}
