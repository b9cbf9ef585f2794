/** Each session of the command line prints and writes what its fixture says. */
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/lib/repository.ts';
import { sectionsOf } from '../../fixture-sections.ts';
import { playSession } from './cli-sessions.ts';

describe.each(globSync('*.txt', { cwd: `${root}/test/fixtures/cli` }).toSorted())('%s', (file) => {
  for (const { title, lines } of sectionsOf(`cli/${file}`)) {
    // Windows lets only administrators create links.
    const isPortable = !lines.some((line) => / {2}-> /.test(line));
    test.runIf(isPortable || process.platform !== 'win32')(title, async () => {
      expect(await playSession(lines)).toEqual(lines);
    });
  }
});
