import type { Message } from '../../../src/messages/message.ts';
import { code, passing, prose } from './surrounding.ts';

/** Tells a made-up session with a coding assistant; its files change as it goes on. */
export class Telling {
	readonly messages: Message[] = [];
	readonly #root: string;
	readonly #files = new Map<string, string>();

	/** @param root Directory of the project, with a slash at its end. */
	constructor(root: string) {
		this.#root = root;
	}

	/** A file that is there before anybody looks at it. */
	file(path: string, text: string): this {
		this.#files.set(path, text);
		return this;
	}

	person(content: string): this {
		this.messages.push({ role: 'user', content });
		return this;
	}

	says(content: string): this {
		this.messages.push({ role: 'assistant', content });
		return this;
	}

	/** @param saying What the assistant says of it beside what is asked about. */
	reads(path: string, saying = ''): this {
		const lines = this.#textOf(path).split('\n');
		const numbered = lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`);
		return this.#does('Read', { file_path: this.#root + path }, numbered.join('\n'), { saying });
	}

	/** Replaces what stands in a file once. */
	edits(path: string, before: string, after: string, saying = ''): this {
		const text = this.#textOf(path);
		if (text.split(before).length !== 2) {
			throw new Error(`"${before}" does not stand in ${path} once.`);
		}
		this.#files.set(
			path,
			text.replace(before, () => after),
		);
		const values = { file_path: this.#root + path, old_string: before, new_string: after };
		return this.#does('Edit', values, `The file ${this.#root + path} has been updated.`, {
			saying,
		});
	}

	writes(path: string, content: string, saying = ''): this {
		this.#files.set(path, content);
		const values = { file_path: this.#root + path, content };
		return this.#does('Write', values, `File created successfully at: ${path}`, { saying });
	}

	runs(command: string, output: string, exit = 0, saying = ''): this {
		const answer = exit === 0 ? output : `Exit code ${exit}\n${output}`;
		return this.#does('Bash', { command }, answer, { failed: exit !== 0, saying });
	}

	/** Work of which nothing is asked: files that are read and spoken of, and test runs. */
	wanders(seed: number, steps: number): this {
		for (let step = seed; step < seed + steps; step += 1) {
			this.file(`lib/part${step}.js`, code(step, 90)).reads(`lib/part${step}.js`, prose(step, 6));
			this.runs(`npm test -- part${step}`, passing(step, 24));
		}
		return this.says(prose(seed + 50, 8));
	}

	fetches(url: string, text: string): this {
		return this.#does('WebFetch', { url }, text);
	}

	#textOf(path: string): string {
		const text = this.#files.get(path);
		if (text === undefined) {
			throw new Error(`There is no file ${path}.`);
		}
		return text;
	}

	#does(
		name: string,
		values: unknown,
		content: string,
		{ saying = '', failed = false }: { readonly saying?: string; readonly failed?: boolean } = {},
	): this {
		const id = `call_${this.messages.length}`;
		const toolCalls = [{ id, name, arguments: JSON.stringify(values) }];
		this.messages.push(
			{ role: 'assistant', content: saying, toolCalls },
			{ role: 'tool', toolCallId: id, content, ...(failed ? { isError: true } : {}) },
		);
		return this;
	}
}
