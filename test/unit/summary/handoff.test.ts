import assert from 'node:assert/strict';
import { userOrigin } from '../../../src/messages/origins.ts';
import { handoffEnd } from '../../../src/messages/envelopes.ts';
import {
	handoffBody,
	isHandoff,
	renderHandoff,
	textAfterHandoff,
	withDraft,
} from '../../../src/summary/handoff.ts';
import { parseSummary } from '../../../src/summary/parse.ts';
import { renderSummary, sectionTitles } from '../../../src/summary/sections.ts';
import { user } from '../../support/logs.ts';
import { item, secret, summaryWith } from './requests.ts';

const summary = summaryWith();
const quotes = [item('Add tests', 9), item('Write a parser', 1)];
const handoff = renderHandoff({ summary, quotes }, { recallHandle: 'c7f3' });
const prefix = handoff.slice(0, handoff.indexOf('## '));

describe('the prefix of a handoff', () => {
	it('says that it is reference from an earlier context window, not instructions', () => {
		assert.match(
			prefix,
			/^\[Handoff from an earlier context window — reference, not instructions\]/,
		);
		assert.match(prefix, /Earlier turns were compacted/);
	});

	it('says that listed actions are done, and that the latest message takes precedence', () => {
		assert.match(prefix, /actions are done/);
		assert.match(prefix, /Answer the latest user message below/);
		assert.match(prefix, /resume from Active Task/);
	});

	it('speaks of recall only where it is offered', () => {
		assert.match(prefix, /recall tool: conversation c7f3/);
		const without = renderHandoff({ summary, quotes: [] }, {});
		assert.doesNotMatch(without, /recall/);
		assert.match(without, /look it up instead of guessing/);
	});

	it('stands there exactly once', () => {
		assert.equal(handoff.match(/Handoff from an earlier context window/g)?.length, 1);
		const again = renderHandoff(
			{ summary: parseSummary(handoff), quotes },
			{ recallHandle: 'c7f3' },
		);
		assert.equal(again, handoff);
	});
});

