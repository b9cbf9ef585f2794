/** Our states beside what real agents answered (`npm run test:outside`), cell by cell. A cell that differs needs a reason. */
import { expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { tableAgents } from '../../../server/agents/all-agents.ts';
import { outsideCases } from '../../outside/cases.ts';
import { agree, type Compared, cellKey, compareCase, reasons } from '../../outside/compare.ts';
import { outsidePage } from '../../outside/page.ts';
import { programIds } from '../../outside/programs.ts';
import { recordedAgents, recordedRouters, recordedServers, recordedValues } from '../../outside/recorded.ts';
import { sameAnswer } from '../../outside/routers.ts';
import { realServers, sameTools } from '../../outside/servers.ts';
import { sameValues, usedValues } from '../../outside/values.ts';

const recorded = recordedAgents();
const known = reasons();
const compared: Compared[] = [];
const used = new Set<string>();

test.each(outsideCases().map((each) => [each.title, each] as const))('%s', async (title, each) => {
  const ofCase = await compareCase(each, recorded.answers[title] ?? {});
  compared.push(...ofCase);
  const different = ofCase.flatMap(({ agent, cells }) =>
    cells.flatMap((cell) => {
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
});

test('each case was asked, and each reason is needed', () => {
  const missing = outsideCases().filter(({ title }) => recorded.answers[title] === undefined);
  expect(missing).toEqual([]);
  expect([...known.keys()].filter((key) => !used.has(key))).toEqual([]);
});

test('docs/outside.md says what was asked, and what differs', () => {
  expect(readText('docs/outside.md')).toBe(outsidePage(recorded, compared, recordedServers(), recordedRouters()));
});

test.each(programIds)('%s accepts the values of properties that we say, and each property was asked', (id) => {
  const { table } = tableAgents.find((agent) => agent.id === id) ?? expect.fail(id);
  const [theirs, ours] = [recordedValues()[id] ?? {}, usedValues(id, table)];
  expect(Object.keys(ours).filter((name) => theirs[name] === undefined)).toEqual([]);
  const different = Object.keys(ours).filter((name) => !sameValues(id, theirs[name] ?? [], ours[name] ?? []));
  expect(different.map((name) => [name, theirs[name], ours[name]])).toEqual([]);
});

test('a property of which no value is a reason accepted wrong ones, or is only documented', () => {
  const unasked = tableAgents.flatMap(({ id, table }) =>
    Object.entries(recordedValues()[id] ?? {}).flatMap(([name, accepted]) => {
      const fact = table.format.properties[name.split(' ')[1] ?? ''];
      return fact?.value === 'any' && fact.keys === undefined && accepted.length < 10 ? `${id}, ${name}` : [];
    }),
  );
  expect(unasked).toEqual([]);
});

test("the connection test lists the tools that Oh My Pi's own client lists, or there is a reason", () => {
  const { listed } = recordedServers();
  expect(Object.keys(listed)).toEqual(Object.keys(realServers));
  for (const [name, server] of Object.entries(realServers)) {
    const tools = listed[name] ?? expect.fail(name);
    expect([name, server.reason !== undefined || sameTools(tools)]).toEqual([name, true]);
  }
});

test('our client gets from routers what the openai package gets, and breaks no rule of the API description', () => {
  const { answers, prism } = recordedRouters();
  const pairs = Object.entries(answers).flatMap(([way, of]) =>
    Object.entries(of).map(([question, pair]) => ({ way, question, ...pair })),
  );
  expect(pairs.length).toBeGreaterThan(30);
  expect(pairs.filter((pair) => !sameAnswer(pair))).toEqual([]);
  expect(prism.requests).toBeGreaterThan(40);
  expect(prism.violations).toEqual([]);
});
