import assert from 'node:assert/strict';
import type { ConversationDocument } from '../../../../src/conversations/store/document.ts';
import { parseDocument } from '../../../../src/conversations/store/document.ts';
import { documentOf } from '../../../../src/conversations/store/documentOf.ts';
import { assistant, call, result, system, user, withImage } from '../../../support/logs.ts';
import { describeEveryStore, isNotFound } from './everyStore.ts';
import { entry, newConversation, recordOver } from './samples.ts';

describeEveryStore('documents', (subject) => {
	const exported = (): { readonly id: string; readonly document: ConversationDocument } => {
		const { id } = subject().store.create({ ...newConversation, file: '/f', workspace: 'w' });
		subject().store.append(id, [
			entry(system('brief')),
			entry(user(withImage('look'), 'person')),
			entry(assistant('\ud800', call('1'))),
			entry(result('1', 'ok', false)),
		]);
		subject().time = 2_000;
		const a = subject().store.propose(id, recordOver(2), undefined);
		subject().store.commit(id, { ...recordOver(3, 'tests'), fromOriginals: true }, a.id, undefined);
		subject().store.saveState(id, { cooldowns: {}, guard: { unhelpful: 1 }, paused: true });
		return { id, document: documentOf(subject().store, id) };
	};
	it('bring a conversation back as it was', () => {
		const { id, document } = exported();
		const parsed = parseDocument(JSON.stringify(document));
		assert.ok(parsed.kind === 'document', JSON.stringify(parsed));
		assert.deepEqual(parsed.document, document);
		subject().time = 9_000;
		const copy = subject().store.restore(parsed.document);
		assert.notEqual(copy.id, id);
		assert.deepEqual(documentOf(subject().store, copy.id), document);
		const { id: _, active, ...about } = copy;
		const {
			id: __,
			active: originalActive,
			...original
		} = subject().store.find(id) ?? assert.fail();
		assert.deepEqual(about, original);
		const positionOf = (of: string, record: number | undefined): number =>
			subject()
				.store.records(of)
				.findIndex((stored) => stored.id === record);
		assert.equal(positionOf(copy.id, active), positionOf(id, originalActive));
		assert.deepEqual(
			subject()
				.store.log(copy.id)
				.map(({ hash }) => hash),
			subject()
				.store.log(id)
				.map(({ hash }) => hash),
		);
	});
	it('come back under the id that is asked for', () => {
		const { document } = exported();
		const copy = subject().store.restore(document, 'mine');
		assert.equal(copy.id, 'mine');
		assert.deepEqual(documentOf(subject().store, 'mine'), document);
	});
	it('come back without a secret that a focus had', () => {
		const { document } = exported();
		const text = JSON.stringify(document).replace(
			'"focus":"tests"',
			'"focus":"tests of ghp_0123456789abcdefghijABCDEFGHIJ012345"',
		);
		const parsed = parseDocument(text);
		assert.ok(parsed.kind === 'document', JSON.stringify(parsed));
		assert.equal(parsed.document.records[1]?.record.focus, 'tests of [REDACTED]');
	});
	it('that are wrong say where', () => {
		const { document } = exported();
		const broken = (change: (copy: Record<string, never>) => void): readonly string[] => {
			const copy = JSON.parse(JSON.stringify(document)) as Record<string, never>;
			change(copy);
			const outcome = parseDocument(JSON.stringify(copy));
			return outcome.kind === 'invalid' ? outcome.problems : [];
		};
		const set = (path: string, value: unknown) => (copy: object) => {
			const keys = path.split('.');
			const last = keys.pop() ?? '';
			const target = keys.reduce<object>(
				(at, key) => (at as Record<string, object>)[key] ?? assert.fail(path),
				copy,
			);
			Object.assign(target, { [last]: value });
		};
		for (const [path, value, problem] of [
			['format', 'other', /^format: .*precis-conversation/],
			['version', 2, /^version: /],
			['title', 5, /^title: .*string.*5/],
			['messages.1.tokens', -1, /^messages\.1\.tokens: /],
			['messages.2.message.role', 'robot', /^messages\.2\.message\.role: /],
			['messages.3.message.toolCallId', undefined, /^messages\.3\.message\.toolCallId: /],
			['state.guard', null, /^state\.guard: /],
			['state.cooldowns', { a: 1 }, /^state\.cooldowns\.a: /],
			['records.1.parent', 2, /^records\.1\.parent: Expected an earlier record/],
			['records.0.record.layout.range.end', 99, /^records\.0\.record\.layout: .*99 of 4/],
			['records.0.record.layout.range.start', 3, /^records\.0\.record\.layout\.range: /],
			['active', 3, /^active: Expected at most 2/],
			['active', 0, /^active: /],
			['surprise', 1, /^surprise: /],
		] as const) {
			const problems = broken(set(path, value));
			assert.match(problems[0] ?? 'accepted', problem, path);
		}
		for (const text of ['', '{', 'null', '[]', '"x"', '{}']) {
			assert.equal(parseDocument(text).kind, 'invalid', text);
		}
	});
	it('of an unknown conversation there are none', () => {
		assert.throws(() => documentOf(subject().store, 'nobody'), isNotFound);
	});
});
