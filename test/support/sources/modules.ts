import { labelled, Script, type Labelled, type LabelledSession } from './labelled.ts';

/** Forty turns that look alike: the same work in one module after the other, in three languages. */

const names = ['invoice', 'payment', 'refund', 'ledger', 'coupon', 'basket', 'order', 'parcel'];

const script = new Script().person(
	'goal',
	'Port all handlers from callbacks to async functions, one module at a time.',
);
const items: Labelled[] = [
	...labelled(`
Goal | All handlers ported from callbacks to async functions, module by module | goal
`),
];

for (let turn = 0; turn < 40; turn += 1) {
	const module = `${names[turn % names.length] ?? ''}${turn}`;
	const handler = `handle${module.charAt(0).toUpperCase()}${module.slice(1)}`;
	const file = `src/modules/${module}/handler.ts`;
	const failed = turn % 3 === 0;
	script
		.person(`ask${turn}`, `Next is the ${module} module. Leave its retry count at ${turn + 3}.`)
		.read(
			`read${turn}`,
			file,
			`export function ${handler}(input, done) {\n  load(input.id, (error, row) => done(error, row));\n}`,
		)
		.edit(
			`edit${turn}`,
			file,
			`export function ${handler}(input, done)`,
			`export async function ${handler}(input: Input): Promise<Row>`,
		)
		.run(
			`test${turn}`,
			`npx mocha test/${module}.test.ts`,
			failed
				? `  1) ${handler} rejects unknown ids\n\n  ${turn + 20} passing\n  1 failing`
				: `  ${turn + 20} passing`,
			failed ? 1 : 0,
		);
	if (failed) {
		script
			.edit(
				`fix${turn}`,
				file,
				'return row;',
				`if (row === undefined) { throw new UnknownId('${module}'); }`,
			)
			.run(`again${turn}`, `npx mocha test/${module}.test.ts`, `  ${turn + 21} passing`);
	}
	script.says(`done${turn}`, `${handler} is async now; its callers await it.`);
	if (turn % 4 === 0) {
		items.push(
			...labelled(`
Completed Actions | ${turn + 1}. EDITED ${file} — ${handler} became async [tool: Edit] | edit${turn}
Constraints & Preferences | Retry count of ${module} stays at ${turn + 3} | ask${turn}
Active State | \`npx mocha test/${module}.test.ts\` → ${turn + (failed ? 21 : 20)} passing | ${failed ? `again${turn}` : `test${turn}`}
`),
		);
	}
	if (turn % 6 === 0) {
		items.push(
			...labelled(`
Completed Actions | ${turn + 1}. Mocha for ${module}: 1 failing, "${handler} rejects unknown ids" | test${turn}
Completed Actions | ${turn + 1}. ${module} の ${handler} に UnknownId の例外を追加 | fix${turn}
Relevant Files | ${file} — modifié : lève UnknownId('${module}') | fix${turn}
`),
		);
	}
	if (turn % 10 === 5) {
		items.push(
			...labelled(`
Relevant Files | src/modules/${module}x/index.ts — created |
Completed Actions | ${turn + 1}. Benchmarked ${names[turn % 5] ?? ''}${turn + 50}: 3.4 ms per call |
Critical Context | All handlers are async and their callers await them. |
`),
		);
	}
}

export const modules: LabelledSession = {
	name: 'modules',
	messages: script.messages,
	numbers: script.numbers,
	items,
};
