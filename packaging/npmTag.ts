/** Prints the npm tag under which this version is published. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { root } from './paths.ts';
import { npmTag, type ReleaseManifest } from './releaseCheck.ts';

const manifest = await readFile(path.join(root, 'package.json'), 'utf8');
process.stdout.write(`${npmTag((JSON.parse(manifest) as ReleaseManifest).version)}\n`);
