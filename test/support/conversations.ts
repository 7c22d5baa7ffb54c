import * as fc from 'fast-check';
import type { CompactionSettings } from '../../src/compaction/budgets.ts';
import type { Trigger } from '../../src/compaction/record.ts';
import type { Content, Message, ToolCall } from '../../src/messages/message.ts';
import {
	assistant,
	call,
	image,
	numberedLines,
	prose,
	result,
	system,
	user,
	withImage,
} from './logs.ts';
import { settingsWith } from './compactions.ts';

/** Generated conversations with everything that has been seen in real logs, good and bad. */

type Output = 'short' | 'long' | 'repeated' | 'failing' | 'blank' | 'image' | 'parts';
type Arguments = 'short' | 'long' | 'nested' | 'not JSON' | 'numbers';
type Fate = 'answered' | 'missing' | 'late' | 'twice';

interface CallStep {
	readonly tool: string;
	readonly arguments: Arguments;
	readonly output: Output;
	readonly fate: Fate;
	readonly sameId: boolean;
}

type Step =
	| { readonly kind: 'person'; readonly length: number; readonly image: boolean }
	| { readonly kind: 'client'; readonly flagged: boolean }
	| { readonly kind: 'blank'; readonly role: 'user' | 'assistant' }
	| { readonly kind: 'reply'; readonly length: number; readonly parts: boolean }
	| { readonly kind: 'orphan' }
	| {
			readonly kind: 'calls';
			readonly text: boolean;
			readonly calls: readonly CallStep[];
			readonly reversed: boolean;
			/** Each call in a message of its own, as some logs have it. */
			readonly split: boolean;
	  };

/** A conversation and how it is compacted while it grows. */
export interface Conversation {
	readonly messages: readonly Message[];
	/** How many messages the log has at each compaction, ascending. */
	readonly stops: readonly number[];
	readonly triggers: readonly Trigger[];
	readonly settings: CompactionSettings;
	readonly recallHandle: string | undefined;
	/** Items of the summaries, which decides how often a compaction would not shrink anything. */
	readonly summaryItems: number;
}

const callStep: fc.Arbitrary<CallStep> = fc.record({
	tool: fc.constantFrom('Bash', 'read_file', 'grep', 'apply_patch', 'mcp__x__lookup', 'TodoWrite'),
	arguments: fc.constantFrom('short', 'short', 'long', 'nested', 'not JSON', 'numbers'),
	output: fc.constantFrom(
		'short',
		'long',
		'long',
		'repeated',
		'failing',
		'blank',
		'image',
		'parts',
	),
	fate: fc.constantFrom('answered', 'answered', 'answered', 'answered', 'missing', 'late', 'twice'),
	sameId: fc.nat(9).map((dice) => dice === 0),
});

const callsStep: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('calls'),
	text: fc.boolean(),
	calls: fc.array(callStep, { minLength: 1, maxLength: 4 }),
	reversed: fc.boolean(),
	split: fc.nat(5).map((dice) => dice === 0),
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: callsStep },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('person'),
			length: fc.constantFrom(5, 60, 600, 4_000),
			image: fc.nat(7).map((dice) => dice === 0),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('reply'),
			length: fc.constantFrom(5, 80, 900),
			parts: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('client'), flagged: fc.boolean() }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('blank'),
			role: fc.constantFrom('user', 'assistant'),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('orphan') }) },
);

const settings: fc.Arbitrary<CompactionSettings> = fc
	.record(
		{
			window: fc.constantFrom(2_000, 8_000, 40_000),
			protectFirst: fc.nat(5),
			tailRatio: fc.constantFrom(0, 0.1, 0.2, 0.8, 5),
			tailTokens: fc.constantFrom(1, 50, 1_000),
			summaryTokens: fc.constantFrom(100, 1_000),
		},
		{ requiredKeys: ['window', 'protectFirst', 'tailRatio'] },
	)
	.map(settingsWith);

