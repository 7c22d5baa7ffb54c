import assert from 'node:assert/strict';
import { oldestNode } from '../../packaging/npmPackage.ts';
import { oldNode } from '../../src/oldestNode.ts';

describe('the oldest Node', () => {
	it('is the one that the package names, and whatever is newer', () => {
		for (const version of [oldestNode, process.versions.node, '22.20.0', '23.0.0', '24.0.0-rc.1']) {
			assert.equal(oldNode(version), undefined, version);
		}
		for (const version of ['22.15.1', '20.20.2', '8.17.0']) {
			assert.ok(oldNode(version)?.includes(version), version);
		}
	});
});
