import { plainLineEnds } from '../../messages/lineEnds.ts';
import type { Content, Log, LogEntry, ToolCall } from '../../messages/message.ts';
import { toldEnd } from '../../messages/resultShape.ts';
import { salientArgument, type ToolArguments } from '../../messages/toolFamilies.ts';
import { errorLinesOf } from '../../messages/errorLines.ts';
import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { redact, type Redacted } from '../../redaction/redact.ts';

/**
 * Where texts enter fact reading: a secret is known by what stands around it, so it goes while its
 * text is still whole, before sentences, lines, words or values are taken out of it.
 */

/**
 * The log up to `end` with what either side said redacted, in lines that end as ours do; results are
 * redacted with their calls.
 */
export function safeLog(log: Log, end: number): Log {
	return log.slice(0, end).map((entry) => {
		const { message } = entry;
		if (message.role === 'tool' || message.role === 'system') {
			return entry;
		}
		const content = safeContent(message.content);
		return content === message.content
			? entry
			: ({ ...entry, message: { ...message, content } } satisfies LogEntry);
	});
}

/** The same content where nothing was changed. */
function safeContent(content: Content): Content {
	if (typeof content === 'string') {
		return redact(plainLineEnds(content));
	}
	const parts = content.map((part) => {
		const text = part.type === 'text' ? redact(plainLineEnds(part.text)) : '';
		return part.type === 'text' && text !== part.text ? { ...part, text } : part;
	});
	return parts.some((part, position) => part !== content[position]) ? parts : content;
}

/** Results without their secrets, by their calls: facts, excerpts and prompts read the same ones. */
const safeResults = new WeakMap<ToolCall, { readonly result: string; readonly safe: Redacted }>();

/** What came of a call, without secrets. */
export function safeResult({ call, result }: ToolUse): Redacted {
	const known = safeResults.get(call);
	if (known?.result === result) {
		return known.safe;
	}
	const safe = redact(result);
	safeResults.set(call, { result, safe });
	return safe;
}

/** How the call ended, with error lines that are read where no secret has been cut yet. */
export function safeOutcome(use: ToolUse): Outcome {
	const { outcome, result } = use;
	const clean = (text: string): string => (text === result ? safeResult(use) : redact(text));
	return outcome.status === 'failed'
		? { ...outcome, errorLines: errorLinesOf(result, clean) }
		: outcome;
}

/** Characters of an argument of a writing tool that may be a path; others are file contents. */
const longestPath = 500;

/**
 * A call without secrets. Results make up most of a log and few of them are read: one that did not
 * fail is redacted when somebody asks for it.
 */
export function safeUse(use: ToolUse): ToolUse {
	const values = once(() => safeArguments(use));
	const result = once(() =>
		use.family === 'terminal' ? printed(safeResult(use)) : safeResult(use),
	);
	return {
		call: use.call,
		callIndex: use.callIndex,
		...(use.resultIndex === undefined ? {} : { resultIndex: use.resultIndex }),
		family: use.family,
		// Tools we do not know show the beginnings of their arguments.
		target: redact(
			use.family === 'other' && use.arguments !== undefined
				? salientArgument(use.family, values(), '')
				: use.target,
		),
		outcome: safeOutcome(use),
		get result() {
			return result();
		},
		get arguments() {
			return values();
		},
	};
}

/** What a program printed, without the object in which a client puts it beside its exit code. */
function printed(text: Redacted): Redacted {
	const { output } = toldEnd(text, 'terminal');
	return output === undefined ? text : redact(output);
}

/** The call with another outcome; its texts stay as lazy as they are, which a spread would end. */
export function withOutcome(use: ToolUse, outcome: Outcome): ToolUse {
	return outcome === use.outcome
		? use
		: (Object.create(use, { outcome: { value: outcome, enumerable: true } }) as ToolUse);
}

/** The value, made when it is asked for first. */
function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

function safeArguments({ arguments: values, family }: ToolUse): ToolArguments | undefined {
	if (values === undefined) {
		return undefined;
	}
	// Of what a tool writes only the names it defines are read, and the paths.
	const writes = family === 'write' || family === 'edit';
	const safe = (value: unknown): unknown => {
		if (typeof value === 'string') {
			return writes && (value.length > longestPath || value.includes('\n')) ? value : redact(value);
		}
		if (writes || typeof value !== 'object' || value === null) {
			return value;
		}
		return Array.isArray(value) ? value.map(safe) : safeFields(value, safe);
	};
	return safeFields(values, safe);
}

function safeFields(value: object, safe: (value: unknown) => unknown): ToolArguments {
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(inner)]));
}
