/** Each session of the command line prints and writes what its fixture says. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { playSession, sessionsOf } from './cli-sessions.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/cli');

describe.each(globSync('*.txt', { cwd: folder }))('%s', (file) => {
  const sessions = sessionsOf(readFileSync(path.join(folder, file), 'utf8'));

  for (const session of sessions)
    test.skipIf(session.hasLinks && process.platform === 'win32')(session.title, async () => {
      expect(await playSession(session)).toEqual(session.lines);
    });
});
