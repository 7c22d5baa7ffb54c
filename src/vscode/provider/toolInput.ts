import { walkableJson } from '../../messages/json.ts';

/** The input of a call as VS Code takes it: an object, whatever the model wrote. */
export function toolInput(argumentsText: string): object {
	// VS Code writes it as JSON between its processes, which would overflow the stack.
	const input = walkableJson(argumentsText);
	if (input === undefined) {
		return { input: argumentsText };
	}
	return typeof input === 'object' && input !== null ? input : { input };
}
