import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import { redactedLog } from '../../../src/vscode/log.ts';

describe('the log', () => {
	const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

	it('has no secret, whoever writes to it and how', () => {
		const lines: string[] = [];
		const note = (line: string | Error): unknown => lines.push(String(line));
		const writers = ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine', 'replace'];
		const channel = Object.fromEntries(writers.map((writer) => [writer, note]));
		const log = redactedLog(channel as unknown as LogOutputChannel);
		const said = `The server answered: ${secret} is not valid.`;
		log.trace(said);
		log.debug(said);
		log.info(said);
		log.warn(said);
		log.error(said);
		log.error(new Error(said));
		log.append(said);
		log.appendLine(said);
		log.replace(said);
		assert.equal(lines.length, 9);
		for (const line of lines) {
			assert.match(line, /The server answered: \[REDACTED\] is not valid\./);
		}
	});
});
