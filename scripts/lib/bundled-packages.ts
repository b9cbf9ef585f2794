/** Third-party packages whose code is in our bundles. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './repository.ts';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** License and notices, as in the package. */
  readonly text: string;
  /** True if its code is part of another package, so that package-lock.json doesn't have it. */
  readonly isVendored?: boolean;
}

/** Licenses of packages that others vendor and that aren't installed. */
const LICENSES: Readonly<Record<string, string>> = { '@cfworker/json-schema': 'MIT' };

/** Packages whose files are copied into dist/, not imported. */
const COPIED = ['@vscode/codicons'];

/**
 * Reads the packages that the bundled files belong to, sorted by name and version.
 * @throws Error if a package has no license
 */
export function bundledPackages(metafiles: readonly Metafile[], copied: readonly string[] = COPIED): BundledPackage[] {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  );
  const folders = new Set(copied.map((name) => path.join('node_modules', name)));
  for (const input of inputs) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replace(/^lazy:/, '')) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  const vendored = inputs.flatMap(vendoredBy);
  const all = [...[...folders].map((folder) => readPackage(path.join(root, folder))), ...vendored];
  const distinct = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...distinct.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/**
 * Returns the packages whose code is in a bundled file of another package, which its source map names. The licenses are
 * those of the installed packages of the same names.
 * @throws Error if the license of such a package isn't known
 */
function vendoredBy(input: string): readonly BundledPackage[] {
  const map = path.join(root, `${input.replace(/^lazy:/, '')}.map`);
  if (!input.includes('node_modules/') || !existsSync(map)) return [];
  const { sources = [] } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources?: readonly string[] };
  const found = new Map<string, BundledPackage>();
  for (const source of sources) {
    // `node_modules/.pnpm/@scope+name@1.0.0_peer@2.0.0/node_modules/@scope/name/…`
    const [, version, name] =
      /\.pnpm\/@?[^/@]+@([^/_(]+)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
    if (name === undefined || version === undefined || found.has(name)) continue;
    const folder = path.join(root, 'node_modules', name);
    const license = LICENSES[name];
    if (existsSync(folder)) found.set(name, { ...readPackage(folder), version, isVendored: true });
    else if (license !== undefined) found.set(name, { name, version, license, text: '', isVendored: true });
    else throw new Error(`${input} contains ${name}, whose license isn't known.`);
  }
  return [...found.values()];
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} names no license.`);
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  // A package in a monorepo may have no license file of its own; its license is then known only by name.
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return { name, version, license, text: texts.join('\n\n') };
}