/** Conversations of `minSteps` to `maxSteps` steps, one to about eight messages each. */
export function conversations(minSteps: number, maxSteps: number): fc.Arbitrary<Conversation> {
	return fc
		.record({
			systems: fc.constantFrom(0, 1, 1, 1, 3),
			steps: fc.array(step, { minLength: minSteps, maxLength: maxSteps, size: 'max' }),
			percentages: fc.array(fc.noBias(fc.nat(100)), { minLength: 10, maxLength: 10 }),
			triggers: fc.array(fc.constantFrom<Trigger>('manual', 'automatic', 'overflow'), {
				minLength: 10,
				maxLength: 10,
			}),
			settings,
			recallHandle: fc.constantFrom(undefined, 'c7f3'),
			summaryItems: fc.constantFrom(0, 1, 5, 40),
		})
		.map(({ systems, steps, percentages, ...rest }) => {
			const messages = messagesOf(systems, steps);
			const stops = percentages.map((share) => Math.ceil((share / 100) * messages.length));
			return { ...rest, messages, stops: stops.sort((a, b) => a - b) };
		});
}

function messagesOf(systems: number, steps: readonly Step[]): Message[] {
	const messages: Message[] = Array.from({ length: systems }, (_, index) =>
		system(`You are an assistant, version ${index}.`),
	);
	let late: Message[] = [];
	steps.forEach((next, number) => {
		if (next.kind === 'calls') {
			messages.push(...groupOf(next, number, late));
		} else {
			messages.push(rowOf(next, number));
			if (next.kind === 'person' || next.kind === 'reply') {
				messages.push(...late);
				late = [];
			}
		}
	});
	return messages;
}

function rowOf(next: Exclude<Step, { kind: 'calls' }>, number: number): Message {
	switch (next.kind) {
		case 'person': {
			const text = `Request ${number}: ${prose(next.length, number)}`;
			return user(next.image ? withImage(text) : text);
		}
		case 'client': {
			const text = `<system-reminder>Reminder ${number}</system-reminder>`;
			return next.flagged ? user(`Continue, ${number}.`, 'client') : user(text);
		}
		case 'blank':
			return next.role === 'user' ? user(' \n') : assistant('');
		case 'reply': {
			const text = `Reply ${number}. ${prose(next.length, number)}`;
			return assistant(next.parts ? [{ type: 'text', text }] : text);
		}
		case 'orphan':
			return result(`gone-${number}`, outputOf('repeated', number));
	}
}

/** A group of calls with their results; late results are put aside for later. */
function groupOf(next: Step & { kind: 'calls' }, number: number, late: Message[]): Message[] {
	const ids = next.calls.map((one, position) => `call-${number}-${one.sameId ? 0 : position}`);
	const calls = next.calls.map((one, position) =>
		call(ids[position] ?? '', one.tool, argumentsOf(one.arguments, number)),
	);
	const results = next.calls.flatMap((one, position): Message[] => {
		const answer = result(ids[position] ?? '', outputOf(one.output, number));
		switch (one.fate) {
			case 'answered':
				return [one.output === 'failing' ? { ...answer, isError: true } : answer];
			case 'missing':
				return [];
			case 'twice':
				return [answer, answer];
			case 'late':
				late.push(answer);
				return [];
		}
	});
	return [
		...callersOf(calls, next.text ? `Step ${number}.` : '', next.split),
		...(next.reversed ? results.reverse() : results),
	];
}

function callersOf(calls: readonly ToolCall[], text: string, split: boolean): Message[] {
	return split ? calls.map((one) => assistant(text, one)) : [assistant(text, ...calls)];
}

function argumentsOf(kind: Arguments, number: number): string {
	switch (kind) {
		case 'short':
			return JSON.stringify({ path: `src/file-${number % 7}.ts` });
		case 'long':
			return JSON.stringify({ path: 'src/ä.ts', content: `日本 ${prose(900, number)} "quoted"` });
		case 'nested':
			return JSON.stringify({
				edits: [{ old: prose(400, number), new: prose(450, number) }, 1, null],
			});
		case 'numbers':
			return `{ "id": 12345678901234567890, "ratio": 1.0, "text": "${prose(600, number)}" }`;
		case 'not JSON':
			return `{"path": "src/${prose(600, number)}`;
	}
}

function outputOf(kind: Output, number: number): Content {
	switch (kind) {
		case 'short':
			return `ok ${number}`;
		case 'long':
			return numberedLines(20 + (number % 40), `output ${number}, line`);
		case 'repeated':
			return numberedLines(30, `the same file, line`);
		case 'failing':
			return `${numberedLines(20, `step ${number}`)}\nError: cannot find module ${number}\nExit code: 1`;
		case 'blank':
			return '';
		case 'image':
			return withImage(`Screenshot ${number}. ${prose(300, number)}`);
		case 'parts':
			return [{ type: 'text', text: prose(500, number) }, { type: 'text', text: ' ' }, image];
	}
}