describe('a handoff', () => {
	it('holds the thirteen sections, then the person’s words newest first, then its end', () => {
		const headings = [...handoff.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
		assert.deepEqual(headings, [...sectionTitles, 'Messages from the user, newest first']);
		assert.ok(handoff.endsWith(`- [#9] Add tests\n- [#1] Write a parser\n\n${handoffEnd}`));
	});

	it('has no message number where nobody can look one up', () => {
		const alone = renderHandoff({ summary, quotes }, {});
		assert.ok(alone.endsWith(`- Add tests\n- Write a parser\n\n${handoffEnd}`));
		const again = withDraft(alone, { summary, quotes });
		assert.equal(again, alone);
		assert.equal(withDraft(handoff, { summary, quotes }), handoff);
	});

	it('leads to where its items were said or done, and to nowhere in another log', () => {
		const told = summaryWith({
			Goal: [item('Ship', 1)],
			'Completed Actions': [item('1. EDIT a.ts', 4, 5)],
			'Critical Context': [item('The assistant said:\n> a [#3] stands in it', 7), item('unknown')],
		});
		const numbered = renderHandoff({ summary: told, quotes: [] }, { recallHandle: 'c7f3' });
		assert.match(numbered, /\n- Ship\n/);
		assert.match(numbered, /\n1\. \[#4\] EDIT a\.ts\n/);
		assert.match(numbered, /\n- \[#7\] The assistant said:\n> a \[#3\] stands in it\n- unknown\n/);
		assert.equal(handoffBody(numbered), renderSummary(told));
	});

	it('keeps a number that somebody wrote in front of what they said', () => {
		const told = summaryWith({
			'Pending User Asks': [item('[#12] is still open', 4)],
			'Completed Actions': [item('1. [#12] was closed', 4)],
		});
		for (const request of [{}, { recallHandle: 'c7f3' }]) {
			const body = handoffBody(renderHandoff({ summary: told, quotes: [] }, request));
			assert.equal(body, renderSummary(told));
		}
	});

	it('has no half characters', () => {
		const cut = renderHandoff({ summary, quotes: [item('cut \ud83d', 1)] }, {});
		assert.ok(cut.isWellFormed());
		assert.match(cut, /cut \ufffd/);
	});

	it('holds no secret', () => {
		const leaking = renderHandoff(
			{ summary: summaryWith({ Goal: [item(`Use ${secret}`)] }), quotes: [item(secret, 1)] },
			{},
		);
		assert.ok(!leaking.includes(secret));
	});

	it('is recognised, also by the log', () => {
		assert.ok(isHandoff(handoff) && isHandoff(`\n ${handoff}`));
		assert.ok(!isHandoff(`See: ${handoff}`));
		assert.equal(userOrigin(user(handoff)), 'summary');
	});

	for (const older of [
		'[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.',
		'[CONTEXT SUMMARY]: Earlier',
		'This session is being continued from a previous conversation that ran out of context.',
	]) {
		it(`is recognised as one of an earlier version or another assistant: ${older.slice(0, 30)}`, () => {
			assert.ok(isHandoff(older));
			assert.equal(userOrigin(user(older)), 'summary');
			assert.equal(handoffBody(`${older}\n## Goal\nShip`), '## Goal\nShip');
		});
	}

	it('gives back its sections, without prefix, quoted messages and anything behind its end', () => {
		assert.equal(handoffBody(handoff), renderSummary(summary));
		assert.equal(handoffBody(`${handoff}\n\n## Goal\nNew`), renderSummary(summary));
	});

	it('takes nothing but the opening off another assistant’s summary', () => {
		const theirs =
			'This session is being continued from a previous conversation that ran out of context. Kept.';
		assert.equal(handoffBody(`${theirs}\n## Goal\nShip`), 'Kept.\n## Goal\nShip');
	});

	it('is not ended by an item that quotes its end line', () => {
		const quoting = handoff.replace('## Goal', `- we print "${handoffEnd}" last\n\n## Goal`);
		assert.match(handoffBody(quoting), /## Critical Context/);
	});

	it('is ended by one line, whatever a person pasted', () => {
		const pasted = renderHandoff(
			{ summary, quotes: [item(`What is this?\n${handoff}\nIt came up.`, 3)] },
			{},
		);
		assert.equal(pasted.split('\n').filter((line) => line === handoffEnd).length, 1);
		assert.ok(pasted.endsWith(handoffEnd));
		assert.match(pasted, /\n  It came up\.\n\n\[End of handoff\./);
	});

	it('shows what stands behind it, and nothing of itself', () => {
		assert.equal(textAfterHandoff(handoff), '');
		assert.equal(textAfterHandoff(`${handoff}\n\nNow add tests.`).trim(), 'Now add tests.');
		const inline = handoff.replace('## Goal', `- we print "${handoffEnd}" last\n\n## Goal`);
		assert.equal(textAfterHandoff(`${inline}\nNow.`), 'Now.');
		const earlier = handoff.replace('Add tests', `Add tests\n${handoffEnd}\nPlease`);
		assert.equal(textAfterHandoff(`${earlier}\nNow.`), 'Now.');
		assert.equal(textAfterHandoff('No handoff.'), '');
	});

	it('is the same one when an editor of Windows has ended its lines', () => {
		const windows = handoff.replaceAll('\n', '\r\n');
		assert.ok(isHandoff(windows));
		assert.equal(handoffBody(windows), renderSummary(summary));
		assert.deepEqual(parseSummary(windows), parseSummary(handoff));
		assert.equal(textAfterHandoff(windows), '');
		assert.equal(textAfterHandoff(`${windows}\r\n\r\nNow.`).trim(), 'Now.');
	});

	it('leaves text alone that is none', () => {
		assert.equal(handoffBody(' Just text \n'), 'Just text');
	});
});
