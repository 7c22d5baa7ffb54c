import assert from 'node:assert/strict';
import path from 'node:path';
import {
	expanded,
	ownStore,
	variablesFor,
} from '../../../../src/transcripts/discovery/environment.ts';
import {
	clineData,
	clineSessions,
	hermesHome,
} from '../../../../src/transcripts/discovery/folders.ts';
import { Machine } from './machine.ts';

describe('a folder that a person or a variable names', () => {
	it('may begin with the home folder', () => {
		assert.equal(expanded('~', '/home/ada', path.posix), '/home/ada');
		assert.equal(expanded('~/logs', '/home/ada', path.posix), '/home/ada/logs');
		assert.equal(expanded('~logs', '/home/ada', path.posix), '~logs');
	});

	it('may be written with either slash on Windows, on a drive or a server', () => {
		const home = 'C:\\Users\\ada';
		assert.equal(expanded('~\\logs', home, path.win32), 'C:\\Users\\ada\\logs');
		assert.equal(expanded('~/logs', home, path.win32), 'C:\\Users\\ada\\logs');
		assert.equal(expanded('d:/logs/', home, path.win32), 'd:\\logs\\');
		assert.equal(expanded('//nas/share/logs', home, path.win32), '\\\\nas\\share\\logs');
	});
});

describe('variables of the environment', () => {
	it('have their names in any case on Windows, and in theirs elsewhere', () => {
		const variables = { AppData: 'C:\\Users\\ada\\AppData\\Roaming', codex_home: 'D:\\codex' };
		assert.deepEqual(variablesFor('win32', variables), {
			APPDATA: 'C:\\Users\\ada\\AppData\\Roaming',
			CODEX_HOME: 'D:\\codex',
		});
		assert.deepEqual(variablesFor('linux', variables), variables);
	});
});

describe('a variable that is set to nothing', () => {
	it('moves no folder', () => {
		const of = (variables: Readonly<Record<string, string>>): readonly string[] => {
			const environment = {
				home: '/home/ada',
				platform: 'win32',
				pathRules: 'posix',
				variables: { LOCALAPPDATA: '/local', ...variables },
				userFolder: '/user',
				workspaceFolders: [],
			} as const;
			return [clineData, clineSessions, hermesHome].map((folder) => folder(environment));
		};
		const nothing = { CLINE_DATA_DIR: '', CLINE_SESSION_DATA_DIR: '', HERMES_HOME: '' };
		assert.deepEqual(of(nothing), of({}));
	});
});

describe("Precis' own store", () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	const storeWith = (PRECIS_STORE?: string): string =>
		ownStore(machine.environment({ variables: { PRECIS_STORE } }));

	it('is where the variable says, else with the data of the user', () => {
		assert.equal(storeWith(machine.path('store')), machine.path('store'));
		assert.equal(storeWith('~/store'), machine.path('store'));
		for (const nothing of [undefined, '']) {
			assert.equal(storeWith(nothing), machine.path('.local', 'share', 'precis'));
		}
	});

	it('is never in the working directory', () => {
		assert.throws(() => storeWith('store'), TypeError);
	});
});
