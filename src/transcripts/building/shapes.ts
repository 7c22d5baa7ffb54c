import * as v from 'valibot';

/** What reads values of one shape: as they are known then, or `undefined` where they are none such. */
export function shaped<Schema extends v.GenericSchema>(
	schema: Schema,
): (value: unknown) => v.InferOutput<Schema> | undefined {
	return (value) => {
		const parsed = v.safeParse(schema, value);
		return parsed.success ? parsed.output : undefined;
	};
}

const typed = v.object({ type: v.pipe(v.string(), v.nonEmpty()) });

/** What a record or block calls itself, to name one that is not read. */
export function typeOf(value: unknown, otherwise = 'nameless'): string {
	const parsed = v.safeParse(typed, value);
	return parsed.success ? parsed.output.type : otherwise;
}
