/** Hierarchy of the rows in the Tool Servers view. */
import { describe, expect, test } from 'vitest';
import type { TestResult } from '../../../common/connection-test/result.ts';
import type { TextFinding } from '../../../common/tool-lock/findings.ts';
import type { PlaceServers, ServerInfo, ServerState } from '../../../common/tool-servers.ts';
import { childrenOf, idOfNode, parentOf, rootsOf, type ServerNode } from '../../../src/servers/nodes.ts';
import { isSuspicious, type Outcome, type PinState } from '../../../src/servers/outcome.ts';
import { childrenOfTestNode, parentOfTestNode, type TestNode, testRows } from '../../../src/servers/test-nodes.ts';

const user = 'file:///home/me/.omp/agent/mcp.json';

function server(name: string, state: ServerState, uri = user): ServerInfo {
  const start = { line: 0, character: 0 };
  return {
    name,
    state,
    text: '',
    problems: 0,
    reason: '',
    transport: null,
    source: { uri, label: '', level: 'user', kind: 'agent', tool: '' },
    range: { start, end: start },
    overriddenBy: null,
    listedAt: null,
    policy: null,
  };
}

function place(folder: string | null, ...servers: ServerInfo[]): PlaceServers {
  const file = { uri: user, label: '', level: 'user', kind: 'agent', state: 'good', count: 1 } as const;
  return { folder, agentVersion: '18.8.6', servers, files: [file] };
}

/** Returns the rows, indented. */
function drawn(places: readonly PlaceServers[], nodes = rootsOf(places), indent = ''): string[] {
  return nodes.flatMap((node) => [indent + nameOf(node), ...drawn(places, childrenOf(places, node), `${indent}  `)]);
}

function nameOf(node: ServerNode): string {
  if (node.kind === 'folder') return String(node.folder);
  if (node.kind === 'group') return node.group;
  return node.kind === 'file' ? 'file' : node.at.name;
}

const all = (places: readonly PlaceServers[], nodes = rootsOf(places)): ServerNode[] =>
  nodes.flatMap((node) => [node, ...all(places, childrenOf(places, node))]);

const one = [place('file:///a', server('x', 'inEffect'), server('y', 'invalid'), server('z', 'inEffect'))];
const two = [place('file:///a', server('x', 'inEffect')), place('file:///b', server('x', 'overridden'))];

describe('rows of the Tool Servers view', () => {
  test('show only groups with servers for one folder', () => {
    expect(drawn(one)).toEqual(['inEffect', '  x', '  z', 'invalid', '  y', 'files', '  file']);
  });

  test('are grouped by folder for several folders, with user-level servers in each', () => {
    expect(drawn(two)).toEqual([
      'file:///a',
      '  inEffect',
      '    x',
      '  files',
      '    file',
      'file:///b',
      '  overridden',
      '    x',
      '  files',
      '    file',
    ]);
  });

  test('show the user-level groups without a folder', () => {
    expect(drawn([place(null, server('x', 'disabled'))])).toEqual(['disabled', '  x', 'files', '  file']);
    expect(drawn([])).toEqual([]);
  });

  test.each([
    ['one folder', one],
    ['two folders', two],
    ['no folder', [place(null, server('["a"]', 'disabled'), server('\n', 'disabled'))]],
  ])('have unique IDs and correct parents: %s', (_what, places) => {
    const nodes = all(places);
    expect(new Set(nodes.map(idOfNode)).size).toBe(nodes.length);
    for (const node of nodes)
      for (const child of childrenOf(places, node)) expect(parentOf(places, child)).toEqual(node);
    for (const root of rootsOf(places)) expect(parentOf(places, root)).toBeUndefined();
  });

  test('keep their ID when the state of a server changes', () => {
    const [before, after] = [[place(null, server('x', 'inEffect'))], [place(null, server('x', 'disabled'))]];
    const idIn = (places: readonly PlaceServers[]) =>
      all(places)
        .filter(({ kind }) => kind === 'server')
        .map(idOfNode);
    expect(idIn(after)).toEqual(idIn(before));
  });
});

describe('rows of a connection test', () => {
  const at = { folder: 'file:///a', uri: user, name: 'x' };
  const result: TestResult = {
    transport: 'stdio',
    server: { name: 'x', version: '1' },
    protocol: '',
    instructions: undefined,
    initialized: 1,
    tools: [{ name: 'a' }, { name: 'b' }],
    prompts: undefined,
    resources: [],
    resourceTemplates: [],
    leftOut: [],
    unset: [],
  };
  const finding: TextFinding = { field: 'instructions', problem: { kind: 'hidden', characters: ['U+200B'] } };
  const passed = (pin: PinState, findings: readonly TextFinding[] = []): Outcome => ({
    kind: 'passed',
    result,
    findings,
    current: '',
    pin,
  });
  const changed: PinState = {
    kind: 'changed',
    comparison: {
      launch: true,
      server: undefined,
      instructions: {},
      items: [{ kind: 'tools', name: 'a', fields: [] }],
    },
  };
  const kinds = (outcome: Outcome) => testRows(at, outcome).map(({ kind }) => kind);

  test('include the pin only for a pinned server and findings only if the test has any', () => {
    expect(kinds(passed({ kind: 'none' }))).toEqual(['outcome', 'capability', 'capability']);
    expect(kinds(passed({ kind: 'same' }))).toEqual(['outcome', 'pin', 'capability', 'capability']);
    expect(kinds(passed(changed, [finding]))).toEqual(['outcome', 'pin', 'findings', 'capability', 'capability']);
    expect(kinds({ kind: 'failed', failure: { kind: 'cancelled' } })).toEqual(['outcome']);
    expect(kinds({ kind: 'running' })).toEqual([]);
  });

  test('have unique IDs and correct parents', () => {
    const outcome = passed(changed, [finding, finding]);
    const below = (node: TestNode): TestNode[] => [node, ...childrenOfTestNode(node, outcome).flatMap(below)];
    const nodes = testRows(at, outcome).flatMap(below);
    expect(nodes.map(({ kind }) => kind).join(' ')).toBe(
      'outcome pin pinChange pinChange pinChange findings finding finding capability capabilityItem capabilityItem capability',
    );
    expect(new Set([idOfNode({ kind: 'server', at }), ...nodes.map(idOfNode)]).size).toBe(nodes.length + 1);
    for (const node of nodes) {
      expect(parentOf(one, node)).toEqual(parentOfTestNode(node));
      for (const child of childrenOfTestNode(node, outcome)) expect(parentOf(one, child)).toEqual(node);
    }
  });

  test('mark a changed server, or an unpinned one with findings, as suspicious', () => {
    expect(isSuspicious(passed(changed))).toBe(true);
    expect(isSuspicious(passed({ kind: 'failed', message: '' }))).toBe(true);
    expect(isSuspicious(passed({ kind: 'none' }, [finding]))).toBe(true);
    expect(isSuspicious(passed({ kind: 'same' }, [finding]))).toBe(false);
    expect(isSuspicious(passed({ kind: 'none' }))).toBe(false);
    expect(isSuspicious(undefined)).toBe(false);
  });
});
