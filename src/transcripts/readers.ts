import { claudeCode } from './claudeCode/claudeCode.ts';
import { droid } from './droid.ts';
import { letta } from './letta/letta.ts';
import { openAiChat } from './openAiChat/openAiChat.ts';
import { kilo, openCode } from './openCode/openCode.ts';
import { openClaw, pi } from './pi/pi.ts';
import type { TranscriptReader } from './reader.ts';

/** The formats that can be read, the most distinctive first: the first that detects a file reads it. */
export const readers: readonly TranscriptReader[] = [
	claudeCode,
	kilo,
	openCode,
	openClaw,
	pi,
	droid,
	letta,
	openAiChat,
];
