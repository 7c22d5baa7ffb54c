/** Machine-readable reason why a tool call was refused. */
type RefusalCode =
	/** No conversation of the root has this handle. */
	| 'unknown-conversation'
	/** There is no session in the root. */
	| 'no-session'
	/** There is no such tool, or its arguments are invalid. */
	| 'bad-arguments'
	/** The conversation has no such message or page. */
	| 'not-there'
	/** Nothing was compacted. */
	| 'not-compacted';

/** A refused call of a tool; the message says what the model can do. */
export class ToolRefusal extends Error {
	override readonly name = 'ToolRefusal';
	readonly code: RefusalCode;

	constructor(code: RefusalCode, message: string) {
		super(message);
		this.code = code;
	}
}
