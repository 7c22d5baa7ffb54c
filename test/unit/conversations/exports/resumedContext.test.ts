import assert from 'node:assert/strict';
import type { RenderableRecord } from '../../../../src/compaction/render.ts';
import { resumedContext } from '../../../../src/conversations/exports/resumedContext.ts';
import { textOf, type Message } from '../../../../src/messages/message.ts';
import { assistant, logOf, system, user } from '../../../support/logs.ts';

const log = logOf(
	system('Be brief.'),
	user('# AGENTS.md\n\nWrite in Latin.', 'client'),
	user('<system-reminder>Mind the step</system-reminder>\nPaint the pier'),
	assistant('I paint.'),
	user('A file changed.', 'client'),
	assistant('I see it.'),
	user('Is it dry?'),
	assistant('It is.'),
);

/** A compaction whose summary stands for messages from `start` on, up to the person's last one. */
function compacted(start: number, latestUser?: number): RenderableRecord {
	return {
		layout: {
			range: { start, end: latestUser === undefined ? 6 : 7 },
			headStart: 1,
			...(latestUser === undefined ? {} : { latestUser }),
			edits: [],
			placement: 'assistant',
		},
		handoff: 'HANDOFF',
		tokens: { summary: 2 },
	};
}

function texts(messages: readonly Message[]): readonly string[] {
	return messages
		.filter(({ role }) => role !== 'system')
		.map(({ content }) => textOf(content).trim());
}

describe('a context that an assistant resumes', () => {
	it('leaves out what a client said before the person, and keeps what it said later', () => {
		assert.deepEqual(texts(resumedContext(log)), [
			'Paint the pier',
			'I paint.',
			'A file changed.',
			'I see it.',
			'Is it dry?',
			'It is.',
		]);
	});

	it('begins with what the person said first, where a summary stands for that', () => {
		for (const start of [1, 2]) {
			assert.deepEqual(texts(resumedContext(log, compacted(start))), [
				'Paint the pier',
				'HANDOFF',
				'Is it dry?',
				'It is.',
			]);
		}
	});
});
