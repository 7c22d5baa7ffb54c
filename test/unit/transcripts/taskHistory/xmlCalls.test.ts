import assert from 'node:assert/strict';
import { xmlCallIn } from '../../../../src/transcripts/taskHistory/xmlCalls.ts';

const list = '<list_files>\n<path>src</path>\n<recursive>true</recursive>\n</list_files>';

function argumentsIn(text: string, answered?: string): unknown {
	const call = xmlCallIn(text, answered);
	return call && (JSON.parse(call.arguments) as unknown);
}

describe('calls as XML in a text', () => {
	it('are told from what was said before', () => {
		assert.deepEqual(xmlCallIn(`I look.\n\n${list}\n`, 'list_files'), {
			before: 'I look.',
			after: '',
			name: 'list_files',
			arguments: '{"path":"src","recursive":"true"}',
		});
	});

	it('are known without an answer when the tool is known, and with one whatever the tool', () => {
		assert.notEqual(xmlCallIn(list, undefined), undefined);
		assert.equal(xmlCallIn('<frobnicate>\n<x>1</x>\n</frobnicate>', undefined), undefined);
		assert.deepEqual(argumentsIn('<frobnicate>\n<x>1</x>\n</frobnicate>', 'frobnicate'), {
			x: '1',
		});
	});

	it('stay text when another tool is answered, or words follow', () => {
		assert.equal(xmlCallIn(list, 'read_file'), undefined);
		assert.equal(xmlCallIn(`${list}\nThat was it.`, 'list_files'), undefined);
	});

	it('stay text when anything but parameters is in them', () => {
		for (const inside of ['all of it', '<path>src</path> and more', '<path>src', '<path>a</b>']) {
			assert.equal(xmlCallIn(`<list_files>${inside}</list_files>`, 'list_files'), undefined);
		}
	});

	it('may be stopped by the client, at whatever word came next', () => {
		const stop = '[Response interrupted by a tool use result. One at a time.]';
		assert.deepEqual(xmlCallIn(`Go.\n${list}\n\nThen I wi\n\n${stop}`, 'list_files'), {
			before: 'Go.',
			after: `Then I wi\n\n${stop}`,
			name: 'list_files',
			arguments: '{"path":"src","recursive":"true"}',
		});
	});

	it('keep text with tags in it as it is', () => {
		const content = 'a\n<path>x</path>\n</content>\n<b>';
		const text = `<write_to_file>\n<path>a.xml</path>\n<content>\n${content}\n</content>\n<line_count>4</line_count>\n</write_to_file>`;
		assert.deepEqual(argumentsIn(text), { path: 'a.xml', content, line_count: '4' });
	});

	it('are found behind a mention of the tool', () => {
		assert.equal(
			xmlCallIn(`I use <list_files> now.\n${list}`, 'list_files')?.before,
			'I use <list_files> now.',
		);
	});

	it('name the files they read as later tools do', () => {
		const file = (path: string): string => `<file>\n<path>${path}</path>\n</file>`;
		const read = (files: string): string => `<read_file>\n<args>\n${files}\n</args>\n</read_file>`;
		assert.deepEqual(argumentsIn(read(file('a'))), { path: 'a' });
		assert.deepEqual(argumentsIn(read(file('a') + file('b'))), {
			files: [{ path: 'a' }, { path: 'b' }],
		});
		assert.deepEqual(argumentsIn(read('all')), { args: 'all' });
	});

	it('may have no parameters', () => {
		assert.deepEqual(argumentsIn('<list_files></list_files>'), {});
	});

	it('do no harm by naming the prototype', () => {
		assert.equal(
			xmlCallIn('<list_files><__proto__>x</__proto__></list_files>', undefined)?.arguments,
			'{"__proto__":"x"}',
		);
	});

	it('cost no more than their length when they are broken', () => {
		const text = `${'<list_files>'.repeat(20_000)}${'<path>'.repeat(20_000)}</list_files>`;
		const start = process.hrtime.bigint();
		assert.equal(xmlCallIn(text, 'list_files'), undefined);
		assert.ok(Number(process.hrtime.bigint() - start) < 1e9);
	});
});
