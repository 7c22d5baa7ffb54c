import assert from 'node:assert/strict';
import type { ModelFailure, ModelFailureKind } from '../../../../src/models/modelError.ts';
import {
	FailureNotices,
	type NoticedAttempt,
} from '../../../../src/vscode/models/failureNotice.ts';
import { english } from '../../../support/vscodeFakes.ts';

const builtIn: NoticedAttempt = { rung: 'built-in', outcome: 'ok', ms: 5 };

function failed(kind: ModelFailureKind | undefined, error: string): NoticedAttempt {
	return {
		rung: 'summary-model',
		model: 'acme/small',
		outcome: 'failed',
		error,
		ms: 10,
		...(kind === undefined ? {} : { kind }),
	};
}

function start(failures: Readonly<Record<string, ModelFailure>> = {}): FailureNotices {
	return new FailureNotices((model) => failures[model], english);
}

function kindsOf(notices: FailureNotices, attempts: readonly NoticedAttempt[]) {
	return notices.decide(attempts)?.actions.map(({ kind }) => kind);
}

describe('the notice of a model that failed', () => {
	it('names the cause, says who wrote the summary, and offers to try again', () => {
		const notice = start().decide([
			failed('timeout', 'acme/small did not begin to reply within 60 s.'),
			builtIn,
		]);
		assert.deepEqual(notice, {
			message:
				'acme/small did not begin to reply within 60 s. The built-in summariser wrote the summary instead.',
			actions: [{ kind: 'retry' }, { kind: 'show-log' }],
		});
	});

	it('comes after every compaction that a passing failure has spoilt', () => {
		const notices = start();
		for (let round = 0; round < 3; round += 1) {
			assert.ok(notices.decide([failed('server', 'acme/small reports an error.'), builtIn]));
		}
	});

	it('does not come when a model wrote the summary', () => {
		const ok: NoticedAttempt = { rung: 'summary-model', model: 'acme/small', outcome: 'ok', ms: 1 };
		assert.equal(start().decide([ok]), undefined);
		assert.equal(start().decide([failed('timeout', 'x'), ok]), undefined);
	});

	it('does not come when no model was to write, or one rests after a failure', () => {
		const skipped: NoticedAttempt = { ...failed(undefined, 'Not asked'), outcome: 'skipped' };
		assert.equal(start().decide([builtIn]), undefined);
		assert.equal(start().decide([skipped, builtIn]), undefined);
	});

	it('offers to set the key when that is what is wrong', () => {
		const attempts = [failed('authentication', 'acme/small refused the key (401).'), builtIn];
		assert.deepEqual(start().decide(attempts)?.actions, [
			{ kind: 'set-key', provider: 'acme' },
			{ kind: 'retry' },
			{ kind: 'show-log' },
		]);
	});

	it('takes the kind and the advice from the call when the attempt has none', () => {
		const notices = start({
			'acme/small': { kind: 'authentication', message: 'x', advice: 'Set the key again.' },
		});
		const notice = notices.decide([failed(undefined, 'acme/small refused the key.'), builtIn]);
		assert.match(notice?.message ?? '', /wrote the summary instead\. Set the key again\.$/);
		assert.equal(notice?.actions[0]?.kind, 'set-key');
	});

	it('tells of key, credit and permission once, until settings or keys change', () => {
		for (const kind of ['authentication', 'credit', 'forbidden'] as const) {
			const notices = start();
			const attempts = [failed(kind, 'acme/small refused.'), builtIn];
			assert.ok(notices.decide(attempts), kind);
			assert.equal(notices.decide(attempts), undefined, kind);
			const sibling = attempts.map((one) => ({ ...one, model: 'acme/large' }));
			assert.equal(notices.decide(sibling), undefined, 'of the same provider');
			notices.reset();
			assert.ok(notices.decide(attempts), kind);
		}
	});

	it('tells of a refused key also when the main model stepped in', () => {
		const main: NoticedAttempt = { rung: 'main-model', model: 'other/big', outcome: 'ok', ms: 1 };
		const notice = start().decide([failed('credit', 'acme/small has no credit.'), main]);
		assert.match(notice?.message ?? '', /other\/big wrote the summary instead/);
		assert.deepEqual(
			notice?.actions.map(({ kind }) => kind),
			['show-log'],
		);
	});

	it('tells of the next failure when the first was told before', () => {
		const notices = start();
		const key = failed('authentication', 'acme/small refused the key.');
		const main: NoticedAttempt = { ...failed('timeout', 'm/b was late.'), model: 'm/b' };
		assert.ok(notices.decide([key, builtIn]));
		assert.match(notices.decide([key, main, builtIn])?.message ?? '', /^m\/b was late\./);
	});

	it('offers no key for models of VS Code', () => {
		const attempt = { ...failed('authentication', 'signed out'), model: 'vscode/copilot/gpt-5' };
		assert.deepEqual(kindsOf(start(), [attempt, builtIn]), ['retry', 'show-log']);
	});

	it('names the model of a reply that was not accepted', () => {
		const attempt: NoticedAttempt = {
			...failed(undefined, 'The reply was empty.'),
			outcome: 'rejected',
		};
		const notice = start().decide([attempt, builtIn]);
		assert.match(notice?.message ?? '', /^acme\/small: The reply was empty\. The built-in/);
	});

	it('makes no links of what a server says', () => {
		const error = 'acme/small says [sign in](command:workbench.action.quit).';
		const message = start().decide([failed('server', error), builtIn])?.message ?? '';
		assert.doesNotMatch(message, /\]\(/);
	});

	it('shows 220 characters of the cause at most', () => {
		const error = `acme/small ${'x'.repeat(1_000)}`;
		const message = start().decide([failed('server', error), builtIn])?.message ?? '';
		const [cause = ''] = message.split(' The built-in');
		assert.equal(cause.length, 220);
		assert.ok(cause.endsWith('…'));
	});
});
