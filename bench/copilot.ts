import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { countMessage, type TokenCounter } from '../src/messages/tokens.ts';
import { textOf, type Message } from '../src/messages/message.ts';
import { loadTokenCounter } from '../src/worker/tokenCounter.ts';
import { CopilotWorkbench } from '../test/copilot/copilotWorkbench.ts';
import { isOfAgent, ScriptedModel } from '../test/copilot/scriptedModel.ts';
import { projectFiles } from '../test/copilot/scriptedProject.ts';
import { thirtyTurns, type ScriptedTurn } from '../test/copilot/thirtyTurns.ts';
import { askedMessages } from '../test/support/fakeProvider/askedMessages.ts';
import { answer } from '../test/support/fakeProvider/behaviours.ts';
import type { ReceivedRequest } from '../test/support/fakeProvider/received.ts';
import { copilotSummary } from './copilotSummary.ts';
import { row } from './measure.ts';

/**
 * What a chat of thirty turns sends to its model: the real Copilot Chat with its own summaries, and the
 * same chat through Precis with the built-in summariser. Needs a build. `node bench/copilot.ts [MODEL…]`,
 * a model being `tight` (34,000 tokens) or `small` (64,000).
 */

/** Tokens of a tool's definition: JSON has so many characters for each, about. */
const charactersPerToken = 4.3;

/** Copilot Chat wants its summary between such tags, in a request of its own as well as behind a turn. */
const summaryTag = '<summary>';

/** Whoever asks for nothing else meanwhile waits for a summary, milliseconds. */
const watched = 3_000;

/**
 * What somebody who goes on would have to know of the session, as words that the answer needs. Written from the
 * scripted turns alone, all of them before the last dozen.
 */
const exam: readonly (readonly [question: string, answer: readonly RegExp[]])[] = [
	['What must never be done with exports?', [/never rename an export/i]],
	['Why did the test fail at first?', [/subtract/i]],
	['What was changed in math.js?', [/math\.js/, /a \+ b/]],
	[
		'Which file must not be touched?',
		[
			/(?:not touch|touched|untouched)[^\n]{0,40}test\.js|test\.js[^\n]{0,40}(?:not be touched|untouched)/i,
		],
	],
	['In which time zone are slots?', [/slots are in UTC/i]],
	['Which file lists the modules?', [/notes\.md/]],
	['What does roomsStep3 do on negative values?', [/roomsStep3/, /RangeError/]],
	['How large may invoices be?', [/10,000 euros/]],
	['What checks that, and where?', [/checkLimit/, /bills\.js/]],
	['What exited with 3?', [/process\.exit\(3\)|exited with 3/]],
	['How are names sorted, and where?', [/order\.js/, /family name/i]],
	['May a dependency be added?', [/no dependency may be added/i]],
	['Where do names without a family name come?', [/(?:put|come)[^\n]{0,20} last/i]],
];

interface Sent {
	/** Of turns and for summaries. */
	readonly requests: number;
	readonly input: number;
	readonly unchanged: number;
	readonly largest: number;
	/** Those for a summary. */
	readonly summaries: number;
	/** Summaries that a turn stood still for. */
	readonly waits: number;
	/** Records that Precis made. */
	readonly records: number;
	/** Questions that the last request does not answer. */
	readonly missed: readonly string[];
}

async function run(model: string, counter: TokenCounter): Promise<Sent> {
	const summaries: ReceivedRequest[] = [];
	let waits = 0;
	/** The turn that runs; between turns undefined. */
	let running: ScriptedTurn | undefined;
	const state = (): readonly unknown[] => [running, scripted.asked.length];
	const scripted = await ScriptedModel.start((request) => {
		const messages = askedMessages(request);
		const asksForSummary = [messages[0], messages.at(-1)].some((message) =>
			textOf(message?.content ?? '').includes(summaryTag),
		);
		if (!asksForSummary) {
			return answer('A title');
		}
		summaries.push(request);
		void (async () => {
			await setTimeout(watched);
			const [turn, asked] = state();
			await setTimeout(watched - 100);
			const [turnNow, askedNow] = state();
			waits += turn !== undefined && turn === turnNow && asked === askedNow ? 1 : 0;
		})();
		return answer(copilotSummary, { everyMs: 2 * watched, pieceLength: copilotSummary.length });
	});
	const copilot = await CopilotWorkbench.open(projectFiles, scripted);
	try {
		await copilot.begin(model);
		for (const turn of thirtyTurns((name) => copilot.file(name))) {
			running = turn;
			await copilot.turn(turn.words, turn.replies);
			running = undefined;
		}
		return {
			...totalsOf(
				scripted.requests.filter((request) => summaries.includes(request) || isOfAgent(request)),
				counter,
			),
			summaries: summaries.length,
			waits,
			records: copilot.stored((store) =>
				store.list().reduce((sum, { id }) => sum + store.recordCount(id), 0),
			),
			missed: missedIn(scripted.asked.at(-1) ?? []),
		};
	} finally {
		await copilot.dispose();
	}
}

function missedIn(last: readonly Message[]): string[] {
	const said = last.map(({ content }) => textOf(content)).join('\n');
	const calls = JSON.stringify(last);
	return exam.flatMap(([question, answer]) =>
		answer.every((words) => words.test(said) || words.test(calls)) ? [] : [question],
	);
}

/** What was sent. A message is unchanged where it and all before it, tools included, were sent before. */
function totalsOf(
	requests: readonly ReceivedRequest[],
	counter: TokenCounter,
): Pick<Sent, 'requests' | 'input' | 'unchanged' | 'largest'> {
	const seen = new Set<string>();
	let [input, unchanged, largest] = [0, 0, 0];
	for (const request of requests) {
		const characters = Number(request.body['toolCharacters']);
		let prefix = '';
		let size = 0;
		// Tools stand in front of everything.
		const pieces = [
			{ name: String(characters), tokens: Math.round(characters / charactersPerToken) },
			...askedMessages(request).map((message) => ({
				name: JSON.stringify(message),
				tokens: countMessage(message, counter),
			})),
		];
		for (const { name, tokens } of pieces) {
			prefix = hash('sha256', prefix + name);
			unchanged += seen.has(prefix) ? tokens : 0;
			size += tokens;
			seen.add(prefix);
		}
		input += size;
		largest = Math.max(largest, size);
	}
	return { requests: requests.length, input, unchanged, largest };
}

const tokens = (value: number): string => `${Math.round(value / 1_000).toLocaleString('en')} k`;
const counter = await loadTokenCounter();
const models = process.argv.slice(2);
for (const model of models.length === 0 ? ['small', 'tight'] : models) {
	for (const name of [`Scripted ${model}`, `Scripted ${model} · Precis`]) {
		const sent = await run(name, counter);
		row(`${name}: input tokens of ${sent.requests} requests`, tokens(sent.input));
		row(
			'  of them from an unchanged beginning',
			`${((100 * sent.unchanged) / sent.input).toFixed(1)} %`,
		);
		row('  largest request', tokens(sent.largest));
		const billed = sent.input - 0.9 * sent.unchanged;
		row('  billed, a token from an unchanged beginning at a tenth', tokens(billed));
		row('  of the requests, those for a summary', String(sent.summaries));
		row('  summaries that a turn waited for', String(sent.waits));
		row('  records of Precis', String(sent.records));
		const answered = exam.length - sent.missed.length;
		row('  questions that the last request answers', `${answered} of ${exam.length}`);
		sent.missed.forEach((question) => console.log(`    not: ${question}`));
	}
}
