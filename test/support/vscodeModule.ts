import { registerHooks } from 'node:module';

/**
 * Lets code that imports `vscode` run in plain Node, with stand-ins for what the language model API is
 * made of. Mocha loads it before all tests; other programs import it first, and the code with `await import(…)`.
 */
registerHooks({
	resolve: (specifier, context, next) =>
		next(
			specifier === 'vscode' ? new URL('languageModelParts.ts', import.meta.url).href : specifier,
			context,
		),
});
