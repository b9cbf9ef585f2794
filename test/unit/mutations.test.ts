import { expect, test } from 'vitest';
import { ImportGraph } from '../../scripts/lib/import-graph.ts';
import { mutantsIn } from '../../scripts/lib/mutations.ts';

test.each([
  ['if (a > b) c();', ['a > b → !(a > b)', '> → >=', '> → <=', 'c(); → ;']],
  ['if (a === b) return;', ['if (a === b) return; → ;', '=== → !==']],
  ['if (a) { throw b; }', ['a → !(a)', 'if (a) { throw b; } → ;']],
  ['if (a) return; else b = 1;', ['a → !(a)']],
  ['x = a && b ? 1 : 2 - 3;', ['a && b → !(a && b)', '&& → ||', '- → +']],
  ['x = a ?? b;', ['a ?? b → a', 'a ?? b → b']],
  ['await a(); void b();', ['await a(); → ;', 'void b(); → ;']],
  ["x = { 'a': 'b', c: true };", ["'b' → ''", 'true → false']],
  ["log().warn('a'); l10n.t('a', 'b');", ["l10n.t('a', 'b'); → ;", "'b' → ''"]],
  ["import a from 'a'; type T = 'a'; const x: 'a' | true = y;", []],
])('the wrong edits of %s', (text, edits) => {
  expect(mutantsIn('a.ts', text).map(({ before, after }) => `${before} → ${after}`)).toEqual(edits);
});

test('the tests of a file import it, the nearest first, and those of a program run it', () => {
  const far = 'test/unit/config/servers/lock.test.ts';
  const near = 'test/unit/config/servers/launch-plan.test.ts';
  const running = 'test/unit/server/write-file.test.ts';
  const between = ['src/config/servers/lock/lock-command.ts', 'src/config/servers/testing/test-command.ts'];
  const graph = new ImportGraph([far, near, running, ...between, 'src/config/servers/testing/plan-server.ts']);
  expect(graph.testsOf('common/connection-test/launch/launch-plan.ts')).toEqual([near, far]);
  expect(graph.testsOf('server/cli.ts')).toEqual([running]);
});
