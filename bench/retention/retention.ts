/**
 * What summaries keep of a conversation: `node bench/retention/retention.ts`. Prints Markdown.
 * `--development` leaves the report files out: the summariser is tuned without them.
 */

import { parseArgs } from 'node:util';
import { reportOf } from './report/report.ts';
import { rememberingCounter } from './sessions/counter.ts';
import { ownSessions, realSessions, type Group } from './sessions/sessions.ts';

const { values: options } = parseArgs({
	options: {
		development: { type: 'boolean', default: false },
	},
});

const counter = await rememberingCounter();
const real = await realSessions(counter);
if (real === undefined) {
	console.log('There are no saved sessions on this machine: only our own are measured.\n');
}
const sessions = [...(await ownSessions(counter)), ...(real ?? [])];
const groups: readonly Group[] = options.development
	? ['own', 'development']
	: ['own', 'development', 'report'];
for (const group of groups) {
	const ofGroup = sessions.filter((session) => session.group === group);
	if (ofGroup.length > 0) {
		console.log(await reportOf(group, ofGroup, counter));
	}
}
