/** Hierarchy of the rows in the Tool Servers view. */
import { describe, expect, test } from 'vitest';
import { TreeItemCollapsibleState } from 'vscode';
import type { TestResult } from '../../../../common/connection-test/result.ts';
import type { PlaceServers, ServerInfo, ServerState } from '../../../../common/messages/tool-servers.ts';
import type { TextFinding } from '../../../../common/tool-lock/findings.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { fileDescription, serverDescription, serverTooltip } from '../../../../src/config/servers/appearance.ts';
import { chosenServers } from '../../../../src/config/servers/pick.ts';
import { type AnyRow, rootsOf, ServerRow, TestRow } from '../../../../src/config/servers/rows.ts';
import { distinctDefinitions, ServerStore } from '../../../../src/config/servers/store.ts';
import { isSuspicious, outcomeViewModel } from '../../../../src/config/servers/testing/test-items.ts';
import {
  type LockState,
  type Outcome,
  type PassedOutcome,
  TestResults,
} from '../../../../src/config/servers/testing/test-results.ts';
import { definition } from '../../tool-lock/support.ts';
import { serverInfo } from './server-info.ts';

const user = 'file:///home/me/.omp/agent/mcp.json';

const server = (name: string, state: ServerState, uri = user) => serverInfo(name, uri, { state, transport: null });

function place(folder: string | null, ...servers: ServerInfo[]): PlaceServers {
  const file = {
    uri: user,
    label: 'user',
    level: 'user',
    kind: 'oh-my-pi',
    tool: 'Oh My Pi',
    isOwn: true,
    state: 'good',
    count: 1,
  } as const;
  const agent = { id: 'oh-my-pi', name: 'Oh My Pi', version: '18.8.6', found: null, reload: '' } as const;
  return { folder, agent, agents: [agent], servers, files: [file] };
}

/** Returns the top-level rows of the view. */
async function open(places: readonly PlaceServers[], results = new TestResults()): Promise<readonly AnyRow[]> {
  const store = new ServerStore({ sendRequest: async () => places } as unknown as ConfigLanguage);
  await store.refresh();
  return rootsOf({ store, results });
}

/** Returns the rows and those below them, each indented by its depth. */
const draw = (rows: readonly AnyRow[], indent = ''): string[] =>
  rows.flatMap((row) => [indent + row.item().label, ...draw(row.children() as AnyRow[], `${indent}  `)]);

const withBelow = (rows: readonly AnyRow[]): AnyRow[] =>
  rows.flatMap((row) => [row, ...withBelow(row.children() as AnyRow[])]);

function expectUniqueIdsAndParents(roots: readonly AnyRow[]): void {
  const rows = withBelow(roots);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const row of rows) for (const child of row.children() as AnyRow[]) expect(child.parent).toBe(row);
  for (const root of roots) expect(root.parent).toBeUndefined();
}

const one = [place('file:///a', server('x', 'inEffect'), server('y', 'invalid'), server('z', 'inEffect'))];
test.each([
  ['good', 'user · 1 server'],
  ['broken', 'user · syntax not valid; skipped'],
  ['missing', 'user · not created yet'],
  ['unreadable', "user · can't be read; servers not known"],
] as const)('a file that is %s says so', (state, text) => {
  const [file] = place(null).files;
  expect(file && fileDescription({ ...file, state }, 'Oh My Pi')).toBe(text);
});

const two = [place('file:///a', server('x', 'inEffect')), place('file:///b', server('x', 'overridden'))];

test('the row and the hover of a server say which properties the agent ignores in a file of another tool', () => {
  const why = '"requestIdFormat" is ignored in files of other tools';
  const text = `In effect: ${why}`;
  const source = { uri: '', label: '.cursor/mcp.json', level: 'project', kind: 'imported', tool: 'Cursor' } as const;
  const imported = { ...server('docs', 'inEffect'), text, why, reason: 'used', source, folder: null };
  expect(serverDescription(imported, undefined)).toBe(`${why} · .cursor/mcp.json`);
  expect(serverTooltip(imported)).toContain(text);
});

test('a code lens means the server of its file, not one of the same name elsewhere', async () => {
  const other = 'file:///project/.mcp.json';
  const places = [place(null, server('x', 'inEffect'), server('y', 'inEffect', other), server('x', 'disabled', other))];
  const store = new ServerStore({ sendRequest: async () => places } as unknown as ConfigLanguage);
  const chosen = await chosenServers(store, other, 'x', '');
  expect(chosen.map(({ name, source }) => [name, source.uri])).toEqual([['x', other]]);
});

