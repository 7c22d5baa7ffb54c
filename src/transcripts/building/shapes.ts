import * as v from 'valibot';

/** A value parsed by its schema, or `undefined` if it does not match. */
export function read<Schema extends v.GenericSchema>(
	schema: Schema,
	value: unknown,
): v.InferOutput<Schema> | undefined {
	const parsed = v.safeParse(schema, value);
	return parsed.success ? parsed.output : undefined;
}

/** A schema that yields undefined for values that do not match. */
export function lenient<Schema extends v.GenericSchema>(
	schema: Schema,
): v.SchemaWithFallback<v.OptionalSchema<Schema, undefined>, undefined> {
	return v.fallback(v.optional(schema), undefined);
}

/** Text, or undefined if the value has another type. */
export const optionalText = lenient(v.string());
/** A number, or undefined if the value has another type. */
export const optionalNumber = lenient(v.number());
/** A flag, or undefined if the value has another type. */
export const optionalFlag = lenient(v.boolean());
/** A flag that is not set if the value has another type. */
export const flag = v.fallback(v.optional(v.boolean(), false), false);
/** The id of a record's parent; `null`, as opposed to undefined, for a root. */
export const parentId = lenient(v.nullable(v.string()));

/** Any value. */
export const anything = v.optional(v.unknown());

/** The elements of a list; none if it is not a list. */
export const anyList = v.fallback(v.optional(v.array(v.unknown()), []), []);

const typed = v.object({ type: v.pipe(v.string(), v.nonEmpty()) });

/** The type that a record or block declares, for reports of unknown ones. */
export function typeOf(value: unknown, otherwise = 'nameless'): string {
	return read(typed, value)?.type ?? otherwise;
}

/** A text as it is, anything else as JSON. */
export function textOrJson(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Arguments of a call as text, whether they were saved as text or as a value. */
export function argumentsText(value: unknown): string {
	return textOrJson(value ?? {}) || '{}';
}
