/**
 * Bundles for web workers with parts that are loaded on first use. Neither the web extension host nor the worker of the
 * language server can `import()`: both evaluate one script. So esbuild splits the code as for Node, each output becomes a
 * CommonJS function, and a small loader in the entry point reads the other files and evaluates them,
 * as VS Code itself does with the entry point.
 *
 * `__chunks` is what the loader gives to the code: `read` is set by the entry point, `load` stands for `import()`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * The loader: factories of the modules that are there, their exports, and what loads the others. `__needs` has what a file imports, so
 * that all of it is requested at once.
 */
const LOADER = `
const __modules = {};
const __chunks = { load: async (name) => (await __fetch(name), __get(name)) };
const __get = (name) => {
  const known = __modules[name];
  if (known) return known.exports;
  const module = (__modules[name] = { exports: {} });
  __factories[name](module, module.exports, __require, __chunks);
  return module.exports;
};
const __require = (name) => (name.startsWith('./') ? __get(name) : require(name));
const __loading = {};
const __fetch = (name) => Promise.all([name, ...(__needs[name] ?? [])].map(__read));
const __read = (name) => name in __factories || (__loading[name] ??= (async () => {
  const text = await __chunks.read(name.slice(2));
  __factories[name] = new Function('module', 'exports', 'require', '__chunks', text + '\\n//# sourceURL=switchyard/' + name.slice(2));
})().catch((error) => {
  delete __loading[name];
  throw error;
}));
`;

export interface WebBundle {
  readonly options: esbuild.BuildOptions;
  /** Source of the entry point. */
  readonly entry: string;
  /** The file of the entry point in the output folder. */
  readonly file: string;
  /** The entry point's exports are those of the file: a CommonJS module, as opposed to the script of a worker. */
  readonly isModule: boolean;
}

/** Builds the bundle. Returns its metafile, with the sizes of the files that are written. */
export async function buildWeb({ options, entry, file, isModule }: WebBundle): Promise<esbuild.Metafile> {
  const { outputFiles = [], metafile } = await esbuild.build({ ...options, write: false, sourcemap: false });
  if (!metafile) throw new Error(`esbuild gave no metafile for ${entry}`);
  const outdir = path.resolve(options.absWorkingDir ?? '.', options.outdir ?? '.');
  await mkdir(outdir, { recursive: true });
  const texts = new Map<string, string>();
  for (const output of outputFiles) texts.set(path.basename(output.path), await toCommonJs(output.text));
  const entryOutput = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === entry);
  if (entryOutput === undefined) throw new Error(`no output of ${entry}`);
  const first = importsOf(metafile, entryOutput);
  const factories = first.map((name) => {
    const base = path.basename(name);
    const text = texts.get(base);
    texts.delete(base);
    return `"./${base}"(module,exports,require,__chunks){${text}\n}`;
  });
  const { code: loader } = await esbuild.transform(LOADER, { minifyWhitespace: true });
  const start = `${isModule ? 'module.exports=' : ''}__get("./${path.basename(entryOutput)}");`;
  const bytes = await write(
    path.join(outdir, file),
    `"use strict";${loader}const __needs=${JSON.stringify(needsOf(metafile, first))},__factories={${factories.join(',')}};${start}\n`,
  );
  for (const name of first) resize(metafile, name, name === entryOutput ? bytes : 0);
  for (const [base, text] of texts) {
    const size = await write(path.join(outdir, base), text);
    resize(metafile, Object.keys(metafile.outputs).find((name) => path.basename(name) === base) ?? base, size);
  }
  return metafile;
}

async function toCommonJs(text: string): Promise<string> {
  const lazy = text.replace(/\bimport\("(\.\/[^"]+)"\)/g, '__chunks.load("$1")');
  const { code } = await esbuild.transform(lazy, { format: 'cjs', minify: true, target: 'chrome120', charset: 'utf8' });
  const foreign = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].find(
    ([, name = '']) => !/^(?:vscode$|\.\/)/.test(name),
  );
  if (foreign) throw new Error(`a module that browsers don't have: ${foreign[1]}`);
  const left = /\bimport\(["`].{0,60}/.exec(code);
  if (left) throw new Error(`an import() that no loader replaces: ${left[0]}`);
  return code;
}

/** What each file imports apart from the files that are loaded at first, by the names that the loader uses. */
function needsOf(metafile: esbuild.Metafile, first: readonly string[]): Record<string, string[]> {
  const nameOf = (file: string) => `./${path.basename(file)}`;
  const later = Object.keys(metafile.outputs).filter((file) => !first.includes(file));
  const needs = later.map((file) => {
    const others = importsOf(metafile, file).filter((other) => other !== file && !first.includes(other));
    return [nameOf(file), others.map(nameOf)] as const;
  });
  return Object.fromEntries(needs.filter(([, others]) => others.length > 0));
}

/** An output and all that it imports statically. */
function importsOf({ outputs }: esbuild.Metafile, entry: string): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path: to, kind, external } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && !external) visit(to);
  };
  visit(entry);
  return [...found];
}

function resize(metafile: esbuild.Metafile, name: string, bytes: number): void {
  const output = metafile.outputs[name];
  if (output) output.bytes = bytes;
}

async function write(file: string, text: string): Promise<number> {
  await writeFile(file, text);
  return Buffer.byteLength(text);
}
