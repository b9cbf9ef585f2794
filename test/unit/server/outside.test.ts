/** Our states beside what real agents answered (`npm run test:outside`), cell by cell. A cell that differs needs a reason. */
import { expect, test } from 'vitest';
import { outsideCases, writeCase } from '../../outside/cases.ts';
import { agree, cellKey, cellsOf, openCase, reasons } from '../../outside/compare.ts';
import { recordedAgents } from '../../outside/recorded.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

const { answers } = recordedAgents();
const known = reasons();
const used = new Set<string>();

test.each(outsideCases().map((each) => [each.title, each] as const))('%s', async (title, each) => {
  const folder = new TemporaryFolder('outside');
  try {
    const workspace = await openCase(writeCase(each, folder.path));
    const different = Object.entries(answers[title] ?? {}).flatMap(([agent, answer]) =>
      (cellsOf(workspace, agent, answer) ?? []).flatMap((cell) => {
        const key = cellKey(title, agent, cell.name);
        if (agree(cell)) return [];
        if (known.has(key)) {
          used.add(key);
          return [];
        }
        return [`${agent}, ${cell.name}: it says "${cell.theirs}", we say "${cell.text}"`];
      }),
    );
    expect(different).toEqual([]);
  } finally {
    folder.remove();
  }
});

test('each case was asked, and each reason is needed', () => {
  expect(outsideCases().flatMap(({ title }) => (answers[title] === undefined ? [title] : []))).toEqual([]);
  expect([...known.keys()].filter((key) => !used.has(key))).toEqual([]);
});
