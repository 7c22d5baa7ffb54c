import type { Scene } from './scene.ts';
import { easternScenes } from './eastern.ts';
import { englishScenes } from './english.ts';
import { westernScenes } from './western.ts';

/** All conversations written by hand. */
export const scenes: readonly Scene[] = [...englishScenes, ...westernScenes, ...easternScenes];
