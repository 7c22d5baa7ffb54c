/*
 * Builds what runs: the five bundles of the extension, and the tests that run inside VS Code.
 * `--production` minifies and leaves out the tests.
 */
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';

const { values: options } = parseArgs({ options: { production: { type: 'boolean' } } });
const production = options.production === true;

/** Largest size of a production bundle, bytes. Growth beyond it is a decision, not an accident. */
const budgets = {
	'dist/extension.cjs': 320_000,
	'dist/openai.cjs': 450_000,
	'dist/panel.js': 250_000,
	'dist/panel.css': 20_000,
};

/** @type {esbuild.BuildOptions} */
const shared = {
	bundle: true,
	minify: production,
	sourcemap: production ? false : 'linked',
	metafile: true,
	legalComments: 'none',
	logLevel: 'warning',
};

/** @type {esbuild.BuildOptions} */
const node = { ...shared, platform: 'node', target: 'node24' };

/**
 * An icon becomes the shapes of its paths: the panel draws them itself and parses no markup.
 * @type {esbuild.Plugin}
 */
const iconShapes = {
	name: 'icon-shapes',
	setup(build) {
		build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
			const markup = await readFile(path, 'utf8');
			const paths = [...markup.matchAll(/ d="([^"]+)"/g)].map(([, shape]) => shape);
			return { contents: `export const paths = ${JSON.stringify(paths)};` };
		});
	},
};

const openAiPackage = 'src/models/openai/package.ts';

/**
 * Keeps the `openai` package in a file of its own: CommonJS bundles cannot be split, and the package
 * is several times as large as the whole extension, which starts without it.
 * @type {esbuild.Plugin}
 */
const openAiApart = {
	name: 'openai-apart',
	setup(build) {
		build.onResolve({ filter: /\/package\.ts$/ }, ({ path, resolveDir }) =>
			resolve(resolveDir, path) === resolve(openAiPackage)
				? { path: './openai.cjs', external: true }
				: undefined,
		);
	},
};

/** @type {esbuild.BuildOptions[]} */
const bundles = [
	{
		...node,
		entryPoints: ['src/extension.ts'],
		outfile: 'dist/extension.cjs',
		format: 'cjs',
		external: ['vscode'],
		plugins: [openAiApart],
	},
	{
		...node,
		entryPoints: { openai: openAiPackage },
		outdir: 'dist',
		outExtension: { '.js': '.cjs' },
		format: 'cjs',
	},
	{
		// Splitting keeps what is rarely needed, above all the tokenizer, in files of its own.
		...node,
		entryPoints: ['src/worker/worker.ts', 'src/cli.ts'],
		outdir: 'dist',
		outExtension: { '.js': '.mjs' },
		entryNames: '[name]',
		chunkNames: 'chunks/[name]-[hash]',
		format: 'esm',
		splitting: true,
		// Packages written for CommonJS ask for `require` when they run.
		banner: {
			js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
		},
	},
	{
		...shared,
		entryPoints: ['src/panel/main.tsx'],
		outfile: 'dist/panel.js',
		platform: 'browser',
		target: 'chrome140',
		format: 'iife',
		tsconfig: 'src/panel/tsconfig.json',
		plugins: [iconShapes],
	},
];

const hostTestFolder = 'out/test/host';

/** @type {esbuild.BuildOptions} */
const hostTests = {
	...node,
	entryPoints: ['test/host/index.ts', 'test/host/*.test.ts'],
	outdir: hostTestFolder,
	outExtension: { '.js': '.cjs' },
	format: 'cjs',
	external: ['vscode', 'mocha'],
};

/**
 * The extension that uses the exported API: whole, because it is installed from where it is built.
 * @type {esbuild.BuildOptions}
 */
const apiConsumer = {
	...node,
	entryPoints: ['test/host/apiConsumer/main.ts', 'test/host/apiConsumer/package.json'],
	outdir: `${hostTestFolder}/apiConsumer`,
	outExtension: { '.js': '.cjs' },
	loader: { '.json': 'copy' },
	format: 'cjs',
	external: ['vscode'],
};

/** @param {esbuild.Metafile} metafile */
function reportSizes({ outputs }) {
	for (const [file, { bytes }] of Object.entries(outputs)) {
		if (!file.endsWith('.map')) {
			process.stdout.write(`${file}  ${(bytes / 1_000).toFixed(1)} KB\n`);
		}
		const budget = budgets[/** @type {keyof typeof budgets} */ (file)];
		if (production && budget !== undefined && bytes > budget) {
			process.stderr.write(`${file} has ${bytes} bytes; its budget is ${budget}.\n`);
			process.exitCode = 1;
		}
	}
}

// Files of an earlier build must be neither packaged nor run.
const stale = production ? ['dist'] : ['dist', hostTestFolder];
await Promise.all(stale.map((folder) => rm(folder, { recursive: true, force: true })));
const wanted = production ? bundles : [...bundles, hostTests, apiConsumer];
for (const { metafile } of await Promise.all(wanted.map((options) => esbuild.build(options)))) {
	if (metafile !== undefined) {
		reportSizes(metafile);
	}
}
