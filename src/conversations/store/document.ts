import * as v from 'valibot';
import { messageOf } from '../../messages/errors.ts';
import { documentRecordSchema, reach } from './documentRecord.ts';
import { messageSchema } from './messageSchema.ts';
import { describeIssue, stateSchema } from './state.ts';

/** What the JSON says it is. */
export const documentFormat = 'precis-conversation';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));

const schema = v.strictObject({
	format: v.literal(documentFormat),
	version: v.literal(1),
	title: v.string(),
	source: v.string(),
	file: v.exactOptional(v.string()),
	workspace: v.exactOptional(v.string()),
	/** Milliseconds since the epoch. */
	createdAt: count,
	updatedAt: count,
	state: stateSchema,
	messages: v.pipe(
		v.array(v.strictObject({ message: messageSchema, tokens: count, counter: v.string() })),
		v.readonly(),
	),
	/** Named by their position, from 1. */
	records: v.array(
		v.strictObject({
			parent: v.exactOptional(position),
			createdAt: count,
			record: documentRecordSchema,
		}),
	),
	active: v.exactOptional(position),
});

/** A whole conversation as JSON: what export writes and import reads. */
export type ConversationDocument = Readonly<v.InferOutput<typeof schema>>;

/** A document, or what is wrong with it, each with its place. */
export type DocumentOutcome =
	| { readonly kind: 'document'; readonly document: ConversationDocument }
	| { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Problems that are told; more of the same help nobody. */
const problemsTold = 5;

/** Reads JSON text as a document. Nothing of an invalid one is used. */
export function parseDocument(text: string): DocumentOutcome {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		return { kind: 'invalid', problems: [messageOf(error)] };
	}
	const result = v.safeParse(schema, value);
	const problems = result.success
		? danglingReferences(result.output)
		: result.issues.map(describeIssue);
	return result.success && problems.length === 0
		? { kind: 'document', document: result.output }
		: { kind: 'invalid', problems: problems.slice(0, problemsTold) };
}

function danglingReferences(document: ConversationDocument): string[] {
	const { messages, records, active } = document;
	const problems = records.flatMap(({ parent, record }, index) => [
		...(parent !== undefined && parent > index
			? [`records.${index}.parent: Expected an earlier record but received ${parent}`]
			: []),
		...(reach(record) > messages.length
			? [`records.${index}.record.layout: Speaks of message ${reach(record)} of ${messages.length}`]
			: []),
	]);
	return active !== undefined && active > records.length
		? [...problems, `active: Expected at most ${records.length} but received ${active}`]
		: problems;
}
