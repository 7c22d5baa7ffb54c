import { textOf, toolCallsOf, type Message } from '../../../../src/messages/message.ts';

/** A call with what came back. */
export interface Call {
	readonly name: string;
	readonly values: Readonly<Record<string, unknown>>;
	readonly result: string;
	/** Undefined where nothing tells. */
	readonly failed: boolean | undefined;
}

const exit = /^(?:<[a-z_]+>)?\s*(?:Exit code:?|exit status|.{0,40}exited with code) (-?\d+)/i;

/** Behind the command and the time it took. */
const processExit = /^Process exited with code (\d+)$/m;

/** The calls of these messages that were answered. */
export function callsIn(messages: readonly Message[]): Call[] {
	const results = new Map<string, { text: string; isError: boolean | undefined }>();
	for (const message of messages) {
		if (message.role === 'tool') {
			results.set(message.toolCallId, {
				text: textOf(message.content),
				isError: message.isError,
			});
		}
	}
	const calls = messages.flatMap((message) =>
		toolCallsOf(message).flatMap(({ id, name, arguments: json }) => {
			const result = results.get(id);
			return result === undefined
				? []
				: [
						{
							name,
							values: valuesOf(json),
							result: result.text,
							failed: failedBy(result.text, result.isError),
						},
					];
		}),
	);
	return withLaterOutput(calls);
}

const stillRunning = /^Process running with session ID (\d+)$/m;

/** A command that outlived its call ended as the last call says that waited for it. */
function withLaterOutput(calls: readonly Call[]): Call[] {
	const started = new Map<string, number>();
	const ended: Call[] = [];
	for (const call of calls) {
		const first = started.get(String(call.values['session_id']));
		const run = first === undefined ? undefined : ended[first];
		if (first !== undefined && run !== undefined) {
			ended[first] = { ...run, result: call.result, failed: call.failed };
			continue;
		}
		const id = stillRunning.exec(call.result)?.[1];
		if (id !== undefined) {
			started.set(id, ended.length);
		}
		ended.push(call);
	}
	return ended;
}

function failedBy(text: string, isError: boolean | undefined): boolean | undefined {
	const code = (exit.exec(text) ?? processExit.exec(text))?.[1];
	return code === undefined ? isError : code !== '0';
}

function valuesOf(json: string): Record<string, unknown> {
	try {
		const values: unknown = JSON.parse(json);
		return typeof values === 'object' && values !== null && !Array.isArray(values)
			? (values as Record<string, unknown>)
			: {};
	} catch {
		return {};
	}
}

/** The first of these arguments that is text. */
export function textValue({ values }: Call, ...keys: readonly string[]): string | undefined {
	return keys.map((key) => values[key]).find((value) => typeof value === 'string');
}

/** The command line of a call to a shell. */
export function commandLine(call: Call): string | undefined {
	return /^(?:bash|shell|terminal|exec|powershell|(?:run|execute|exec)_?(?:shell_?|in_)?(?:command|bash|terminal))$/i.test(
		call.name,
	)
		? textValue(call, 'command', 'cmd')
		: undefined;
}
