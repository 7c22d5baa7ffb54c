import * as claude from './formats/claudeCode/claudeLines.ts';
import * as codex from './formats/codex/codexLines.ts';
import * as copilot from './formats/copilot/copilotEvents.ts';
import { assertReadFromWindows } from './defects.ts';
import { jsonl } from './memorySource.ts';
import { request, session } from './formats/vscodeChat/chatRequests.ts';

/** Formats of lines whose damages are looked at apart; the others have this beside them. */
describe('lines of an editor of Windows', () => {
	for (const [format, records] of Object.entries({
		'Claude Code': [
			claude.user('Fix it\nnow'),
			claude.assistant('m1', claude.call('a')),
			claude.user([claude.result('a', 'one\ntwo')]),
			claude.assistant('m2', 'Done.'),
		],
		Codex: [codex.meta(), ...codex.typed('Fix it\nnow'), codex.call('a'), codex.output('a', 'ok')],
		'Copilot CLI': [
			copilot.start(),
			copilot.user('Fix it\nnow'),
			copilot.assistant('I look.', ['a']),
			copilot.done('a', 'one\ntwo'),
		],
		'Copilot Chat': [{ kind: 0, v: session([request('Fix it\nnow')]) }],
		'OpenAI chat': [
			{ role: 'user', content: 'Fix it\nnow' },
			{ role: 'assistant', content: 'Done.' },
		],
	})) {
		it(`are those of ${format}`, () => assertReadFromWindows(jsonl(...records)));
	}
});
