import * as v from 'valibot';
import { externalActions } from './externalActions.ts';
import { longestSearch } from './session.ts';

/** Maximum number of entries per request. */
const maxEntries = 5_000;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const side = v.picklist(['conversation', 'context']);

const schema = v.variant('type', [
	v.strictObject({ type: v.literal('ready'), side }),
	v.strictObject({ type: v.literal('show'), side }),
	v.pipe(
		v.strictObject({
			type: v.literal('rows'),
			revision: count,
			/** Position of the first entry, and the position after the last one. */
			start: count,
			end: count,
			/** Texts of any length. */
			whole: v.boolean(),
		}),
		v.check(({ start, end }) => start < end && end - start <= maxEntries),
	),
	v.strictObject({
		type: v.literal('find'),
		text: v.pipe(v.string(), v.minLength(1), v.maxLength(longestSearch)),
	}),
	...externalActions,
	v.strictObject({ type: v.literal('openAsText') }),
]);

/** Requests of a session editor's page to the host. */
export type FromSession = v.InferOutput<typeof schema>;

/** The message, or undefined if it is not valid: a webview's messages are untrusted input. */
export function parseFromSession(value: unknown): FromSession | undefined {
	const result = v.safeParse(schema, value);
	return result.success ? result.output : undefined;
}
