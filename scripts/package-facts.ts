/**
 * Asks npm about the packages in server/config/packages/package-facts.ts, and writes the day of each answer. Facts that npm doesn't
 * know (archived, unsafe) keep their day, and what contradicts one is printed. Usage: `npm run package-facts`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { packageFacts } from '../server/config/packages/package-facts.ts';
import { readText, root } from './lib/repository.ts';
import { writeGenerated } from './lib/write-generated.ts';

const file = 'server/config/packages/package-facts.ts';
const today = new Date().toISOString().slice(0, 10);

/** Returns the newest version; undefined if npm has none. @throws if npm doesn't answer */
function newestVersion(name: string): string | undefined {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'version'], {
    encoding: 'utf8',
    cwd: path.dirname(root),
  });
  if (status === 0) return stdout.trim() === '' ? undefined : stdout.trim();
  if (stderr.includes('E404')) return undefined;
  throw new Error(`npm doesn't answer about ${name}:\n${stderr}`);
}

let text = readText(file);
for (const { name, registry, kind } of packageFacts) {
  if (registry !== 'npm') continue;
  const version = newestVersion(name);
  if ((kind === 'missing') !== (version === undefined))
    console.log(`${name} is noted as ${kind}. npm has ${version === undefined ? 'no version' : version}.`);
  else if (kind === 'missing') {
    const at = text.indexOf(`name: '${name}',`);
    if (at < 0) throw new Error(`${name} isn't in ${file}.`);
    text = text.slice(0, at) + text.slice(at).replace(/\bon: '[^']*'/, `on: '${today}'`);
  }
}
await writeGenerated({ [file]: text }, root);
