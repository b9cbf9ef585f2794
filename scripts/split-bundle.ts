/**
 * Bundles for extension hosts and web workers, with parts that are loaded on first use. Both evaluate CommonJS, which esbuild doesn't split. So
 * esbuild splits the code as ES modules, and each output becomes CommonJS here; `require.load` stands for `import()`.
 *
 * In Node.js, `require` reads the other files. A web host evaluates one script and can't read files at once, so its entry
 * file has all that is needed at the start, and a small loader that reads the others and evaluates them, as VS Code itself
 * does with the entry file. `__chunks.read` is set by the entry point.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * The loader: factories of the modules that are there, their exports, and what loads the others. `__needs` has what a
 * file imports, so that all of it is requested at once.
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
  /** With all entry points. */
  readonly options: esbuild.BuildOptions;
  /** An entry point for Node.js, by its source. Its file and the parts have the names that `options` give them. */
  readonly node?: string;
  /** The entry point for web hosts. */
  readonly web: {
    readonly source: string;
    /** The file to write, relative to the output folder. */
    readonly file: string;
    /** The entry point's exports are those of the file: a CommonJS module, as opposed to the script of a worker. */
    readonly isModule: boolean;
  };
}

/** Builds the bundle. Returns its metafile, with the sizes of the files that are written. */
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
    // Node.js gives each module its own `require`.
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
  // What is loaded at the start counts once, as the file that has all of it.
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

/** What each file imports apart from the files that are loaded at first, by the names that the loader uses. */
function needsOf(metafile: esbuild.Metafile, first: readonly string[]): Record<string, string[]> {
  const later = Object.keys(metafile.outputs).filter((file) => !first.includes(file));
  const needs = later.map((file) => {
    const others = importsOf(metafile, file).filter((other) => other !== file && !first.includes(other));
    return [path.basename(file), others.map((other) => path.basename(other))] as const;
  });
  return Object.fromEntries(needs.filter(([, others]) => others.length > 0));
}

/** An output and all that it imports, with what it loads later if `lazy` is set. */
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
