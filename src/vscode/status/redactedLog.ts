import type { LogLevel, LogOutputChannel, ViewColumn } from 'vscode';
import { redact } from '../../redaction/redact.ts';

/** A log that no secret gets into, whoever writes: a line may quote a server, a file or another extension. */
export class RedactedLog implements LogOutputChannel {
	readonly #channel: LogOutputChannel;

	constructor(channel: LogOutputChannel) {
		this.#channel = channel;
	}

	get name(): string {
		return this.#channel.name;
	}

	get logLevel(): LogLevel {
		return this.#channel.logLevel;
	}

	get onDidChangeLogLevel(): LogOutputChannel['onDidChangeLogLevel'] {
		return this.#channel.onDidChangeLogLevel;
	}

	trace(message: string): void {
		this.#channel.trace(redact(message));
	}

	debug(message: string): void {
		this.#channel.debug(redact(message));
	}

	info(message: string): void {
		this.#channel.info(redact(message));
	}

	warn(message: string): void {
		this.#channel.warn(redact(message));
	}

	error(error: string | Error): void {
		const text = redact(error instanceof Error ? (error.stack ?? error.message) : error);
		this.#channel.error(text);
	}

	append(text: string): void {
		this.#channel.append(redact(text));
	}

	appendLine(line: string): void {
		this.#channel.appendLine(redact(line));
	}

	replace(text: string): void {
		this.#channel.replace(redact(text));
	}

	clear(): void {
		this.#channel.clear();
	}

	show(columnOrFocus?: ViewColumn | boolean, preserveFocus?: boolean): void {
		this.#channel.show(
			typeof columnOrFocus === 'boolean' ? columnOrFocus : (preserveFocus ?? false),
		);
	}

	hide(): void {
		this.#channel.hide();
	}

	dispose(): void {
		this.#channel.dispose();
	}
}