describe('rows of the Tool Servers view', () => {
  test.each([
    ['inEffect', true, 0, 'warning'],
    ['inEffect', false, 1, 'pass-filled'],
    ['invalid', false, 1, 'error'],
  ] as const)(
    'show a server that is %s (in part: %s) and has %s problems with the icon %s',
    async (state, isPartial, problems, icon) => {
      const [group] = await open([place(null, { ...server('x', state), isPartial, problems })]);
      const [row] = (group?.children() ?? []) as AnyRow[];
      expect(row?.item().iconPath).toMatchObject({ id: icon });
    },
  );

  test('show only groups with servers for one folder', async () => {
    expect(draw(await open(one))).toEqual(['In Effect', '  x', '  z', 'Invalid', '  y', 'Config Files', '  user']);
  });

  test('are grouped by folder for several folders, with user-level servers in each', async () => {
    expect(draw(await open(two))).toEqual([
      'file:///a',
      '  In Effect',
      '    x',
      '  Config Files',
      '    user',
      'file:///b',
      '  Overridden',
      '    x',
      '  Config Files',
      '    user',
    ]);
  });

  test('show the user-level groups without a folder', async () => {
    const rows = await open([place(null, server('x', 'disabled'))]);
    expect(draw(rows)).toEqual(['Disabled', '  x', 'Config Files', '  user']);
    expect(draw(await open([]))).toEqual([]);
  });

  test.each([
    ['one folder', one],
    ['two folders', two],
    ['no folder', [place(null, server('["a"]', 'disabled'), server('\n', 'disabled'))]],
  ])('have unique IDs and correct parents: %s', async (_what, places) => {
    expectUniqueIdsAndParents(await open(places));
  });

  test('keep their ID when the state of a server changes', async () => {
    const idsIn = async (state: ServerState) =>
      withBelow(await open([place(null, server('x', state))])).flatMap((row) =>
        row instanceof ServerRow ? row.id : [],
      );
    expect(await idsIn('disabled')).toEqual(await idsIn('inEffect'));
  });
});

describe('selected rows', () => {
  test('are reduced to one for each definition, in linear time', () => {
    let reads = 0;
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      folder: index % 2 === 0 ? 'file:///a' : 'file:///b',
      get uri() {
        reads++;
        return user;
      },
      name: String(Math.floor(index / 2)),
    }));
    const distinct = distinctDefinitions(rows, (row) => row);
    expect(distinct).toEqual(rows.filter(({ folder }) => folder === 'file:///a'));
    expect(reads).toBeLessThan(10 * rows.length);
  });
});

