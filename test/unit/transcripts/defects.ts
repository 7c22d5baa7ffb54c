import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { openTranscript } from '../../../src/transcripts/open.ts';
import {
	type Transcript,
	TranscriptError,
	type TranscriptFormat,
} from '../../../src/transcripts/reader.ts';
import { jsonl, memorySource } from './memorySource.ts';
import { plain, sketch } from './reading.ts';

function sketchesOf(transcript: Transcript): readonly string[] {
	return transcript.conversations.flatMap(({ messages }) =>
		[...messages].map((message) => sketch(message)),
	);
}

/** JSON that is no record of any format. */
const strangers = [7, null, 'text', [], {}, { type: 5 }, [[[]]]];

function polluted(value: unknown): string {
	return JSON.stringify(value).replace('{', '{"__proto__":{"polluted":true},');
}

function assertUnpolluted(): void {
	assert.equal(({} as { polluted?: boolean }).polluted, undefined);
}

/** That a text says the same with a byte order mark and carriage returns. */
async function assertReadFromWindows(text: string): Promise<void> {
	const windows = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
	const [here, there] = await Promise.all(
		[text, windows].map((content) => openTranscript(memorySource(content))),
	);
	assert.ok(here !== undefined && here.conversations.length > 0);
	assert.deepEqual(there && plain(there), plain(here));
}

/** Values in place of what a record has; undefined: its field is gone. */
const replacement = fc.oneof(
	fc.constantFrom(undefined, null, '', 0, -1, 1e308, true, [], {}, '__proto__', '\ud83d', '\0'),
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.constantFrom('tool_use', 'tool_result', 'user', 'assistant', 'summary', 'text', 'a'),
	fc.array(fc.dictionary(fc.constantFrom('type', 'role', 'text', 'id', 'content'), fc.json()), {
		maxLength: 2,
	}),
);

/** Seeded, so that a failure comes again; bounded, so that a busy machine tries less. */
const bounds = { seed: 20_261_129, numRuns: 100, interruptAfterTimeLimit: 3_000 } as const;

/**
 * Changes any values of a sound session to any others, doubles records and cuts the file: what is read then is
 * a conversation, or it is said why not.
 * @param write Makes a file of records.
 */
export function describeChangedValues(
	format: TranscriptFormat,
	records: readonly unknown[],
	write: (records: readonly unknown[]) => string,
): void {
	const change = fc.record({ at: fc.nat(), value: replacement });
	const damage = fc.record({
		changes: fc.array(change, { maxLength: 4 }),
		twice: fc.nat(records.length),
		cut: fc.oneof(fc.constant(0), fc.nat(80)),
	});
	it(`${format}: a session with any values is read, or refused`, async () => {
		const text = JSON.stringify(records);
		let values = 0;
		JSON.parse(text, () => (values += 1));
		let read = 0;
		await fc.assert(
			fc.asyncProperty(damage, async ({ changes, twice, cut }) => {
				const byPlace = new Map(changes.map(({ at, value }) => [at % values, value]));
				let place = -1;
				const changed: unknown = JSON.parse(text, (_key, value: unknown) => {
					place += 1;
					return byPlace.has(place) ? byPlace.get(place) : value;
				});
				const list = Array.isArray(changed) ? (changed as unknown[]) : [changed];
				const file = write([...list, ...list.slice(twice, twice + 1)]);
				try {
					const { conversations } = await openTranscript(
						memorySource(file.slice(0, file.length - cut)),
					);
					for (const { messages } of conversations) {
						assert.equal([...messages].length, messages.length);
						read += messages.length > 0 ? 1 : 0;
					}
				} catch (error) {
					assert.ok(error instanceof TranscriptError, String(error));
				}
			}),
			bounds,
		);
		// Else nothing but the refusal of unknown files was tried.
		assert.ok(read > 0);
		assertUnpolluted();
	});
}

/**
 * What every format of one record per line survives.
 * @param records A sound session; the last of them is a message.
 */
export function describeLineDefects(format: TranscriptFormat, records: readonly unknown[]): void {
	const open = (text: string): Promise<Transcript> => openTranscript(memorySource(text));
	const sound = (): Promise<Transcript> => open(jsonl(...records));

	describe(`${format}: damaged lines`, () => {
		it('that are cut off at the end of the file are left out', async () => {
			const cut = await open(jsonl(...records).slice(0, -8));
			const missing = await open(jsonl(...records.slice(0, -1)));
			assert.equal(cut.format, format);
			assert.deepEqual(sketchesOf(cut), sketchesOf(missing));
			assert.deepEqual(
				cut.problems.filter(
					(problem) => !missing.problems.some((p) => p.message === problem.message),
				),
				[
					{
						line: records.length,
						message: 'The last line is cut off in the middle; it was left out.',
					},
				],
			);
		});

		it('that are not JSON are left out', async () => {
			const [first, ...rest] = records;
			const text = `${jsonl(first)}{"broken":\n\n${jsonl(...rest)}`;
			const damaged = await open(text);
			assert.deepEqual(sketchesOf(damaged), sketchesOf(await sound()));
			assert.ok(
				damaged.problems.some(
					({ line, message }) =>
						line === 2 && message === 'This line is not valid JSON; it was left out.',
				),
			);
		});

		it('that are no records are left out', async () => {
			const [first, ...rest] = records;
			const strange = await open(jsonl(first, ...strangers, ...rest));
			assert.deepEqual(sketchesOf(strange), sketchesOf(await sound()));
		});

		it('that name the prototype do no harm', async () => {
			const text = records.map((record) => `${polluted(record)}\n`).join('');
			assert.deepEqual(sketchesOf(await open(text)), sketchesOf(await sound()));
			assertUnpolluted();
		});
	});

	describeChangedValues(format, records, (all) => jsonl(...all));

	describe(`${format}: lines`, () => {
		it('may be those of an editor of Windows', () => assertReadFromWindows(jsonl(...records)));
	});
}

/**
 * What every format of one document survives.
 * @param document Puts a list of messages where the format has it.
 * @param list A sound session.
 */
export function describeDocumentDefects(
	format: TranscriptFormat,
	document: (list: readonly unknown[]) => unknown,
	list: readonly unknown[],
): void {
	const open = (text: string): Promise<Transcript> => openTranscript(memorySource(text));
	const sound = (): Promise<Transcript> => open(JSON.stringify(document(list)));

	describeChangedValues(format, list, (all) => JSON.stringify(document(all)));

	describe(`${format}: a damaged document`, () => {
		it('is read up to where it is cut off', async () => {
			const text = JSON.stringify(document(list), null, 1);
			const cut = await open(text.slice(0, text.lastIndexOf(']') - 8));
			assert.equal(cut.format, format);
			assert.deepEqual(
				sketchesOf(cut),
				sketchesOf(await open(JSON.stringify(document(list.slice(0, -1))))),
			);
			assert.ok(cut.problems.length > 0);
		});

		it('is read without what is no message', async () => {
			const [first, ...rest] = list;
			const strange = await open(JSON.stringify(document([first, ...strangers, ...rest])));
			assert.deepEqual(sketchesOf(strange), sketchesOf(await sound()));
			assert.ok(strange.problems.length > 0);
		});

		it('does no harm by naming the prototype', async () => {
			const records = list.map((record) => JSON.parse(polluted(record)) as unknown);
			assert.deepEqual(
				sketchesOf(await open(JSON.stringify(document(records)))),
				sketchesOf(await sound()),
			);
			assertUnpolluted();
		});

		it('may have been saved by an editor of Windows', () =>
			assertReadFromWindows(JSON.stringify(document(list), null, 2)));
	});
}
