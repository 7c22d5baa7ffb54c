/**
 * Fetches what tests need and the project does not depend on, and says how far it is: VS Code, and a browser where none
 * is installed.
 */
import { findChromium } from './chromium.ts';
import { serverProgram } from './serverProgram.ts';

await serverProgram();
await findChromium();
