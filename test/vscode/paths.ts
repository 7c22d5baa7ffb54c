import path from 'node:path';

/** Root of the checkout: the extension under development. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Where everything that is fetched for tests lies. Git ignores it; deleting it is always safe. */
export const cacheDirectory = path.join(repositoryRoot, '.vscode-test');

/** An extension that opens the sample as soon as VS Code has started. */
export const sampleOpener = path.join(import.meta.dirname, 'sampleOpener');
