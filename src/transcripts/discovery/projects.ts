import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsedJson } from '../../messages/json.ts';
import { startOf } from '../bytes/fileSource.ts';
import { jsonString, type ProjectRule } from './store.ts';

/** Bytes of a file in which its project stands, if it does: assistants name it first. */
const lookedAt = 16_384;

/** Tells which project sessions are of, with as few looks into files as will do. */
export class Projects {
	readonly #rule: ProjectRule;
	readonly #bytes: number;
	readonly #known = new Map<string, Promise<string | undefined>>();

	/** @param bytes Of a file that are looked at. */
	constructor(rule: ProjectRule, bytes = lookedAt) {
		this.#rule = rule;
		this.#bytes = bytes;
	}

	/** A path, or an address where the project is elsewhere; undefined: nothing tells. */
	async of(session: string): Promise<string | undefined> {
		const { file, isOfFolder } = this.#rule;
		if (file !== undefined) {
			const told = file(session);
			return this.#once(told, told);
		}
		if (isOfFolder !== true) {
			return this.#look(session);
		}
		return (await this.#once(path.dirname(session), session)) ?? this.#look(session);
	}

	#once(key: string, file: string): Promise<string | undefined> {
		const known = this.#known.get(key) ?? this.#look(file);
		this.#known.set(key, known);
		return known;
	}

	async #look(file: string): Promise<string | undefined> {
		// What cannot be read tells nothing; whoever opens the session hears why.
		const bytes = await startOf(file, this.#bytes).catch(() => new Uint8Array());
		const { json, text } = this.#rule.pattern.exec(Buffer.from(bytes).toString())?.groups ?? {};
		return json === undefined ? text?.trim() : pathOf(json);
	}
}

/** @param json The inside of a JSON string. */
function pathOf(json: string): string | undefined {
	const value = parsedJson(`"${json}"`);
	if (typeof value !== 'string') {
		return undefined;
	}
	try {
		return value.startsWith('file:') ? fileURLToPath(value) : value;
	} catch {
		return value;
	}
}

/** Keys under which sessions name the folder they are about. */
const folderPattern = jsonString('cwd', 'workspaceDirectory');

/**
 * The folder that a saved session was working in.
 * @param file Of one session: a database, which has those of many folders, tells none.
 * @returns Undefined where the file names none, or one that is not on this machine.
 */
export async function sessionFolder(file: string): Promise<string | undefined> {
	const told = /\.jsonl?$/.test(file)
		? await new Projects({ pattern: folderPattern }).of(file)
		: undefined;
	if (told === undefined || !path.isAbsolute(told)) {
		return undefined;
	}
	const there = await stat(told).catch(() => undefined);
	return there?.isDirectory() === true ? told : undefined;
}
