/** Bundles the extension, the language server and the webviews into dist/. `import()` creates separate files. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { generate, generateForPrograms } from './generate.ts';
import { root } from './lib/repository.ts';
import { withoutRuleTexts } from './lib/rule-texts.ts';
import { buildSplit, type SplitBundle } from './split-bundle.ts';
import { writeNotices } from './third-party.ts';

const dist = path.join(root, 'dist');

/** CommonJS packages inside an ESM bundle still call `require` for Node's modules. */
const REQUIRE = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/**
 * An import of a module of Node.js reads all of its properties, and some create streams that aren't needed: a tenth of
 * the time to the first diagnostics. So the bundles get these modules without an import.
 */
const nodeModules: esbuild.Plugin = {
  name: 'modules of Node.js',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ kind, path: name }) =>
      kind === 'import-statement' ? { namespace: 'node', path: name } : undefined,
    );
    onLoad({ filter: /./, namespace: 'node' }, ({ path: name }) => {
      // Getters too, because which properties have one depends on the version of Node.js. Those that nothing uses go.
      const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => key !== 'default');
      const exported = names.map((key) => `export const ${key} = /* @__PURE__ */ (() => own.${key})();`);
      return {
        contents: `const own = process.getBuiltinModule('${name}'); export default own; ${exported.join('\n')}`,
      };
    });
    // `vscode-jsonrpc` requires it only for the names of pipes. It takes longer to load than our own code.
    onResolve({ filter: /^crypto$/ }, ({ kind, path: name }) =>
      kind === 'require-call' ? { namespace: 'lazy node', path: name } : undefined,
    );
    onLoad({ filter: /./, namespace: 'lazy node' }, ({ path: name }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, key) => process.getBuiltinModule('${name}')[key] });`,
    }));
  },
};

const common: esbuild.BuildOptions = {
  // The Node.js build also reads files and URLs, which isn't needed here.
  alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  charset: 'utf8',
};

const inWebview: esbuild.BuildOptions = {
  ...common,
  platform: 'browser',
  target: 'chrome130',
  format: 'esm',
  outdir: 'dist/webview',
};

const onNode: esbuild.BuildOptions = {
  ...common,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE },
};

/** The programs of the npm package run on every Node.js version that `engines` in package.json allows. */
const onOldNode: esbuild.BuildOptions = { ...onNode, target: 'node20' };

/**
 * Without this, esbuild creates a chunk for each set of modules that share code between activation and `import()`, and
 * activation would read 33 small files. Every lazy module therefore also imports the root modules of the startup code,
 * which puts the code of each into one chunk.
 * @param start in the order in which they are loaded
 */
const oneChunkForStart = (...start: readonly string[]): esbuild.Plugin => ({
  name: 'one chunk for the start',
  setup: ({ initialOptions: { absWorkingDir = root }, onResolve, onLoad }) => {
    onResolve({ filter: /^\..*\.ts$/ }, ({ kind, namespace, path: file, resolveDir }) =>
      kind === 'dynamic-import' && namespace === 'file'
        ? { namespace: 'lazy', path: path.resolve(resolveDir, file) }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'lazy' }, ({ path: file }) => {
      const at = start.indexOf(path.relative(absWorkingDir, file).replaceAll(path.sep, '/'));
      const before = at < 0 ? start : start.slice(0, at);
      const imports = before.map((name) => `import './${name}';`).join('');
      return { contents: `${imports} export * from ${JSON.stringify(file)};`, resolveDir: absWorkingDir };
    });
  },
});

/** The main module of jsonc-parser joins its functions. Without it, the start doesn't load those of later features. */
const jsoncParser: esbuild.Plugin = {
  name: 'functions of jsonc-parser',
  setup: ({ onLoad }) => {
    onLoad({ filter: /jsonc-parser[\\/]lib[\\/]esm[\\/]main\.js$/ }, ({ path: file }) => ({
      contents: `export { createScanner } from './impl/scanner.js';
        export { format } from './impl/format.js';
        export { parseTree } from './impl/parser.js';`,
      resolveDir: path.dirname(file),
    }));
  },
};

/** All bundles by name. The size checks and the benchmarks read the metafiles that `build` returns. */
export const bundles = {
  server: {
    ...onOldNode,
    entryPoints: { server: 'server/main.ts' },
    plugins: [
      nodeModules,
      jsoncParser,
      oneChunkForStart('server/node.ts', 'server/agents/all-agents.ts'),
      withoutRuleTexts('why', 'wrong', 'right'),
    ],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'server-chunks/[name]-[hash]',
  },
  cli: {
    ...onOldNode,
    entryPoints: { cli: 'server/cli.ts', 'check-thread': 'server/check-thread.ts' },
    plugins: [
      nodeModules,
      jsoncParser,
      oneChunkForStart('server/cli/check/check-command.ts'),
      // SARIF says why a rule matters.
      withoutRuleTexts('wrong', 'right'),
    ],
    // CycloneDX loads it only to write XML, which we don't.
    external: ['xmlbuilder2'],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'cli-chunks/[name]-[hash]',
  },
  chat: {
    ...inWebview,
    entryPoints: { chat: 'src/service/chat/webview/main.ts' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  },
  /** One file, because a page that loads files which load others is drawn later. */
  panels: { ...inWebview, entryPoints: { panels: 'src/service/panels/webview/main.ts' } },
  agents: { ...inWebview, entryPoints: { agents: 'src/config/servers/webview/main.ts' } },
} satisfies Record<string, esbuild.BuildOptions>;

/**
 * Options for web workers. Packages with different code for Node.js include both builds; the import path selects one.
 */
const inWorker: esbuild.BuildOptions = {
  ...common,
  platform: 'browser',
  target: 'chrome120',
  format: 'esm',
  mainFields: ['module', 'main'],
  splitting: true,
};

/** Entry files end with .cjs because the package type is `module`. */
export const splitBundles = {
  /** VS Code on the desktop and in a browser load the same files, except for the entry points. */
  extension: {
    options: {
      ...inWorker,
      entryPoints: { extension: 'src/extension.ts', web: 'src/web/extension.ts' },
      conditions: ['browser', 'node'],
      external: ['vscode', 'node:*', ...builtinModules],
      outdir: 'dist',
      outExtension: { '.js': '.cjs' },
      chunkNames: 'chunks/[name]-[hash]',
      plugins: [oneChunkForStart('src/activate.ts')],
      // A dependency parses it as a URL, which fails for the blob URL that extension hosts have.
      define: { 'self.location': 'undefined' },
    },
    node: 'src/extension.ts',
    web: { source: 'src/web/extension.ts', file: 'web/extension.cjs', isModule: true },
  },
  webServer: {
    options: {
      ...inWorker,
      entryPoints: { server: 'server/web.ts' },
      outdir: 'dist/web',
      chunkNames: '[name]-[hash]',
      plugins: [jsoncParser, oneChunkForStart('server/web.ts'), withoutRuleTexts('why', 'wrong', 'right')],
    },
    web: { source: 'server/web.ts', file: 'server.js', isModule: false },
  },
} satisfies Record<string, SplitBundle>;

/** Builds everything once. Returns each bundle's metafile. */
export async function build(): Promise<Record<string, esbuild.Metafile>> {
  await generate();
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.join(dist, 'webview'), { recursive: true });
  const built = await Promise.all([
    ...Object.entries(bundles).map(async ([name, options]) => {
      const { metafile } = await esbuild.build(options);
      if (!metafile) throw new Error(`esbuild gave no metafile for ${name}`);
      return [name, metafile] as const;
    }),
    ...Object.entries(splitBundles).map(async ([name, bundle]) => [name, await buildSplit(bundle)] as const),
  ]);
  await copyIcons();
  const metafiles = Object.fromEntries(built);
  await writeNotices(Object.values(metafiles), dist);
  return metafiles;
}

async function copyIcons(): Promise<void> {
  const codicons = path.join(root, 'node_modules/@vscode/codicons/dist');
  for (const file of ['codicon.css', 'codicon.ttf'])
    await cp(path.join(codicons, file), path.join(dist, 'webview', file));
}

/** Builds only the pages of the webviews into dist/ and leaves its other files. */
export async function buildWebviews(): Promise<void> {
  await mkdir(path.join(dist, 'webview'), { recursive: true });
  const { chat, panels, agents } = bundles;
  await Promise.all([...[chat, panels, agents].map((options) => esbuild.build(options)), copyIcons()]);
}

/** Builds only the programs of the npm package into dist/ and leaves its other files. Returns their metafiles. */
export async function buildPrograms(): Promise<esbuild.Metafile[]> {
  await generateForPrograms();
  for (const chunks of ['server-chunks', 'cli-chunks'])
    await rm(path.join(dist, chunks), { recursive: true, force: true });
  const built = await Promise.all([bundles.server, bundles.cli].map((options) => esbuild.build(options)));
  return built.flatMap(({ metafile }) => metafile ?? []);
}

if (import.meta.main) await build();
