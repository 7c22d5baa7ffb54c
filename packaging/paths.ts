import path from 'node:path';

/** Root of the checkout. */
export const root = path.resolve(import.meta.dirname, '..');

/** The package, when it is made. */
export const packageFile = path.join(root, 'precis.vsix');
