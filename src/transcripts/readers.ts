import { chatMessages } from './formats/messages.ts';
import { claudeCode } from './formats/claudeCode/claudeCode.ts';
import { cline } from './formats/cline/cline.ts';
import { codex } from './formats/codex/codex.ts';
import { continueReader } from './formats/continue.ts';
import { copilot } from './formats/copilot/copilot.ts';
import { cursor } from './formats/cursor/cursor.ts';
import { geminiCli } from './formats/gemini/gemini.ts';
import { hermes } from './formats/hermes/hermes.ts';
import { kilo, openCode } from './formats/openCode/openCode.ts';
import { pi } from './formats/pi/pi.ts';
import { qwenCode } from './formats/qwen/qwen.ts';
import type { TranscriptReader } from './reader.ts';
import { vscodeChat } from './formats/vscodeChat/vscodeChat.ts';

/** All readers, in the order in which they are tried: the most distinctive formats first. */
export const readers: readonly TranscriptReader[] = [
	qwenCode,
	claudeCode,
	codex,
	copilot,
	vscodeChat,
	cursor,
	kilo,
	openCode,
	pi,
	geminiCli,
	continueReader,
	cline,
	hermes,
	chatMessages,
];
