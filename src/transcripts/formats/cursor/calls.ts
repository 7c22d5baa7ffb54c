import * as v from 'valibot';
import { jsonOf } from '../../bytes/sqlite/tables.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import { optionalText, read, textOrJson } from '../../building/shapes.ts';
import type { ToolData } from './records.ts';

/** Calls of Cursor's and what came of them. */

const code = v.fallback(v.nullish(v.pipe(v.number(), v.integer())), undefined);

/** What results say in the ways that are known; everything else is shown as JSON. */
const knownResult = v.object({
	/** Of a command. */
	output: optionalText,
	exitCodeV2: code,
	exitCode: code,
	/** Of a file. */
	contents: optionalText,
	/** What the model was given, where that is another thing than the person saw. */
	resultForModel: optionalText,
	rejected: v.optional(v.unknown()),
	error: v.optional(v.unknown()),
});

const errorMessages = v.object({
	modelVisibleErrorMessage: optionalText,
	clientVisibleErrorMessage: optionalText,
	message: optionalText,
	error: v.optional(v.unknown()),
});

const objectLike = v.record(v.string(), v.unknown());

/** A value that is kept as JSON in a text, or as it is; JSON that is nested too deeply stays a text. */
function valueOf(saved: unknown): unknown {
	return typeof saved === 'string' ? (jsonOf(saved) ?? saved) : saved;
}

/** The arguments as the model wrote them, unless Cursor kept nothing of them. */
function argumentsOf({ rawArgs, params }: ToolData): string {
	const given = [rawArgs, params].map((saved) => read(objectLike, valueOf(saved)));
	const told = given.find((value) => value !== undefined && Object.keys(value).length > 0);
	return told === undefined ? textOrJson(rawArgs ?? params ?? {}) : JSON.stringify(told);
}

/** The call of a message. */
export function callOf(data: ToolData, id: string): FoundCall {
	return { id, name: data.name, arguments: argumentsOf(data) };
}

/** What an error says, which can lie in others. */
function errorText(saved: unknown): string | undefined {
	const value = valueOf(saved);
	if (typeof value === 'string' && value !== '') {
		return value;
	}
	const told = read(errorMessages, value);
	return told === undefined
		? undefined
		: (told.modelVisibleErrorMessage ??
				told.clientVisibleErrorMessage ??
				told.message ??
				errorText(told.error));
}

/** The result of a call; undefined while it runs, and where the person stopped it. */
export function resultOf(data: ToolData, toolCallId: string): FoundResult | undefined {
	const { status, additionalData, error } = data;
	const saved = valueOf(data.result);
	const told = read(knownResult, saved);
	const failure = errorText(error) ?? errorText(told?.error);
	const rejected = told?.rejected === true;
	const failed = status === 'error' || additionalData?.status === 'error' || rejected;
	if (!failed && status !== 'completed' && saved === undefined) {
		return undefined;
	}
	const text = told?.output ?? told?.contents ?? told?.resultForModel;
	const shown = text ?? (saved === undefined || saved === null ? '' : textOrJson(saved));
	const exitCode = told?.exitCodeV2 ?? told?.exitCode ?? undefined;
	return {
		toolCallId,
		content: failed ? (failure ?? (rejected ? 'The person rejected this call.' : shown)) : shown,
		isError: failed || failure !== undefined,
		...(exitCode === undefined || exitCode < 0 ? {} : { exitCode }),
	};
}
