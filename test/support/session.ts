import assert from 'node:assert/strict';
import type { Log, Message, ToolCall } from '../../src/messages/message.ts';
import { pairTools } from '../../src/messages/toolPairs.ts';
import { toolUses, type ToolUse } from '../../src/messages/toolUse.ts';
import { assistant, call, logOf, result, system, user } from './logs.ts';

/** One call of a group: tool, arguments, result; an error where the client marked it so. */
export interface Step {
	readonly tool: string;
	readonly values: unknown;
	readonly output?: string;
	readonly isError?: boolean;
}

/** A session as a story: who said and did what, one line each. */
export class Session {
	readonly messages: Message[] = [];
	#calls = 0;

	/** Number of the last message. */
	get number(): number {
		return this.messages.length;
	}

	system(text: string): this {
		this.messages.push(system(text));
		return this;
	}

	person(text: string): this {
		this.messages.push(user(text));
		return this;
	}

	/** A row the client wrote. */
	client(text: string): this {
		this.messages.push(user(text, 'client'));
		return this;
	}

	says(text: string): this {
		this.messages.push(assistant(text));
		return this;
	}

	/** Calls made in one message, then their results in order; those without output are orphans. */
	calls(...steps: readonly Step[]): this {
		return this.#group('', steps);
	}

	/** The assistant says something and calls tools in the same message. */
	saysAndCalls(text: string, ...steps: readonly Step[]): this {
		return this.#group(text, steps);
	}

	/** A command that succeeded. */
	run(command: string, output = ''): this {
		return this.calls({ tool: 'Bash', values: { command }, output });
	}

	/** A command that failed, as a client reports it. */
	fails(command: string, output: string, exitCode = 1): this {
		const text = `Exit code ${exitCode}\n${output}`;
		return this.calls({ tool: 'Bash', values: { command }, output: text, isError: true });
	}

	read(path: string, content = 'text'): this {
		return this.calls({ tool: 'Read', values: { file_path: path }, output: content });
	}

	write(path: string, content = 'text'): this {
		return this.calls({
			tool: 'Write',
			values: { file_path: path, content },
			output: `File created successfully at: ${path}`,
		});
	}

	edit(path: string, before: string, after: string): this {
		return this.calls({
			tool: 'Edit',
			values: { file_path: path, old_string: before, new_string: after },
			output: `The file ${path} has been updated.`,
		});
	}

	todos(...todos: readonly (readonly [string, string])[]): this {
		const list = todos.map(([content, status]) => ({ content, status }));
		return this.calls({ tool: 'TodoWrite', values: { todos: list }, output: 'Updated.' });
	}

	get log(): Log {
		return logOf(...this.messages);
	}

	get uses(): ToolUse[] {
		const { log } = this;
		return toolUses(log, pairTools(log), 0, log.length);
	}

	#group(text: string, steps: readonly Step[]): this {
		const calls = steps.map((step): [Step, ToolCall] => {
			this.#calls += 1;
			return [step, call(`call-${this.#calls}`, step.tool, step.values)];
		});
		this.messages.push(assistant(text, ...calls.map(([, made]) => made)));
		for (const [step, made] of calls) {
			if (step.output !== undefined) {
				this.messages.push(result(made.id, step.output, step.isError));
			}
		}
		return this;
	}
}

/** The only one of a list. */
export function only<T>(list: readonly T[]): T {
	const [first, ...more] = list;
	assert.ok(first !== undefined && more.length === 0, `${list.length} instead of one`);
	return first;
}
