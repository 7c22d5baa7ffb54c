/** A mistake in the arguments; its message is all a person needs. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
