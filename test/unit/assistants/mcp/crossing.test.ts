import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { assistant, user } from '../../../support/logs.ts';
import { claudeCodeSession } from '../../transcripts/discovery/machine.ts';
import { call, codeOf, McpRig, textOf, whole } from './mcpRig.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** Whoever may start the server in one folder gets nothing of another. */
describe('what the MCP server gives', () => {
	let rig: McpRig;
	beforeEach(async () => {
		rig = await McpRig.make();
		for (const folder of ['shop', 'bank', 'shop-old', 'shop/web']) {
			const cwd = rig.machine.path(folder);
			const name = folder.replace('/', '-');
			await rig.machine.write(`${folder}/package.json`);
			await rig.machine.write(
				`.claude/projects/${name}/${name}.jsonl`,
				claudeCodeSession(`The walrus of ${name}`, cwd),
			);
		}
	});
	afterEach(() => rig.remove());

	const addressOf = (folder: string): string => pathToFileURL(rig.machine.path(folder)).href;

	const listed = async (folder: string, options = {}): Promise<string[]> => {
		const { structuredContent } = await call(
			await rig.client(folder, options),
			'list_conversations',
		);
		const { conversations } = structuredContent as {
			readonly conversations: readonly { readonly conversation: string }[];
		};
		return conversations.map(({ conversation }) => conversation).sort();
	};

	it('is of its folder and those inside', async () => {
		assert.deepEqual(await listed('shop'), ['claude-code:shop', 'claude-code:shop-web']);
		assert.deepEqual(await listed('bank'), ['claude-code:bank']);
		assert.deepEqual(await listed('shop/web'), ['claude-code:shop-web']);
	});

	it('is of no project where it was started in the home folder or above', async () => {
		assert.deepEqual(await listed('.'), []);
		assert.deepEqual(await listed('/'), []);
		assert.deepEqual(await listed('.', { options: { root: ['bank'] } }), ['claude-code:bank']);
	});

	it('is the same through a link, and nothing more by a link inside', async () => {
		await symlink(rig.machine.path('shop'), rig.machine.path('link'));
		assert.deepEqual(await listed('link'), await listed('shop'));
		await symlink(rig.machine.path('bank'), rig.machine.path('shop/bank'));
		assert.deepEqual(await listed('shop'), ['claude-code:shop', 'claude-code:shop-web']);
		assert.deepEqual(await listed('shop/bank'), ['claude-code:bank']);
	});

	it('takes a project by where it is, however it is written', async () => {
		const cwd = `${rig.machine.path('shop')}/../bank`;
		await rig.machine.write('.claude/projects/x/x.jsonl', claudeCodeSession('Hi', cwd));
		assert.ok(!(await listed('shop')).includes('claude-code:x'));
		assert.ok((await listed('bank')).includes('claude-code:x'));
	});

	it('goes by what each session says where two projects share a folder of their assistant', async () => {
		for (const [id, folder] of [
			['hyphen', 'a-b'],
			['inside', 'a/b'],
			['also-hyphen', 'a-b'],
		] as const) {
			await rig.machine.write(`${folder}/package.json`);
			const cwd = rig.machine.path(folder);
			await rig.machine.write(`.claude/projects/-w-a-b/${id}.jsonl`, claudeCodeSession('Hi', cwd));
		}
		assert.deepEqual(await listed('a-b'), ['claude-code:also-hyphen', 'claude-code:hyphen']);
		assert.deepEqual(await listed('a/b'), ['claude-code:inside']);
		assert.deepEqual(await listed('a'), ['claude-code:inside']);
	});

	it('is no session that lies in a repository, or that a link there leads to', async () => {
		const bank = rig.machine.path('.claude/projects/bank/bank.jsonl');
		const told = claudeCodeSession('Committed', rig.machine.path('shop'));
		await rig.machine.write('shop/.claude/projects/shop/committed.jsonl', told);
		await symlink(bank, rig.machine.path('shop/.claude/projects/shop/link.jsonl'));
		await rig.machine.write('shop/.aider.chat.history.md', '#### Hi\n');
		await symlink(bank, rig.machine.path('shop/session.jsonl'));
		assert.deepEqual(await listed('shop'), ['claude-code:shop', 'claude-code:shop-web']);
	});

	it('leaves out sessions that do not tell their project', async () => {
		await rig.machine.write('.claude/projects/y/y.jsonl', claudeCodeSession('Hi', ''));
		await rig.machine.write('.hermes/sessions/h.jsonl', '{"role":"user","content":"Hi"}\n');
		assert.deepEqual(await listed('bank'), ['claude-code:bank']);
	});

	it('does not answer for a session of another folder, by whatever name', async () => {
		const client = await rig.client('shop');
		const file = rig.machine.path('.claude/projects/bank/bank.jsonl');
		for (const conversation of ['claude-code:bank', 'bank', file, '../bank/bank', 'k', ':bank']) {
			for (const [tool, input] of [
				['search_conversation', { query: 'walrus' }],
				['read_messages', { number: 1 }],
				['read_messages', {}],
				['compact_session', {}],
			] as const) {
				const answer = await call(client, tool, { ...input, conversation });
				assert.equal(codeOf(answer), 'unknown-conversation', `${tool} ${conversation}`);
				assert.ok(!whole(answer).includes('walrus'));
			}
		}
		const started = await rig.client('shop', { options: { session: 'claude-code:bank' } });
		const answer = await call(started, 'search_conversation', { query: 'walrus' });
		assert.equal(codeOf(answer), 'unknown-conversation');
	});

	it('does not answer for what Precis keeps of another workspace, or of none', async () => {
		const words = [user('The yak'), assistant('It is kept.')];
		const kept = rig.keep(addressOf('shop'), words);
		const others = [
			rig.keep(addressOf('bank'), words),
			rig.keep(addressOf('shop-old'), words),
			rig.keep('vscode-remote://ssh-remote+host/shop', words),
			rig.keep('', words),
		];
		const client = await rig.client('shop');
		const ask = (conversation: string) =>
			call(client, 'search_conversation', { query: 'yak', conversation });
		assert.match(textOf(await ask(kept)), /yak/);
		for (const other of others) {
			const answer = await ask(other);
			assert.equal(codeOf(answer), 'unknown-conversation');
			assert.ok(!whole(answer).includes('yak'));
		}
		assert.ok((await listed('shop')).every((handle) => !others.includes(handle)));
	});

	it('answers for a workspace whose name it was started with', async () => {
		const name = addressOf('team.code-workspace');
		const conversation = rig.keep(name, [user('The yak')]);
		assert.ok(!(await listed('shop')).includes(conversation));
		assert.ok((await listed('shop', { options: { workspace: [name] } })).includes(conversation));
	});

	it('is of one user', async () => {
		const home = rig.machine.path('other');
		await mkdir(home);
		assert.deepEqual(await listed('shop', { home }), []);
		assert.equal((await listed('shop')).length, 2);
	});

	it('has no secrets: in hits, messages, outlines, titles, handoffs and errors', async () => {
		const cwd = rig.machine.path('bank');
		await rig.machine.write(
			'.claude/projects/bank/bank.jsonl',
			claudeCodeSession(`The walrus token is ${secret} today`, cwd),
		);
		rig.keep(addressOf('bank'), [user(`The token is ${secret}`)], `Token ${secret}`);
		const client = await rig.client('bank');
		const answers = await Promise.all([
			call(client, 'search_conversation', { query: 'walrus token' }),
			call(client, 'read_messages', { number: 1 }),
			call(client, 'read_messages', {}),
			call(client, 'list_conversations'),
			call(client, 'search_conversation', { query: 'x', conversation: secret }),
		]);
		assert.ok(answers.every((answer) => !whole(answer).includes(secret)));
		assert.ok(answers.slice(0, 4).every((answer) => whole(answer).includes('[REDACTED]')));
	});
});
