import assert from 'node:assert/strict';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { toolUses } from '../../../src/messages/toolUse.ts';
import { assistant, at, call, logOf, result, user } from '../../support/logs.ts';

const log = logOf(
	user('Run the tests and read the file'),
	assistant(
		'',
		call('t', 'Bash', { command: 'npm test' }),
		call('r', 'Read', { file_path: 'a.ts' }),
	),
	result('r', 'text of a'),
	result('t', 'Exit code: 1\nError: no'),
	assistant('', call('x', 'deploy', 'not json')),
);

describe('tool uses', () => {
	it('are calls with their results, in the order the calls were made', () => {
		const uses = toolUses(log, pairTools(log), 0, log.length);
		assert.deepEqual(
			uses.map((use) => [use.call.name, use.family, use.target, use.callIndex, use.resultIndex]),
			[
				['Bash', 'terminal', 'npm test', 1, 3],
				['Read', 'read', 'a.ts', 1, 2],
				['deploy', 'other', 'not json', 4, undefined],
			],
		);
	});

	it('read the outcome off the result', () => {
		const uses = toolUses(log, pairTools(log), 0, log.length);
		assert.equal(at(uses, 0).outcome.exitCode, 1);
		assert.deepEqual(at(uses, 0).outcome.errorLines, ['Error: no']);
		assert.deepEqual(at(uses, 1).arguments, { file_path: 'a.ts' });
		assert.equal(at(uses, 1).result, 'text of a');
		assert.equal(at(uses, 2).outcome.status, 'unknown');
		assert.equal(at(uses, 2).arguments, undefined);
	});

	it('know nothing of results behind the range', () => {
		const uses = toolUses(log, pairTools(log), 0, 3);
		assert.equal(at(uses, 0).resultIndex, undefined);
		assert.equal(at(uses, 0).result, '');
		assert.equal(at(uses, 1).resultIndex, 2);
		assert.deepEqual(toolUses(log, pairTools(log), 2, 4), []);
	});
});
