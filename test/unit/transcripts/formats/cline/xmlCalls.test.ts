import assert from 'node:assert/strict';
import {
	splitInterruption,
	xmlCallIn,
} from '../../../../../src/transcripts/formats/cline/xmlCalls.ts';
import { assertLinear } from '../../../../support/growth.ts';

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
		const note = '[Response interrupted by a tool use result. One at a time.]';
		const reply = `Go.\n${list}\n\nThen I wi`;
		assert.deepEqual(splitInterruption(`${reply}\n\n${note}`), { reply, note });
		assert.deepEqual(xmlCallIn(reply, 'list_files', true), {
			before: 'Go.',
			after: 'Then I wi',
			name: 'list_files',
			arguments: '{"path":"src","recursive":"true"}',
		});
	});

	it('keep text with tags in it as it is', () => {
		const content = 'a\n<path>x</path>\n</content>\n<b>';
		const text = `<write_to_file>\n<path>a.xml</path>\n<content>\n${content}\n</content>\n<line_count>4</line_count>\n</write_to_file>`;
		assert.deepEqual(argumentsIn(text), { path: 'a.xml', content, line_count: '4' });
	});

	it('do no harm by naming the prototype', () => {
		assert.equal(
			xmlCallIn('<list_files><__proto__>x</__proto__></list_files>', undefined)?.arguments,
			'{"__proto__":"x"}',
		);
	});

	const hostile: Readonly<Record<string, (count: number) => string>> = {
		'openings of calls and parameters': (count) =>
			`${'<list_files>'.repeat(count)}${'<path>'.repeat(count)}</list_files>`,
		'parameters without number': (count) =>
			`<list_files>${'<path>a</path>\n'.repeat(count)}</list_files>`,
		'notes of a stop that do not end': (count) =>
			`${'[Response interrupted by '.repeat(count)}${list}`,
		'closings of a parameter that holds anything': (count) =>
			`<list_files>${'<content>x</content>'.repeat(count)}<path></list_files>`,
		'line ends in a value': (count) =>
			`<list_files><path>${'\n\r'.repeat(count)}x</path></list_files>`,
		files: (count) =>
			`<list_files><args>${'<file><path>a</path></file>'.repeat(count)}</args></list_files>`,
		'closings that are none': (count) => `${'</a'.repeat(count)}${list}`,
	};
	for (const [what, text] of Object.entries(hostile)) {
		it(`cost no more than their length: ${what}`, () => {
			assertLinear(20_000, (count) => {
				const made = text(count);
				return () => xmlCallIn(splitInterruption(made).reply, 'list_files');
			});
		});
	}
});