describe('rows of a connection test', () => {
  const at = { folder: 'file:///a', uri: user, name: 'x' };
  const result: TestResult = {
    transport: 'stdio',
    server: { name: 'x', version: '1' },
    revisions: ['2025-11-25'],
    extensions: [],
    instructions: undefined,
    flaws: [],
    initialized: 1,
    tools: [{ name: 'a' }, { name: 'b' }],
    prompts: undefined,
    resources: [],
    resourceTemplates: [],
    survivors: [],
    leftOut: [],
    unset: [],
  };
  const finding: TextFinding = { field: 'instructions', problem: { kind: 'hidden', characters: ['U+200B'] } };
  const passed = (lock: LockState, findings: readonly TextFinding[] = []): PassedOutcome => ({
    kind: 'passed',
    definition,
    result,
    findings,
    current: '',
    lock,
  });
  const changed: LockState = {
    kind: 'changed',
    comparison: {
      launch: true,
      server: undefined,
      instructions: {},
      items: [{ kind: 'tools', name: 'a', fields: [] }],
    },
  };
  const resultsWith = (outcome: Outcome) => {
    const results = new TestResults();
    results.viewModelOf = outcomeViewModel;
    results.set(at, outcome);
    return results;
  };
  const rows = (outcome: Outcome) => resultsWith(outcome).keysBelow(at, []);

  test('say what is unusual about a server that passed its test', () => {
    const outcome: Outcome = {
      kind: 'passed',
      definition,
      result: { ...result, transport: 'sse', survivors: ['node (4711)'], unset: [] },
      findings: [],
      current: '',
      lock: { kind: 'none' },
    };
    const results = resultsWith(outcome);
    const item = results.itemOf(at, ['outcome']);
    expect(item?.description).toMatch(/^The server left processes running: node \(4711\)\. Uses the deprecated SSE/);
    expect(item?.tooltip).toContain('Uses the deprecated SSE transport.');
  });

  test('tell what a failed test left running', () => {
    const failed = {
      kind: 'failed',
      definition,
      failure: { kind: 'canceled' },
      survivors: ['node (4711)'],
      unset: [],
    } as const;
    const item = resultsWith(failed).itemOf(at, ['outcome']);
    expect(item?.description).toBe('The server left processes running: node (4711).');
    expect(item?.tooltip).toContain('node (4711)');
  });

  test('include the lock only for a locked server and findings only if the test has any', () => {
    expect(rows(passed({ kind: 'none' }))).toEqual(['outcome', 'tools', 'resources']);
    expect(rows(passed({ kind: 'same' }))).toEqual(['outcome', 'lock', 'tools', 'resources']);
    expect(rows(passed(changed, [finding]))).toEqual(['outcome', 'lockChanges', 'findings', 'tools', 'resources']);
    expect(rows({ kind: 'failed', definition, failure: { kind: 'canceled' }, survivors: [], unset: [] })).toEqual([
      'outcome',
    ]);
    expect(rows({ kind: 'running' })).toEqual([]);
  });

  test.each([
    [{ kind: 'running' } as const, undefined],
    [passed({ kind: 'none' }), TreeItemCollapsibleState.Expanded],
  ])('make the row of their server one that can be collapsed only if there are any: %#', async (outcome, state) => {
    const row = withBelow(await open(one, resultsWith(outcome))).find((each) => each instanceof ServerRow);
    expect(row?.item().collapsibleState).toBe(state);
  });

  test('have unique IDs and correct parents', async () => {
    const roots = await open(one, resultsWith(passed(changed, [finding, finding])));
    expectUniqueIdsAndParents(roots);
    const tests = withBelow(roots).filter((row) => row instanceof TestRow);
    expect(tests.map(({ path }) => path.join('/')).join(' ')).toBe(
      'outcome lockChanges lockChanges/0 lockChanges/1 lockChanges/2 findings findings/0 findings/1 tools tools/0 tools/1 resources',
    );
    expect(tests.every((row) => row.item().label !== '')).toBe(true);
  });

  test.each([
    [[], '0 tools'],
    [[{ name: 'a' }], '1 tool'],
    [[{ name: 'a' }, { name: 'b' }], '2 tools'],
  ])('count the tools in the row of the server: %j', (tools, text) => {
    const outcome = passed({ kind: 'same' });
    expect(outcomeViewModel({ ...outcome, result: { ...result, tools } }).text).toBe(text);
  });

  test('show the description of a tool as it is, and nothing if it has none', () => {
    const tools = [{ name: 'a', description: 'Lists (unnamed) pipes' }, { name: 'b' }, { name: 'c', description: ' ' }];
    const { children } = outcomeViewModel({
      kind: 'passed',
      definition,
      result: { ...result, tools },
      findings: [],
      current: '',
      lock: { kind: 'none' },
    });
    const rows = [...(children.get('tools')?.children?.values() ?? [])];
    expect(rows.map(({ item }) => item.description ?? '')).toEqual(['Lists (unnamed) pipes', '', '']);
  });

  test('show the names of skipped values and unset variables without hidden characters', () => {
    const { children } = outcomeViewModel({
      kind: 'passed',
      definition,
      result: { ...result, leftOut: ['env.A\u202eB'], unset: ['C\nD'] },
      findings: [],
      current: '',
      lock: { kind: 'none' },
    });
    expect(children.get('outcome')?.item.description).toBe(
      'Skipped because the value comes from a command: env.A\\u{202e}B. Variables not set: C\\nD.',
    );
  });

  test('mark a changed server, or an unlocked one with findings, as suspicious', () => {
    expect(isSuspicious(passed(changed))).toBe(true);
    expect(isSuspicious(passed({ kind: 'failed', message: '' }))).toBe(true);
    expect(isSuspicious(passed({ kind: 'none' }, [finding]))).toBe(true);
    expect(isSuspicious(passed({ kind: 'same' }, [finding]))).toBe(false);
    expect(isSuspicious(passed({ kind: 'none' }))).toBe(false);
    expect(isSuspicious(undefined)).toBe(false);
  });
});
