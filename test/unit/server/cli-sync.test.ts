/** `sync` with real files: what the sessions of `test/fixtures/cli/sync.txt` can't show. */
import { expect, test } from 'vitest';
import { tokenIn } from '../../../common/text/secrets.ts';
import { filesOfAgent } from '../../../server/agents/files/project-files.ts';
import { type Synced, synced } from '../../../server/cli/convert/sync-servers.ts';
import { ConversionError } from '../../../server/convert/failure.ts';
import { atLeast, corpus } from '../../corpus.ts';
import { runs } from '../random-runs.ts';

test('changes nothing the second time, loses no server of the target, and writes no secret, for real files', async () => {
  const targets = (['cursor', 'vscode', 'codex', 'gemini-cli', 'opencode', 'oh-my-pi'] as const).flatMap(
    (id) => filesOfAgent(id) ?? [],
  );
  let written = 0;
  for (const target of targets) {
    let before: Synced | undefined;
    for (const { text } of corpus().slice(0, runs(80))) {
      const from = { text, path: '/p/.mcp.json', from: undefined, shown: '.mcp.json' };
      try {
        const first = await synced(from, target, before?.text);
        const second = await synced(from, target, first.text);
        expect([second.text, second.added, second.changed]).toEqual([first.text, [], []]);
        expect(tokenIn(first.text)).toBeUndefined();
        const names = ({ added, changed, unchanged, onlyInTarget }: Synced) =>
          new Set([...added, ...changed, ...unchanged, ...onlyInTarget]);
        for (const name of before === undefined ? [] : names(before)) expect(names(first)).toContain(name);
        written += first.added.length + first.changed.length;
        // Grows to a limit, so that names collide, but not without end.
        before = first.text.length < 50_000 ? first : undefined;
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
      }
    }
  }
  expect(written).toBeGreaterThan(runs(atLeast(100, 5)));
});
