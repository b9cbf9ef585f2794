/**
 * Checkouts of many repositories in one folder, as in a scan of an organization: each with a config at its root, one
 * for Oh My Pi, and one in each package. The texts are collected real configs, if available, and our own.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { corpus } from '../corpus.ts';
import { configOf } from './server-process.ts';

/** Number of config files in a checkout. */
export const filesPerCheckout = 10;

/** Writes the same files each time. @returns the number of config files */
export function writeCheckouts(folder: string, checkouts: number): number {
  const collected = corpus().map(({ text }) => text);
  for (let checkout = 0; checkout < checkouts; checkout++) {
    const root = path.join(folder, `organization-${checkout % 10}`, `repository-${checkout}`);
    for (const [index, file] of files.entries()) {
      const number = checkout * filesPerCheckout + index;
      // Every other file is one of our own, so that the result doesn't depend only on the collected ones.
      const text = number % 2 === 0 ? collected[(number / 2) % collected.length] : undefined;
      put(path.join(root, file), text ?? configOf((number % 5) + 1));
    }
    put(path.join(root, 'package.json'), '{ "name": "repository", "devDependencies": { "package-1": "1.0.0" } }\n');
    put(path.join(root, 'src/index.js'), '\n');
  }
  return checkouts * filesPerCheckout;
}

const files = [
  '.mcp.json',
  '.omp/mcp.json',
  ...Array.from({ length: filesPerCheckout - 2 }, (_, index) => `packages/package-${index}/.mcp.json`),
];

function put(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (import.meta.main) {
  const [folder, checkouts = '1000'] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: checkouts.ts <folder> [checkouts]');
  console.log(`${writeCheckouts(folder, Number(checkouts))} config files in ${folder}`);
}
