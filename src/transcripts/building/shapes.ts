import * as v from 'valibot';

/** A value as its shape is known, or `undefined` where it is none such. */
export function read<Schema extends v.GenericSchema>(
	schema: Schema,
	value: unknown,
): v.InferOutput<Schema> | undefined {
	const parsed = v.safeParse(schema, value);
	return parsed.success ? parsed.output : undefined;
}

/** What reads values of one shape. */
export function shaped<Schema extends v.GenericSchema>(
	schema: Schema,
): (value: unknown) => v.InferOutput<Schema> | undefined {
	return (value) => read(schema, value);
}

/** Something of a shape, where there is one; else nothing. */
export function lenient<Schema extends v.GenericSchema>(
	schema: Schema,
): v.SchemaWithFallback<v.NullishSchema<Schema, undefined>, undefined> {
	return v.fallback(v.nullish(schema), undefined);
}

/** Text, or undefined where a key has something else. */
export const optionalText = lenient(v.string());
/** A number, or undefined where a key has something else. */
export const optionalNumber = lenient(v.number());
/** A flag, or undefined where a key has something else. */
export const optionalFlag = lenient(v.boolean());

/** Whatever a key has. */
export const anything = v.optional(v.unknown());

/** Whatever a list has; none where it is no list. */
export const anyList = v.fallback(v.optional(v.array(v.unknown()), []), []);

const typed = v.object({ type: v.pipe(v.string(), v.nonEmpty()) });

/** What a record or block calls itself, to name one that is not read. */
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
