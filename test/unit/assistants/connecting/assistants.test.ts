import assert from 'node:assert/strict';
import { connectableAssistants } from '../../../../src/assistants/connecting/assistants.ts';
import type { ServerList } from '../../../../src/assistants/connecting/serverList.ts';

const launch = { command: '/opt/pre"cis', args: ['--store', '/a b\\c'] };

function listOf(label: string): ServerList {
	const found = connectableAssistants.find((each) => each.label === label);
	assert.ok(found !== undefined);
	return found.list;
}

function added(list: ServerList, text: string): string {
	const changed = list.add(text, launch);
	assert.ok(changed !== undefined);
	return changed;
}

describe('the configuration of assistants', () => {
	for (const { label, list } of connectableAssistants) {
		it(`gets our server, and is as before without it: ${label}`, () => {
			const with1 = added(list, '');
			assert.ok(list.has(with1));
			const other = with1.replaceAll('precis', 'other');
			assert.ok(!list.has(other));
			const both = added(list, other);
			assert.ok(list.has(both) && both.includes('other'));
			assert.equal(added(list, both), both);
			assert.equal(list.remove(both), other);
		});
	}

	it('keeps everything else in a JSON file, its indentation and its last line', () => {
		const list = listOf('Gemini CLI');
		const before = '{\n\t"ui": { "theme": "a" },\n\t"mcpServers": {}\n}';
		const text = added(list, before);
		assert.deepEqual(JSON.parse(text), {
			ui: { theme: 'a' },
			mcpServers: { precis: launch },
		});
		assert.match(text, /^\{\n\t"ui": \{ "theme": "a" \},\n\t"mcpServers": \{\n\t\t"precis"/);
		assert.ok(!text.endsWith('\n'));
		assert.ok(!added(list, '{"a":1}').includes('\n'));
	});

	const commented = {
		'behind the last value': ['{', '  "model": "m" // not "n"', '}', ''],
		'in an object without servers': ['{', '  "mcp": {', '    // None yet.', '  }', '}'],
		'around servers': [
			'{',
			'  // The model of the house.',
			'  "model": "m", /* not "n" */',
			'  "mcp": {',
			'    // For the database.',
			'    "other": {',
			'      "enabled": true, // since May',
			'    }, // and for ever',
			'    /* The end. */',
			'  }, // of servers',
			'}',
			'',
		],
		'with the last server on one line': ['{', '  "mcp": { "other": {} } // all', '}'],
	};
	for (const [where, before] of Object.entries(commented)) {
		for (const end of ['\n', '\r\n']) {
			it(`keeps comments ${where}: ${JSON.stringify(end)}`, () => {
				const list = listOf('OpenCode');
				const text = before.join(end);
				const changed = added(list, text);
				assert.ok(list.has(changed));
				assert.equal(added(list, changed), changed);
				const comments = (from: string) => from.match(/\/\/.*|\/\*.*\*\//g);
				assert.deepEqual(comments(changed), comments(text));
				const without = list.remove(changed);
				assert.ok(without !== undefined && !list.has(without));
				if (text.includes('mcp')) {
					assert.equal(without.replaceAll(/\s+/g, ''), text.replaceAll(/\s+/g, ''));
				}
			});
		}
	}

	it('keeps a comment behind its value, and a comma at the end of a list', () => {
		const list = listOf('OpenCode');
		const lines = added(list, '{\n  "model": "m" // not "n"\n}').split('\n');
		assert.equal(lines[1], '  "model": "m", // not "n"');
		assert.equal(
			added(list, '{\n  "mcp": {\n    "other": {},\n  },\n}').match(/\},$/gm)?.length,
			3,
		);
	});

	it('is taken out from between others', () => {
		const list = listOf('Gemini CLI');
		const text = '{"mcpServers":{"a":{},"precis":{},"b":{}}}';
		assert.equal(list.remove(text), '{"mcpServers":{"a":{},"b":{}}}');
		assert.equal(list.remove('{"mcpServers":{"precis":{},"b":{}}}'), '{"mcpServers":{"b":{}}}');
	});

	it('is left alone where it is not understood', () => {
		const list = listOf('OpenCode');
		for (const text of ['{ # a comment\n}', '[]', '{}{}', '{"mcp": 3}', '{']) {
			assert.equal(list.add(text, launch), undefined, text);
			assert.equal(list.has(text), false);
			assert.equal(list.remove(text), undefined);
		}
	});

	it('keeps everything else in a TOML file, comments too', () => {
		const list = listOf('Codex');
		const before = '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x" # why\n';
		const text = added(list, before);
		assert.ok(text.startsWith(before));
		assert.match(text, /\n\[mcp_servers\.precis\]\ncommand = "\/opt\/pre\\"cis"\nargs = \[/);
		assert.equal(list.remove(text), before);
	});

	it('takes tables below ours out of a TOML file, and no others', () => {
		const list = listOf('Codex');
		const text = added(list, 'a = 1\n');
		const more = `${text}[mcp_servers.precis.env]\nA = "1"\n\n[mcp_servers.precision]\ncommand = "y"\n`;
		assert.equal(list.remove(more), 'a = 1\n\n[mcp_servers.precision]\ncommand = "y"\n');
		assert.ok(!list.has('[mcp_servers.precision]\n'));
	});

	it('is left alone where TOML has its servers on one line', () => {
		assert.equal(
			listOf('Codex').add('mcp_servers = { a = { command = "x" } }\n', launch),
			undefined,
		);
	});
});
