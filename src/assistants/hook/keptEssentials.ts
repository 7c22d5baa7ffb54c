import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parsedJson } from '../../messages/json.ts';
import type { Essentials } from '../../summary/essentials.ts';
import { sectionTitles } from '../../summary/sections.ts';

/**
 * What the hook before a compaction has read, for the one behind it, which has no time to read a long
 * session. A file for each session, for as long as its compaction takes.
 */
export class KeptEssentials {
	readonly #folder: string;
	readonly #now: () => number;

	/** @param folder Ours. @param now Milliseconds since the epoch. */
	constructor(folder: string, now: () => number) {
		this.#folder = folder;
		this.#now = now;
	}

	/** @param size Of the session's file when it was read, bytes. @throws What the system says. */
	async keep(transcript: string, size: number, essentials: Essentials): Promise<void> {
		await mkdir(this.#folder, { recursive: true, mode: 0o700 });
		await this.#removeOld();
		const beside = path.join(this.#folder, randomUUID());
		const text = JSON.stringify({ format, transcript, size, at: this.#now(), essentials });
		await writeFile(beside, text, { mode: 0o600 });
		await rename(beside, this.#fileOf(transcript));
	}

	/**
	 * Hands them over once.
	 * @param size Of the session's file now, bytes.
	 * @returns Undefined where there are none of this session, or old ones.
	 */
	async take(transcript: string, size: number): Promise<Essentials | undefined> {
		const file = this.#fileOf(transcript);
		const text = await readFile(file, 'utf8').catch(() => undefined);
		if (text === undefined) {
			return undefined;
		}
		await rm(file, { force: true });
		const kept = v.safeParse(document, parsedJson(text));
		if (!kept.success || kept.output.transcript !== transcript || kept.output.size > size) {
			return undefined;
		}
		const age = this.#now() - kept.output.at;
		return age >= 0 && age < longestAge ? kept.output.essentials : undefined;
	}

	#fileOf(transcript: string): string {
		return path.join(this.#folder, `${createHash('sha256').update(transcript).digest('hex')}.json`);
	}

	/** Those of compactions that never came to their end. */
	async #removeOld(): Promise<void> {
		for (const name of await readdir(this.#folder)) {
			if (!ownName.test(name)) {
				continue;
			}
			const file = path.join(this.#folder, name);
			const there = await stat(file).catch(() => undefined);
			if (there !== undefined && this.#now() - there.mtimeMs > longestAge) {
				await rm(file, { force: true });
			}
		}
	}
}

/** Of a file of a session, or of one that is still written. */
const ownName = /^(?:[\da-f]{64}\.json|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** A compaction takes minutes; later, the state of the work may be another one. Milliseconds. */
const longestAge = 3_600_000;

/** Changes with what is written. */
const format = 2;

const essential = { text: v.string(), source: v.number() };

const document = v.object({
	format: v.literal(format),
	transcript: v.string(),
	size: v.number(),
	at: v.number(),
	essentials: v.object({
		words: v.array(v.object(essential)),
		states: v.array(v.object({ ...essential, section: v.picklist(sectionTitles) })),
	}),
});
