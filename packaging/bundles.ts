import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * What the extension loads only when it is needed, by the file it is in: CommonJS bundles cannot be split.
 */
const apart = {
	openai: 'node_modules/openai/index.mjs',
	redaction: 'src/redaction/redact.ts',
	connecting: 'src/vscode/commands/connecting.ts',
	repositoryHandoffs: 'src/vscode/commands/repositoryHandoffs.ts',
	sessionPicker: 'src/vscode/transcripts/sessionPicker.ts',
} as const;

/** Has what is apart loaded from its file: by an `import()` of ours, or, of redaction, with the first call. */
const keptApart: Plugin = {
	name: 'kept-apart',
	setup(build) {
		build.onResolve(
			{ filter: /\/(?:redact|connecting|repositoryHandoffs|sessionPicker)\.ts$/ },
			({ path, resolveDir, kind }) => {
				const wanted = resolve(resolveDir, path);
				const found = Object.entries(apart).find(([, file]) => resolve(file) === wanted);
				if (found === undefined || kind === 'entry-point') {
					return undefined;
				}
				return found[0] === 'redaction'
					? { path: 'redaction', namespace: 'with-the-first-call' }
					: { path: `./${found[0]}.cjs`, external: true };
			},
		);
		build.onResolve({ filter: /^openai$/ }, () => ({ path: './openai.cjs', external: true }));
		build.onLoad({ filter: /^redaction$/, namespace: 'with-the-first-call' }, () => ({
			contents:
				"let loaded; export const redact = (text) => (loaded ??= require('./redaction.cjs')).redact(text);",
		}));
		build.onResolve({ filter: /^\.\/redaction\.cjs$/ }, ({ path }) => ({ path, external: true }));
	},
};

/**
 * Coordinates of an icon to a hundredth of a pixel of its 16. Relative ones would add up what is missing, and
 * arcs have flags that look like digits: shapes with either stay as they are.
 */
function rounded(shape: string): string {
	return /^[MLHVCZ\d\s.,e-]+$/.test(shape)
		? shape.replace(/\d+\.\d{3,}(?:e-\d+)?/g, (value) => String(Number(Number(value).toFixed(2))))
		: shape;
}

/** An icon becomes the shapes of its paths: the panel draws them itself and parses no markup. */
const iconShapes: Plugin = {
	name: 'icon-shapes',
	setup(build) {
		build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
			const markup = await readFile(path, 'utf8');
			const paths = [...markup.matchAll(/ d="([^"]+)"/g)].map(([, shape = '']) => rounded(shape));
			return { contents: `export const paths = ${JSON.stringify(paths)};` };
		});
	},
};

/**
 * The MCP package brings a compiler of JSON schemas for replies of a client's person, half of its size.
 * Our server asks no person anything.
 */
const noSchemaCompiler: Plugin = {
	name: 'no-schema-compiler',
	setup(build) {
		build.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
			contents: 'export class AjvJsonSchemaValidator {}',
		}));
	},
};

/** What plugins read is never packed, and some have no zlib. */
const noPackedFiles: Plugin = {
	name: 'no-packed-files',
	setup(build) {
		build.onResolve({ filter: /^node:zlib$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
		build.onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: 'export default {};' }));
	},
};

/**
 * What the build makes. Paths are relative to the root of the checkout, where it runs.
 * @param production Minified, for the package; otherwise with source maps.
 */
export function extensionBundles(production: boolean) {
	const shared = {
		bundle: true,
		minify: production,
		sourcemap: production ? false : 'linked',
		metafile: true,
		legalComments: 'none',
		logLevel: 'warning',
	} as const satisfies BuildOptions;
	const node = {
		...shared,
		platform: 'node',
		// The oldest VS Code that is supported has it, and so may whoever installs the command line.
		target: 'node22',
		// What `main` of jsonc-parser names loads its parts in a way that no bundler sees.
		mainFields: ['module', 'main'],
	} as const satisfies BuildOptions;
	return [
		{
			...node,
			entryPoints: ['src/extension.ts'],
			outfile: 'dist/extension.cjs',
			format: 'cjs',
			external: ['vscode'],
			plugins: [keptApart],
			// VS Code gives its API to what is required, and need not to what is imported.
			supported: { 'dynamic-import': false },
		},
		{
			...node,
			entryPoints: apart,
			outdir: 'dist',
			outExtension: { '.js': '.cjs' },
			format: 'cjs',
			external: ['vscode'],
			plugins: [keptApart],
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
			// Words of ten languages take half the room as they are: Node reads modules as UTF-8.
			charset: 'utf8',
			plugins: [noSchemaCompiler],
			// Packages written for CommonJS ask for `require` when they run.
			banner: {
				js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
			},
		},
		{
			...shared,
			// Each page is one file: what both need is in either, for a page loads no modules.
			entryPoints: { panel: 'src/panel/main.tsx', session: 'src/panel/session/main.tsx' },
			outdir: 'dist',
			platform: 'browser',
			target: 'chrome138',
			format: 'iife',
			tsconfig: 'src/panel/tsconfig.json',
			plugins: [iconShapes],
		},
		compactorBundles('dist/compactors', production),
	] as const satisfies readonly BuildOptions[];
}

/**
 * What plugins of other assistants load: a file for each, which needs no Node. Claude Code's have plain JavaScript only.
 * @param folder Where they come to lie.
 */
export function compactorBundles(folder: string, production: boolean) {
	const plainRuntime = './src/assistants/compactor/plainRuntime.ts';
	return {
		bundle: true,
		minify: production,
		metafile: true,
		legalComments: 'none',
		logLevel: 'warning',
		entryPoints: {
			'claude-code': 'src/assistants/compactor/claudeCode.ts',
			cline: 'src/assistants/compactor/cline.ts',
			'open-code': 'src/assistants/compactor/openCode.ts',
			pi: 'src/assistants/compactor/pi.ts',
		},
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		format: 'esm',
		platform: 'neutral',
		target: 'es2024',
		charset: 'utf8',
		mainFields: ['module', 'main'],
		inject: [plainRuntime],
		alias: { 'node:buffer': plainRuntime, 'node:path': plainRuntime, 'node:util': plainRuntime },
		plugins: [noPackedFiles],
	} as const satisfies BuildOptions;
}

const insideVsCode = {
	bundle: true,
	sourcemap: 'linked',
	metafile: true,
	logLevel: 'warning',
	platform: 'node',
	target: 'node22',
	format: 'cjs',
	outExtension: { '.js': '.cjs' },
} as const satisfies BuildOptions;

/**
 * Tests that run inside VS Code, with `index.cjs`, which runs them.
 * @param folder Where they come to lie.
 * @param files The tests.
 */
export function hostTests(folder: string, files: readonly string[]) {
	return {
		...insideVsCode,
		entryPoints: ['test/host/index.ts', ...files],
		outdir: folder,
		entryNames: '[name]',
		external: ['vscode', 'mocha'],
	} as const satisfies BuildOptions;
}

/** The extension that uses the exported API: whole, because it is installed from where it is built. */
export function apiConsumer(folder: string) {
	return {
		...insideVsCode,
		entryPoints: ['test/host/apiConsumer/main.ts', 'test/host/apiConsumer/package.json'],
		outdir: folder,
		loader: { '.json': 'copy' },
		external: ['vscode'],
	} as const satisfies BuildOptions;
}
