import assert from 'node:assert/strict';
import type { Message } from '../../../src/messages/message.ts';
import { sectionTitles, type SectionTitle } from '../../../src/summary/sections.ts';
import { assistant, call, result, user } from '../logs.ts';

/** Made-up sessions whose messages have names, with items as a model writes them of such sessions. */

/** An item and where it comes from. */
export interface Labelled {
	readonly section: SectionTitle;
	readonly text: string;
	/** Names of the passages that say so, any of which is a right source; none for an invention. */
	readonly from: readonly string[];
}

export interface LabelledSession {
	readonly name: string;
	readonly messages: readonly Message[];
	/** Numbers of the messages of each name; a call and its result have one name. */
	readonly numbers: ReadonlyMap<string, readonly number[]>;
	readonly items: readonly Labelled[];
}

/** Writes a session message by message. */
export class Script {
	readonly messages: Message[] = [];
	readonly numbers = new Map<string, readonly number[]>();

	person(name: string, text: string): this {
		return this.#say(name, user(text));
	}

	says(name: string, text: string): this {
		return this.#say(name, assistant(text));
	}

	/** A call and its result; what the assistant says with the call belongs to it. */
	does(name: string, tool: string, values: unknown, answer: string, failed = false): this {
		const id = `call_${this.messages.length}`;
		this.messages.push(assistant('', call(id, tool, values)), result(id, answer, failed));
		return this.#name(name, [this.messages.length - 1, this.messages.length]);
	}

	edit(name: string, path: string, before: string, after: string): this {
		const values = {
			file_path: `/home/kim/limiter/${path}`,
			old_string: before,
			new_string: after,
		};
		return this.does(name, 'Edit', values, `The file /home/kim/limiter/${path} has been updated.`);
	}

	read(name: string, path: string, text: string): this {
		return this.does(name, 'Read', { file_path: `/home/kim/limiter/${path}` }, text);
	}

	run(name: string, command: string, output: string, exit = 0): this {
		const answer = exit === 0 ? output : `Exit code ${exit}\n${output}`;
		return this.does(name, 'Bash', { command }, answer, exit !== 0);
	}

	#say(name: string, message: Message): this {
		this.messages.push(message);
		return this.#name(name, [this.messages.length]);
	}

	#name(name: string, numbers: readonly number[]): this {
		this.numbers.set(name, [...(this.numbers.get(name) ?? []), ...numbers]);
		return this;
	}
}

/** Items in lines: section, text, and names of the passages that say so. */
export function labelled(table: string): readonly Labelled[] {
	return table
		.trim()
		.split('\n')
		.map((line) => {
			const [title, text = '', from = ''] = line.split(/ \| ?/);
			const section = sectionTitles.find((each) => each === title) ?? assert.fail(line);
			return { section, text, from: from.split(' ').filter((name) => name !== '') };
		});
}
