import assert from 'node:assert/strict';
import { addressesOf } from '../../../packaging/address.ts';
import { isPreRelease, obstacles } from '../../../packaging/releaseCheck.ts';

const addresses = addressesOf('https://github.com/someone/precis');
const manifest = { version: '0.2.0', ...addresses };
const changelog = '# Changelog\n\n## [0.2.0] - 2026-12-01\n\n### Added\n';

describe('a release', () => {
	it('goes ahead with addresses that agree, its own tag and a date', () => {
		assert.deepEqual(obstacles(manifest, changelog, 'v0.2.0'), []);
	});

	it('is refused while the address of the repository is not filled in', () => {
		assert.equal(obstacles({ version: '0.2.0' }, changelog, 'v0.2.0').length, 1);
	});

	it('is refused where an address was changed alone', () => {
		const elsewhere = { ...manifest, homepage: 'https://github.com/other/precis#readme' };
		assert.equal(obstacles(elsewhere, changelog, 'v0.2.0').length, 1);
		const { qna: _, ...withoutQuestions } = manifest;
		assert.equal(obstacles(withoutQuestions, changelog, 'v0.2.0').length, 1);
	});

	it('is refused for the tag of another version, or none', () => {
		for (const tag of ['v0.2.1', '0.2.0', '']) {
			assert.equal(obstacles(manifest, changelog, tag).length, 1, tag);
		}
	});

	it('is refused without a section of the version that has a date', () => {
		for (const heading of ['## [0.2.0] - not released yet', '## [0.1.0] - 2026-12-01']) {
			assert.equal(obstacles(manifest, heading, 'v0.2.0').length, 1, heading);
		}
	});
});

describe('a version', () => {
	it('is a pre-release where its minor is odd', () => {
		assert.deepEqual(['0.1.0', '0.2.9', '1.11.0', '2.10.3'].map(isPreRelease), [
			true,
			false,
			true,
			false,
		]);
	});
});

describe('the address of a repository', () => {
	it('gives those of its front page, problems and questions', () => {
		assert.deepEqual(addresses, {
			repository: { type: 'git', url: 'https://github.com/someone/precis.git' },
			homepage: 'https://github.com/someone/precis#readme',
			bugs: { url: 'https://github.com/someone/precis/issues' },
			qna: 'https://github.com/someone/precis/discussions',
		});
	});

	it('has to be a whole one', () => {
		for (const text of [
			'',
			'someone/precis',
			'http://github.com/someone/precis',
			'https://github.com/someone',
			'https://github.com/someone/precis.git',
			'https://github.com/someone/precis/issues',
		]) {
			assert.throws(() => addressesOf(text), text);
		}
	});
});
