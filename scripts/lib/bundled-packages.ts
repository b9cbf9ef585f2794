/** Third-party packages whose code is in our bundles. */
import { readdirSync, readFileSync } from 'node:fs';
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
}

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
  const all = [...folders].map((folder) => readPackage(path.join(root, folder)));
  const distinct = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...distinct.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} names no license.`);
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  // A package in a monorepo may have no license file of its own; its license is then known only by name.
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return { name, version, license, text: texts.join('\n\n') };
}
