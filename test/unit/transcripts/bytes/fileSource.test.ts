import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../src/transcripts/bytes/fileSource.ts';

describe('a file beside a session', () => {
	let root = '';
	let session = '';

	before(async () => {
		root = await mkdtemp(join(await realpath(tmpdir()), 'precis-beside-'));
		session = join(root, 'task', 'session.json');
		await mkdir(join(root, 'task', 'inner'), { recursive: true });
		await writeFile(session, '[]');
		await writeFile(join(root, 'secret.json'), 'secret');
		await writeFile(join(root, 'task', 'ui.json'), 'sidecar');
		await writeFile(join(root, 'task', 'inner', 'more.json'), 'deeper');
		await symlink(join(root, 'secret.json'), join(root, 'task', 'out.json'));
		await symlink(root, join(root, 'task', 'up'));
		await symlink(join(root, 'task', 'ui.json'), join(root, 'task', 'within.json'));
	});

	after(async () => {
		await rm(root, { recursive: true });
	});

	async function siblingText(name: string): Promise<string | undefined> {
		const source = await fileSource(session);
		const sibling = await source.sibling?.(name);
		return sibling && Buffer.from(await sibling.bytes(100)).toString();
	}

	it('is found in the same folder and in folders below', async () => {
		assert.equal(await siblingText('ui.json'), 'sidecar');
		assert.equal(await siblingText('./ui.json'), 'sidecar');
		assert.equal(await siblingText('inner/more.json'), 'deeper');
		assert.equal(await siblingText('inner/../ui.json'), 'sidecar');
	});

	it('is named by its path, so that people know which file failed', async () => {
		const sibling = await (await fileSource(session)).sibling?.('ui.json');
		assert.equal(sibling?.name, join(root, 'task', 'ui.json'));
	});

	it('is undefined where there is none', async () => {
		assert.equal(await siblingText('gone.json'), undefined);
		assert.equal(await siblingText('inner'), undefined);
		assert.equal(await siblingText('.'), undefined);
		assert.equal(await siblingText(''), undefined);
		assert.equal(await siblingText('ui.json\0.txt'), undefined);
	});

	it('is refused where links lead in a circle', async () => {
		const circle = join(root, 'task', 'circle.json');
		await symlink('circle.json', circle);
		await assert.rejects(fileSource(circle), { code: 'unreadable' });
		assert.equal(await siblingText('circle.json'), undefined);
	});

	it('never lies outside the folder', async () => {
		assert.equal(await siblingText('../secret.json'), undefined);
		assert.equal(await siblingText('inner/../../secret.json'), undefined);
		assert.equal(await siblingText(join(root, 'secret.json')), undefined);
		assert.equal(await siblingText('../task/../secret.json'), undefined);
	});

	it('is not followed through a link that leads out', async () => {
		assert.equal(await siblingText('out.json'), undefined);
		assert.equal(await siblingText('up/secret.json'), undefined);
		assert.equal(await siblingText('within.json'), 'sidecar');
	});
});
