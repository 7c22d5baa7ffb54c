import { isNestedTooDeeply } from '../../messages/nesting.ts';

/** The input of a call as VS Code takes it: an object, whatever the model wrote. */
export function toolInput(argumentsText: string): object {
	try {
		const input: unknown = JSON.parse(argumentsText);
		if (isNestedTooDeeply(input)) {
			// VS Code writes it as JSON between its processes, which would overflow the stack.
			return { input: argumentsText };
		}
		return typeof input === 'object' && input !== null ? input : { input };
	} catch {
		return { input: argumentsText };
	}
}
