/**
 * Bundles for extension hosts and web workers, with parts that are loaded on first use. Both evaluate CommonJS, which
 * esbuild can't split. So esbuild splits the code as ES modules, and each output is converted to CommonJS here, with
 * `require.load` in place of `import()`.
 *
 * In Node.js, `require` reads the other files. A web host evaluates one script and can't read files synchronously, so
 * its entry file contains all startup code and a small loader that fetches the other files and evaluates them, as VS
 * Code does with the entry file. The entry point sets `__chunks.read`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * The loader: factories of the modules already loaded, their exports, and code to load the others. `__needs` lists the
 * imports of each file, so that all of them are requested at once.
 */
const LOADER = `
const __modules = {};
const __chunks = {};
const __nameOf = (name) => name.slice(name.lastIndexOf('/') + 1);
const __get = (name) => {
  const known = __modules[name];
  if (known) return known.exports;
  const module = (__modules[name] = { exports: {} });
  __factories[name](module, module.exports, __require);
  return module.exports;
};
const __require = (name) => (name.startsWith('./') ? __get(__nameOf(name)) : require(name));
__require.load = async (name) => (await __fetch(__nameOf(name)), __get(__nameOf(name)));
const __loading = {};
const __fetch = (name) => Promise.all([name, ...(__needs[name] ?? [])].map(__read));
const __read = (name) => name in __factories || (__loading[name] ??= (async () => {
  const text = await __chunks.read(name);
  __factories[name] = new Function('module', 'exports', 'require', text + '\\n//# sourceURL=switchyard/' + name);
})().catch((error) => {
  delete __loading[name];
  throw error;
}));
`;

export interface SplitBundle {
  /** Must include all entry points. */
  readonly options: esbuild.BuildOptions;
  /** Source of the entry point for Node.js. Its file and the chunks are named as `options` says. */
  readonly node?: string;
  /** The entry point for web hosts. */
  readonly web: {
    readonly source: string;
    /** The file to write, relative to the output folder. */
    readonly file: string;
    /** True if the file exports what the entry point exports (a CommonJS module), false for the script of a worker. */
    readonly isModule: boolean;
  };
}

/** Builds the bundle. Returns its metafile, with the sizes of the written files. */
export async function buildSplit({ options, node, web }: SplitBundle): Promise<esbuild.Metafile> {
  const { outputFiles = [], metafile } = await esbuild.build({ ...options, write: false, sourcemap: false });
  if (!metafile) throw new Error(`esbuild gave no metafile for ${web.source}`);
  const outdir = path.resolve(options.absWorkingDir ?? '.', options.outdir ?? '.');
  const outputs = await Promise.all(
    outputFiles.map(async ({ path: file, text }) => ({ file, text: await toCommonJs(text) })),
  );
  const texts = new Map(outputs.map(({ file, text }) => [path.basename(file), text]));
  const entryOf = (source: string): string => {
    const found = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === source);
    if (found === undefined) throw new Error(`no output of ${source}`);
    return found;
  };
  const webEntry = entryOf(web.source);
  for (const name of importsOf(metafile, webEntry, true)) assertForBrowsers(texts.get(path.basename(name)) ?? '');

  const first = importsOf(metafile, webEntry);
  const inWebFile = new Set([
    path.basename(webEntry),
    ...(node === undefined ? first.map((name) => path.basename(name)) : []),
  ]);
  for (const { file, text } of outputs) {
    const name = path.basename(file);
    if (inWebFile.has(name)) continue;
    // In Node.js, each module has a separate `require`.
    const lazy = text.includes('require.load(') ? 'require.load??=async name=>require(name);' : '';
    resize(metafile, name, await write(file, node === undefined ? text : `${lazy}${text}`));
  }

  const factories = first.map((name) => {
    const base = path.basename(name);
    return `${JSON.stringify(base)}(module,exports,require){${texts.get(base)}\n}`;
  });
  const { code: loader } = await esbuild.transform(LOADER, { minifyWhitespace: true });
  const start = `${web.isModule ? 'module.exports=' : ''}__get(${JSON.stringify(path.basename(webEntry))});`;
  const bytes = await write(
    path.join(outdir, web.file),
    `"use strict";${loader}const __needs=${JSON.stringify(needsOf(metafile, first))},__factories={${factories.join(',')}};${start}\n`,
  );
  // Startup code counts once, in the entry file that contains all of it.
  const others = first.filter((name) => name !== webEntry).map((name) => metafile.outputs[name]?.bytes ?? 0);
  resize(metafile, path.basename(webEntry), bytes - others.reduce((sum, size) => sum + size, 0));
  return metafile;
}

async function toCommonJs(text: string): Promise<string> {
  const lazy = text.replace(/\bimport\("(\.\/[^"]+)"\)/g, 'require.load("$1")');
  const { code } = await esbuild.transform(lazy, { format: 'cjs', minify: true, target: 'chrome120', charset: 'utf8' });
  const left = /\bimport\(["`].{0,60}/.exec(code);
  if (left) throw new Error(`an import() that no loader replaces: ${left[0]}`);
  return code;
}

function assertForBrowsers(code: string): void {
  const foreign = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].find(
    ([, name = '']) => !/^(?:vscode$|\.\/)/.test(name),
  );
  if (foreign) throw new Error(`a module that browsers don't have: ${foreign[1]}`);
}

/** Returns the imports of each file that aren't in the entry file, by the names that the loader uses. */
function needsOf(metafile: esbuild.Metafile, first: readonly string[]): Record<string, string[]> {
  const later = Object.keys(metafile.outputs).filter((file) => !first.includes(file));
  const needs = later.map((file) => {
    const others = importsOf(metafile, file).filter((other) => other !== file && !first.includes(other));
    return [path.basename(file), others.map((other) => path.basename(other))] as const;
  });
  return Object.fromEntries(needs.filter(([, others]) => others.length > 0));
}

/** Returns an output and all its imports, including lazy ones if `lazy` is true. */
function importsOf({ outputs }: esbuild.Metafile, entry: string, lazy = false): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path: to, kind, external } of outputs[name]?.imports ?? [])
      if ((lazy || kind === 'import-statement') && !external) visit(to);
  };
  visit(entry);
  return [...found];
}

function resize({ outputs }: esbuild.Metafile, base: string, bytes: number): void {
  const name = Object.keys(outputs).find((output) => path.basename(output) === base);
  const output = name === undefined ? undefined : outputs[name];
  if (output) output.bytes = bytes;
}

async function write(file: string, text: string): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return Buffer.byteLength(text);
}
