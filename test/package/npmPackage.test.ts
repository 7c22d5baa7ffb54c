import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { npmName, oldestNode } from '../../packaging/npmPackage.ts';
import { root } from '../../packaging/paths.ts';
import { ensurePackage, npm } from '../vscode/npmPackage.ts';

const sample = path.join(root, 'media', 'sample', 'sample-session.jsonl');

/** What `npm run package:npm` made of this version, and what is published. */
async function tarball(): Promise<string> {
	const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
		readonly version: string;
	};
	return path.join(root, 'out', `${npmName.slice(1).replace('/', '-')}-${version}.tgz`);
}

/** The program of a version of Node; undefined: it cannot be had here, as was told. */
async function installedNode(folder: string, version: string): Promise<string | undefined> {
	try {
		const name = `node-${process.platform}-${process.arch}`;
		const finish = (): Promise<void> => Promise.resolve();
		const directory = await ensurePackage({ folder, name, version, finish });
		return path.join(directory, 'node_modules', name, 'bin', 'node');
	} catch (error) {
		console.log(error instanceof Error ? error.message : String(error));
		return undefined;
	}
}

/** The package of the command line, installed in an empty folder. */
describe('the npm package', function () {
	let place: string;
	let program: string;

	before(async () => {
		place = await mkdtemp(path.join(os.tmpdir(), 'precis-npm-'));
		const empty = path.join(place, 'empty');
		await mkdir(empty);
		await writeFile(path.join(empty, 'package.json'), '{}');
		await npm(['install', '--prefix', empty, '--offline', await tarball()]);
		program = path.join(empty, 'node_modules', '.bin', 'precis');
	});
	after(() => rm(place, { recursive: true, force: true }));

	/** Runs the program as a person does, with a Node of the path. */
	async function precis(node: string, args: readonly string[], input = '') {
		const child = spawn(program, args, {
			cwd: place,
			env: {
				PATH: [path.dirname(node), '/usr/bin', '/bin'].join(path.delimiter),
				HOME: place,
				PRECIS_STORE: path.join(place, 'store'),
			},
		});
		child.stdin.on('error', () => undefined).end(input);
		const [out, error] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'close'),
		]);
		return { code: child.exitCode, out, error };
	}

	it('has nothing of VS Code in it, and depends on nothing', async () => {
		const folder = path.join(place, 'empty', 'node_modules', npmName);
		const manifest = JSON.parse(
			await readFile(path.join(folder, 'package.json'), 'utf8'),
		) as Readonly<Record<string, unknown>>;
		assert.deepEqual(manifest['engines'], { node: `>=${oldestNode}` });
		assert.deepEqual(manifest['dependencies'], undefined);
		assert.doesNotMatch(await readFile(path.join(folder, 'README.md'), 'utf8'), /\]\([a-z-]+\.md/);
		for (const name of await readdir(folder, { recursive: true })) {
			assert.doesNotMatch(name, /extension|panel|worker\.mjs|\.map$/);
		}
	});

	it('says in a sentence that a Node is too old, and lets an assistant go on', async function () {
		const node = (await installedNode('node-too-old', '18.20.8')) ?? this.skip();
		for (const [args, code] of [
			[['sessions'], 1],
			[['mcp'], 1],
			[['hook', 'codex'], 0],
		] as const) {
			const told = await precis(node, args, '{}');
			assert.deepEqual([told.code, told.out, told.error.trim().split('\n').length], [code, '', 1]);
			assert.match(told.error, /22\.16.*18\.20\.8/);
		}
	});

	for (const version of ['of this project', oldestNode]) {
		describe(`with Node ${version}`, () => {
			let node: string;

			before(async function () {
				if (version !== oldestNode) {
					node = process.execPath;
					return;
				}
				node = (await installedNode('node-oldest', version)) ?? this.skip();
			});

			it('compacts', async () => {
				const { code, out, error } = await precis(node, ['compact', sample, '--force', '--json']);
				assert.deepEqual([code, error], [0, '']);
				assert.ok('handoff' in (JSON.parse(out) as object));
			});

			it('answers a hook', async () => {
				const call = { hook_event_name: 'PreCompact', transcript_path: sample };
				const { code, out, error } = await precis(
					node,
					['hook', 'claude-code'],
					JSON.stringify(call),
				);
				assert.deepEqual([code, error], [0, '']);
				assert.match(out, /never change the public JSON/);
			});

			it('is a server', async () => {
				const params = {
					protocolVersion: '2025-06-18',
					capabilities: {},
					clientInfo: { name: 'test', version: '1' },
				};
				const asked = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
				const { code, out } = await precis(node, ['mcp'], `${JSON.stringify(asked)}\n`);
				assert.equal(code, 0);
				assert.match(out, /"serverInfo":\{"name":"precis"/);
			});

			it('says to an assistant where its compactor lies', async () => {
				await mkdir(path.join(place, '.pi', 'agent'), { recursive: true });
				const { code, out } = await precis(node, ['connect', 'pi']);
				assert.equal(code, 0);
				const [compactor] = /file:\/\/[^"]+/.exec(out) ?? assert.fail(out);
				await access(fileURLToPath(compactor));
			});

			it('lists sessions', async () => {
				assert.equal((await precis(node, ['sessions', '--json'])).code, 2);
			});
		});
	}
});
