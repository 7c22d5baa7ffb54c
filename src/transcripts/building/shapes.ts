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

const typed = v.object({ type: v.pipe(v.string(), v.nonEmpty()) });

/** What a record or block calls itself, to name one that is not read. */
export function typeOf(value: unknown, otherwise = 'nameless'): string {
	return read(typed, value)?.type ?? otherwise;
}
