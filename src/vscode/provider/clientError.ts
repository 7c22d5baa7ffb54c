import { ModelError, type ModelFailureKind } from '../../models/modelError.ts';
import { hostApi } from '../hostApi.ts';

/** An error as clients of a language model know them: the code says who refused, the words why. */
export function clientError(error: unknown): Error {
	if (!(error instanceof ModelError)) {
		return error instanceof Error ? error : new Error(String(error));
	}
	const { kind, message, advice } = error.failure;
	const words = advice === undefined ? message : `${message} ${advice}`;
	return errorOf(kind, words) ?? new Error(words, { cause: error });
}

function errorOf(kind: ModelFailureKind, words: string): Error | undefined {
	switch (kind) {
		case 'not-available':
			return hostApi.LanguageModelError.NotFound(words);
		case 'authentication':
		case 'forbidden':
			return hostApi.LanguageModelError.NoPermissions(words);
		case 'credit':
		case 'rate-limited':
			return hostApi.LanguageModelError.Blocked(words);
		default:
			return undefined;
	}
}
