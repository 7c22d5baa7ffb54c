import { tryParse } from '../../transcripts/bytes/jsonPieces.ts';
import { isNestedTooDeeply } from '../../messages/nesting.ts';

/** The input of a call as VS Code takes it: an object, whatever the model wrote. */
export function toolInput(argumentsText: string): object {
	const input = tryParse(argumentsText);
	// VS Code writes it as JSON between its processes, which would overflow the stack.
	if (input === undefined || isNestedTooDeeply(input)) {
		return { input: argumentsText };
	}
	return typeof input === 'object' && input !== null ? input : { input };
}
