import assert from 'node:assert/strict';
import type { ModelFailureKind } from '../../../../src/summary/writtenSummary.ts';
import type { Attempt } from '../../../../src/summary/writtenSummary.ts';
import { commands } from '../../../../src/vscode/contributions.ts';
import type { FailureNotice } from '../../../../src/vscode/models/failureNotice.ts';
import { failureNotice } from '../../../../src/vscode/models/failureNotice.ts';

const builtIn: Attempt = { rung: 'built-in', outcome: 'ok', ms: 5 };

function failed(kind: ModelFailureKind | undefined, error: string, advice?: string): Attempt {
	return {
		rung: 'summary-model',
		model: 'acme/small',
		outcome: 'failed',
		error,
		ms: 10,
		...(kind === undefined ? {} : { failure: advice === undefined ? { kind } : { kind, advice } }),
	};
}

/** Display names of VS Code's models. */
const names: Readonly<Record<string, string>> = { 'vscode/acme/small': 'Acme/Small' };

/** A failure that a person has to be told of now. */
function toTell(kind: ModelFailureKind, error: string, advice?: string): Attempt {
	return { ...failed(kind, error, advice), tellPerson: true };
}

function noticeOf(...attempts: readonly Attempt[]): FailureNotice | undefined {
	return failureNotice('c1', attempts, (id) => names[id] ?? id);
}

/** What is offered: commands with their arguments. */
function offersOf(notice: FailureNotice | undefined) {
	return notice?.actions.map(({ command, argument }) => [command, argument]);
}

const retry = [commands.retryWithModel, 'c1'];
const showLog = [commands.showLog, undefined];

describe('the notice of a model that failed', () => {
	it('names the cause, says who wrote the summary, and offers to try again', () => {
		const error = 'acme/small did not begin to reply within 60 s.';
		const notice = noticeOf(failed('timeout', error), builtIn);
		assert.ok(notice?.message.startsWith(`${error} The built-in summariser`));
		assert.deepEqual(offersOf(notice), [retry, showLog]);
	});

	it('does not come when a model wrote the summary', () => {
		const ok: Attempt = { rung: 'summary-model', model: 'acme/small', outcome: 'ok', ms: 1 };
		assert.equal(noticeOf(ok), undefined);
		assert.equal(noticeOf(failed('timeout', 'x'), ok), undefined);
	});

	it('does not come when no model was to write, or one rests after a failure', () => {
		const skipped: Attempt = { ...failed(undefined, 'Not asked'), outcome: 'skipped' };
		assert.equal(noticeOf(builtIn), undefined);
		assert.equal(noticeOf(skipped, builtIn), undefined);
	});

	it('offers to set the key when that is what is wrong, and says what to do', () => {
		const notice = noticeOf(
			toTell('authentication', 'acme/small refused the key (401).', 'Set the key again.'),
			builtIn,
		);
		assert.match(notice?.message ?? '', /wrote the summary instead\. Set the key again\.$/);
		assert.deepEqual(offersOf(notice), [[commands.setApiKey, 'acme'], retry, showLog]);
	});

	it('does not come for a key, credit or permission that was told of before', () => {
		for (const kind of ['authentication', 'credit', 'forbidden'] as const) {
			assert.equal(noticeOf(failed(kind, 'acme/small refused.'), builtIn), undefined, kind);
			assert.ok(noticeOf(toTell(kind, 'acme/small refused.'), builtIn), kind);
		}
	});

	it('tells of a refused key also when the main model stepped in', () => {
		const main: Attempt = { rung: 'main-model', model: 'other/big', outcome: 'ok', ms: 1 };
		const credit = toTell('credit', 'acme/small has no credit.');
		assert.match(noticeOf(credit, main)?.message ?? '', /other\/big wrote the summary instead/);
		assert.deepEqual(offersOf(noticeOf(credit, main)), [showLog]);
	});

	it('tells of the next failure when the first was told before', () => {
		const main: Attempt = { ...failed('timeout', 'm/b was late.'), model: 'm/b' };
		const key = failed('authentication', 'acme/small refused the key.');
		assert.match(noticeOf(key, main, builtIn)?.message ?? '', /^m\/b was late\./);
	});

	it('names a model of VS Code once and as VS Code does, and offers no key for it', () => {
		const refused: Attempt = {
			...toTell('authentication', 'vscode/acme/small refused.'),
			model: 'vscode/acme/small',
		};
		const notice = noticeOf(refused, builtIn);
		assert.match(notice?.message ?? '', /^Acme\/Small refused\. The built-in/);
		assert.deepEqual(offersOf(notice), [retry, showLog]);
	});

	it('makes no links of what a server says', () => {
		const error = 'acme/small says [sign in](command:workbench.action.quit).';
		assert.doesNotMatch(noticeOf(failed('server', error), builtIn)?.message ?? '', /\]\(/);
	});

	it('shows 220 characters of the cause at most', () => {
		const error = `acme/small ${'x'.repeat(1_000)}`;
		const message = noticeOf(failed('server', error), builtIn)?.message ?? '';
		const [cause = ''] = message.split(' The built-in');
		assert.equal(cause.length, 220);
		assert.ok(cause.endsWith('…'));
	});
});
