import type { LogOutputChannel } from 'vscode';
import { redact } from '../redaction/redact.ts';

/** A log that redacts every line, which may quote a server, a file or another extension. */
export function redactedLog(channel: LogOutputChannel): LogOutputChannel {
	const redacted =
		(write: (text: string) => void) =>
		(text: string | Error): void =>
			write(redact(text instanceof Error ? (text.stack ?? text.message) : text));
	return Object.assign(Object.create(channel) as LogOutputChannel, {
		trace: redacted((text) => channel.trace(text)),
		debug: redacted((text) => channel.debug(text)),
		info: redacted((text) => channel.info(text)),
		warn: redacted((text) => channel.warn(text)),
		error: redacted((text) => channel.error(text)),
		append: redacted((text) => channel.append(text)),
		appendLine: redacted((text) => channel.appendLine(text)),
		replace: redacted((text) => channel.replace(text)),
	});
}

/** Runs work in the background and logs its errors. */
export function detach(work: Thenable<unknown>, log: LogOutputChannel): void {
	work.then(undefined, (error: unknown) => {
		log.error(error instanceof Error ? error : String(error));
	});
}
