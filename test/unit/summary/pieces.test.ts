import assert from 'node:assert/strict';
import { isFromPerson } from '../../../src/messages/userTurns.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { renderHandoff } from '../../../src/summary/handoff.ts';
import {
	assistant,
	at,
	call,
	logOf,
	numberedLines,
	prose,
	result,
	user,
} from '../../support/logs.ts';
import { conversationOf, large, numbersIn, planOf, textOf, turn, turns } from './plannedPieces.ts';
import { item, summaryWith } from './requests.ts';

describe('a conversation that fits one request', () => {
	it('is one request with everything shown', () => {
		const plan = planOf(turns(3, 2, 500));
		assert.equal(plan.requests, 1);
		const piece = at(plan.pieces, 0);
		assert.deepEqual([piece.first, piece.last], [1, 18]);
		assert.deepEqual(
			numbersIn(piece),
			Array.from({ length: 18 }, (_, index) => index + 1),
		);
		assert.match(piece.prompt.user, /Write the summary of the conversation above\./);
	});

	it('asks for what the budget leaves beside verbatim messages and the frame', () => {
		const log = logOf(user(prose(2_000)), assistant(prose(9_000)));
		const { user: text, maxOutputTokens } = at(planOf(log).pieces, 0).prompt;
		const length = 2_000 - at(log, 0).tokens - 200;
		assert.equal(Number(/at most about (\d+) tokens/.exec(text)?.[1]), length);
		assert.equal(maxOutputTokens, 2_600);
	});

	it('updates the previous summary with only the new turns', () => {
		const log = turns(4, 1, 200);
		const plan = planOf(log, large, {
			range: { start: 0, end: 12 },
			fresh: [
				{ start: 4, end: 8 },
				{ start: 9, end: 12 },
			],
			previous: summaryWith({ 'Completed Actions': [item('3. RAN x — ok', 2)] }),
		});
		const { prompt, ...piece } = at(plan.pieces, 0);
		assert.deepEqual([piece.first, piece.last], [5, 12]);
		assert.deepEqual(numbersIn({ ...piece, prompt }), [5, 6, 7, 8, 10, 11, 12]);
		assert.match(
			prompt.user,
			/<precis:previous-summary>\n## Active Task\n[^]*3\. RAN x — ok \(m2\)/,
		);
	});

	it('takes a handoff found in the log for the previous summary', () => {
		const handoff = renderHandoff({ summary: summaryWith(), quotes: [] }, {});
		const plan = planOf(logOf(user(`${handoff}\n\nNow add tests.`), ...turn('a', 1, 100)));
		const { user: text } = at(plan.pieces, 0).prompt;
		assert.match(text, /^<precis:previous-summary>\n## Active Task/);
		assert.equal(text.match(/About goal/g)?.length, 1);
		assert.match(text, /Now add tests\./);
		assert.doesNotMatch(text, /End of handoff/);
	});

	it('says so where no person wrote anything', () => {
		const log = logOf(user('Go on.', 'client'), assistant('Done.'));
		assert.match(
			at(planOf(log).pieces, 0).prompt.user,
			/No message of this conversation is from a person/,
		);
	});
});

describe('what does not fit one request', () => {
	const log = logOf(
		...turn('old', 2, 6_000),
		...turn('failed', 1, 6_000, true),
		...turn('worse', 1, 6_010, true),
		...turn('new', 2, 6_010),
	);
	const size = textOf(at(planOf(log).pieces, 0).prompt).length;
	const textAt = (characters: number, of = log): string => {
		const plan = planOf(of, { window: 1_000_000, characters, maxPieces: 1 });
		return conversationOf(at(plan.pieces, 0));
	};
	/** Characters of each result that are shown. */
	const shown = (text: string): number[] =>
		text
			.split(/\n?<precis:m\d+ /)
			.filter((part) => part.startsWith('result'))
			.map(({ length }) => length);
	const isDigest = (text: string, number: number): boolean =>
		text.includes(`<precis:m${number} result of Bash>\n⟪precis: Bash`);

	it('is cut no further than it takes', () => {
		for (const missing of [1_000, 5_000, 15_000]) {
			const text = textAt(size - missing);
			assert.ok(text.length <= size - missing);
			assert.ok(textOf(at(planOf(log).pieces, 0).prompt).length - text.length < missing + 12_000);
			assert.match(text, /Answer old/);
		}
		assert.doesNotMatch(textAt(size + 1_000), /characters omitted/);
	});

	it('gives the newest results and failures more room than the oldest, and all a share', () => {
		const lengths = shown(textAt(size - 12_000));
		const [oldest = 0, , failed = 0, , , newest = 0] = lengths;
		assert.ok(lengths.every((length) => length > 700));
		assert.ok(oldest < newest, `${oldest} and ${newest}`);
		assert.ok(failed > 6_000, `${failed}`);
	});

	it('has the digests of the oldest results before those of the newest, failures last', () => {
		let before: readonly number[] = [];
		for (let missing = 10_000; missing < 36_000; missing += 500) {
			const text = textAt(size - missing);
			const digested = [3, 5, 9, 13, 17, 19].filter((number) => isDigest(text, number));
			assert.ok(before.every((number) => digested.includes(number)));
			assert.deepEqual(
				digested,
				[3, 5, 17, 19, 9, 13].slice(0, digested.length).sort((a, b) => a - b),
			);
			before = digested;
		}
		assert.ok(before.length >= 4, `${before.length}`);
		assert.match(textAt(12_000), /Error: broken failed/);
	});

	it('says a repeat and a read that a later one superseded by where it stands again', () => {
		const read = (id: string, text: string) => [
			assistant('', call(id, 'Read', { file_path: '/p/a.ts' })),
			result(id, text),
		];
		const same = prose(5_000, 7);
		const repeated = logOf(
			user('Look'),
			...read('a', prose(5_000, 1)),
			...read('b', prose(5_000, 2)),
			assistant('', call('c', 'Bash', { command: 'cat x' })),
			result('c', same),
			assistant('', call('d', 'Bash', { command: 'cat y' })),
			result('d', same),
			assistant(prose(4_000)),
		);
		const whole = textOf(at(planOf(repeated).pieces, 0).prompt).length;
		assert.doesNotMatch(textAt(whole + 1_000, repeated), /⟪/);
		const text = textAt(whole - 8_000, repeated);
		assert.match(text, /<precis:m3 result of Read>\n⟪precis: read again in m5⟫/);
		assert.match(text, /<precis:m7 result of Bash>\n⟪precis: the same as m9⟫/);
		assert.deepEqual([text.includes(prose(5_000, 2)), text.includes(same)], [true, true]);
	});

	it('cuts no word and no call while there are results to cut', () => {
		const content = prose(9_000, 3);
		const written = logOf(
			user(prose(7_000, 4)),
			assistant(prose(8_000, 5), call('w', 'Write', { content })),
			result('w', 'ok'),
			...turn('a', 4, 9_000),
		);
		const whole = textOf(at(planOf(written).pieces, 0).prompt).length;
		const text = textAt(whole - 30_000, written);
		for (const said of [prose(7_000, 4), prose(8_000, 5), content]) {
			assert.ok(text.includes(said));
		}
	});
});

describe('a conversation in pieces', () => {
	const log = logOf(
		...Array.from({ length: 12 }, (_, index) => [
			user(`Request ${index}: ${prose(900 + 200 * (index % 4), index)}`),
			assistant(prose(1_700, index)),
			assistant(prose(2_100, index)),
		]).flat(),
	);
	const options = { window: 1_000_000, characters: 24_000 };

	it('is divided at turn boundaries, and nothing is lost or told twice', () => {
		for (let characters = 20_000; characters < 40_000; characters += 700) {
			const { pieces, requests, leftOut } = planOf(log, { window: 1_000_000, characters });
			assert.ok(pieces.length >= 2 && pieces.length <= 8);
			assert.equal(requests, pieces.length + 1);
			assert.equal(leftOut, 0);
			assert.deepEqual(
				pieces.flatMap(numbersIn),
				log.map((_, index) => index + 1),
			);
			for (const piece of pieces) {
				assert.ok(isFromPerson(at(log, piece.first - 1).message));
				assert.equal(piece.first, at(numbersIn(piece), 0));
				assert.equal(piece.last, at(numbersIn(piece), -1));
			}
		}
	});

	it('asks each for a length that can be merged', () => {
		const { pieces } = planOf(log, options, { budget: 12_000 });
		const tokens = pieces.reduce((sum, { prompt }) => sum + prompt.maxOutputTokens, 0);
		assert.ok(pieces.length > 1 && tokens <= options.characters / 5, `${tokens} tokens`);
	});

	it('is no more pieces than the caller allows', () => {
		for (const maxPieces of [1, 2, 5]) {
			const plan = planOf(turns(200, 2, 900), { ...options, maxPieces });
			assert.ok(plan.pieces.length <= maxPieces);
		}
	});

	it('tells each which part it is, and none of them the previous summary', () => {
		const { pieces } = planOf(log, options, { previous: summaryWith() });
		pieces.forEach(({ prompt }, index) => {
			assert.match(prompt.user, new RegExp(`part ${index + 1} of ${pieces.length} `));
			assert.doesNotMatch(prompt.user, /previous-summary/);
		});
	});

	it('is merged in one request, with the previous summary and the focus', () => {
		const plan = planOf(log, options, { previous: summaryWith(), focus: redact('locks') });
		const { user: text } = plan.merge(
			plan.pieces.map((_, index) => summaryWith({ Goal: [item(`Goal ${index}`, index + 1)] })),
		);
		assert.match(text, /^<precis:previous-summary>\n/);
		plan.pieces.forEach((_, index) => {
			assert.match(
				text,
				new RegExp(`<precis:part-${index + 1}>\n[^]*Goal ${index} \\(m${index + 1}\\)`),
			);
		});
		assert.match(text.split('\n\n').at(-1) ?? '', /"locks"/);
	});

	it('divides a turn that does not fit between groups of calls and results', () => {
		const errors = numberedLines(8, `Error: ${prose(80)}`);
		const long = logOf(
			user('Go'),
			...Array.from({ length: 14 }, (_, index) => [
				assistant(prose(3_000, index), call(`a${index}`, 'Bash'), call(`b${index}`, 'Bash')),
				result(`a${index}`, errors, true),
				result(`b${index}`, errors, true),
			]).flat(),
		);
		for (let characters = 16_000; characters < 30_000; characters += 700) {
			const { pieces } = planOf(long, { window: 1_000_000, characters });
			assert.ok(pieces.length > 1);
			assert.deepEqual(
				pieces.flatMap(numbersIn),
				long.map((_, index) => index + 1),
			);
			for (const piece of pieces.slice(1)) {
				assert.equal(at(long, piece.first - 1).message.role, 'assistant');
			}
		}
	});

	it('cuts a message that does not fit alone', () => {
		const calls = Array.from({ length: 12 }, (_, index) =>
			call(`c${index}`, 'Write', { path: `${index}.ts`, content: prose(1_400) }),
		);
		const { pieces } = planOf(logOf(user('Go'), assistant(prose(6_000), ...calls), user('On')), {
			window: 1_000_000,
			characters: 16_000,
		});
		assert.match(
			pieces.map(conversationOf).join('\n'),
			/⟪precis: [\d,]+ of [\d,]+ characters omitted⟫/,
		);
		assert.deepEqual(pieces.flatMap(numbersIn), [1, 2, 3]);
	});

	it('shows less of each message rather than take more than nine requests', () => {
		const huge = turns(120, 1, 10);
		const shown = planOf(
			logOf(...huge.flatMap(({ message }) => [message, assistant(prose(2_000))])),
			{ window: 1_000_000, characters: 60_000 },
		);
		assert.ok(shown.requests <= 9);
		assert.equal(shown.leftOut, 0);
		assert.equal(shown.pieces.flatMap(numbersIn).length, 2 * huge.length);
	});

	it('leaves out tool results, then the assistant, then the person only as the last resort, with a mark', () => {
		const huge = turns(2_000, 2, 400);
		const plan = planOf(huge, { window: 1_000_000, characters: 40_000 });
		assert.ok(plan.requests <= 9);
		assert.ok(plan.leftOut > 0);
		const text = plan.pieces.map(conversationOf).join('\n');
		const marks = [...text.matchAll(/⟪precis: ([\d,]+) messages omitted, m(\d+) to m(\d+)⟫/g)];
		const omitted = marks.reduce(
			(sum, [, count = '']) => sum + Number(count.replaceAll(',', '')),
			0,
		);
		assert.equal(omitted, plan.leftOut);
		assert.equal(omitted + plan.pieces.flatMap(numbersIn).length, huge.length);
		assert.doesNotMatch(text, /result of Bash/);
		assert.equal(text.match(/^Request t/gm)?.length, 2_000);
		assert.match(text, /Answer t1999/);
		assert.doesNotMatch(text, /Answer t0$/m);
	});
});
