import * as v from 'valibot';
import { parsedJson } from '../../messages/json.ts';
import type { Start } from './launches.ts';
import {
	fails,
	nonsense,
	quoted,
	talkTo,
	type LaunchEnvironment,
	type Working,
} from './starting.ts';

/** Whether what an assistant starts of ours works: the server lists its tools, a hook takes a call. */

/** Of the Model Context Protocol; a server answers with the version it has. */
const protocolVersion = '2025-06-18';

/** What our hooks are handed: a session that is not there, of which there is nothing to say. */
const emptyCall = `${JSON.stringify({ hook_event_name: 'SessionStart' })}\n`;

const answer = v.object({
	jsonrpc: v.literal('2.0'),
	id: v.number(),
	result: v.optional(v.record(v.string(), v.unknown())),
});
const toolList = v.object({
	tools: v.pipe(v.array(v.object({ name: v.string() })), v.minLength(1)),
});

/** Starts a server, and has it list its tools. @throws The signal's reason. */
export function checkServer(start: Start, surroundings: LaunchEnvironment): Promise<Working> {
	const clientInfo = { name: 'precis-doctor', version: '1' };
	const opening = request(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
	return talkTo(start, surroundings, {
		opening: `${JSON.stringify(opening)}\n`,
		isAll: false,
		onLine(line, send) {
			const parsed = v.safeParse(answer, parsedJson(line));
			const isNotification = !parsed.success && v.is(notification, parsedJson(line));
			if (isNotification) {
				return undefined;
			}
			if (!parsed.success || parsed.output.result === undefined) {
				return nonsense(line);
			}
			if (parsed.output.id === 1) {
				send({ jsonrpc: '2.0', method: 'notifications/initialized' });
				send(request(2, 'tools/list', {}));
				return undefined;
			}
			return v.is(toolList, parsed.output.result) ? { kind: 'works' } : nonsense(line);
		},
		onEnd: ended,
	});
}

/** Runs a hook with a call that it has nothing to say to. @throws The signal's reason. */
export function checkHook(start: Start, surroundings: LaunchEnvironment): Promise<Working> {
	return talkTo(start, surroundings, {
		opening: emptyCall,
		isAll: true,
		onLine: (line) => (line.trim() === '' ? undefined : nonsense(line)),
		// Hooks never fail their assistant: what went wrong is on standard error.
		onEnd: (code, said) =>
			code === 0 && said.trim() === '' ? { kind: 'works' } : ended(code, said),
	});
}

const notification = v.object({ jsonrpc: v.literal('2.0'), method: v.string() });

function request(id: number, method: string, params: object): object {
	return { jsonrpc: '2.0', id, method, params };
}

function ended(code: number | null, said: string): Working {
	const how = code === null ? 'It was ended by a signal.' : `It ended with exit code ${code}.`;
	return fails('ended', [how, quoted(said)].filter((part) => part !== '').join(' '));
}
