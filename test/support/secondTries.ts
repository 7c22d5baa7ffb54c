/**
 * Mocha's root hooks for the suites that drive a real editor or browser. There a test gets a second try
 * (`--retries 1`), because a machine that stands still for a moment is no defect of the product; which
 * tests needed it is printed, so that a test that often does is seen and mended.
 */
export const mochaHooks = {
	afterEach(this: Mocha.Context): void {
		const test = this.currentTest;
		// Mocha's types leave out the number of tries before this one.
		const tries: unknown = test === undefined ? undefined : Reflect.get(test, '_currentRetry');
		if (test !== undefined && typeof tries === 'number' && tries > 0) {
			console.log(`precis-second-try ${test.state ?? 'unfinished'}: ${test.fullTitle()}`);
		}
	},
};
