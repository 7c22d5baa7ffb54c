import { aider } from './aider/aider.ts';
import { claudeCode } from './claudeCode/claudeCode.ts';
import { hermes } from './hermes/hermes.ts';
import { miniSweAgent } from './miniSweAgent.ts';
import { openAiChat } from './openAiChat/openAiChat.ts';
import { openHands } from './openHands/openHands.ts';
import type { TranscriptReader } from './reader.ts';
import { specStory } from './specStory/specStory.ts';
import { sweAgent } from './sweAgent/sweAgent.ts';

/** The formats that can be read, the most distinctive first: the first that detects a file reads it. */
export const readers: readonly TranscriptReader[] = [
	claudeCode,
	hermes,
	openHands,
	sweAgent,
	miniSweAgent,
	specStory,
	aider,
	openAiChat,
];
