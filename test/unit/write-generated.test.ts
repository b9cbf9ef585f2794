import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/repository.ts';
import { outdatedFiles, writeGenerated } from '../../scripts/lib/write-generated.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { isLongRun } from './random-runs.ts';

/** Long enough that a write in place would be seen unfinished. */
const text = (letter: string) => letter.repeat(2_000_000);

async function inFolder(use: (folder: TemporaryFolder) => Promise<void>): Promise<void> {
  const folder = new TemporaryFolder('generated');
  await use(folder).finally(() => folder.remove());
}

it('shows a reader in another process each generated file whole', () =>
  inFolder(async (folder) => {
    await writeGenerated({ 'a/names.ts': text('a') }, folder.path);
    const module = pathToFileURL(path.join(root, 'scripts/lib/write-generated.ts')).href;
    // It writes until its input ends.
    const writer = `
      import { writeGenerated } from ${JSON.stringify(module)};
      let isWanted = true;
      process.stdin.on('end', () => (isWanted = false)).resume();
      for (let i = 0; isWanted; i++) await writeGenerated({ 'a/names.ts': (i % 2 ? 'a' : 'b').repeat(2_000_000) }, ${JSON.stringify(folder.path)});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writer], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const ended = once(child, 'exit');
    const seen = new Set<string>();
    let isRunning = true;
    void ended.then(() => {
      isRunning = false;
    });
    for (let reads = 0; isRunning && (seen.size < 2 || reads < (isLongRun ? 600 : 100)); reads++) {
      const read = readFileSync(folder.at('a/names.ts'), 'utf8');
      seen.add(read === text('a') ? 'a' : read === text('b') ? 'b' : `${read.length} characters`);
      await new Promise(setImmediate);
    }
    child.stdin.end();
    expect((await ended)[0]).toBe(0);
    expect([...seen].sort()).toEqual(['a', 'b']);
    expect(readdirSync(folder.at('a'))).toEqual(['names.ts']);
  }));

it('leaves a generated file alone whose text is the same', () =>
  inFolder(async (folder) => {
    await writeGenerated({ 'names.ts': 'one' }, folder.path);
    const before = statSync(folder.at('names.ts')).ino;
    await writeGenerated({ 'names.ts': 'one' }, folder.path);
    expect(statSync(folder.at('names.ts')).ino).toBe(before);
  }));

it('names the generated files that are missing or differ', () =>
  inFolder(async (folder) => {
    await writeGenerated({ 'a.ts': 'one', 'b.ts': 'two' }, folder.path);
    expect(await outdatedFiles({ 'a.ts': 'one', 'b.ts': 'three', 'c.ts': '' }, folder.path)).toEqual(['b.ts', 'c.ts']);
  }));
