/** Which row of the Tool Servers view lies under which. */
import { describe, expect, test } from 'vitest';
import type { PlaceServers, ServerInfo, ServerState } from '../../../common/tool-servers.ts';
import { childrenOf, idOfNode, parentOf, rootsOf, type ServerNode } from '../../../src/servers/nodes.ts';

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
    hiddenBy: null,
    listedAt: null,
    policy: null,
  };
}

function place(folder: string | null, ...servers: ServerInfo[]): PlaceServers {
  const file = { uri: user, label: '', level: 'user', kind: 'agent', state: 'good', count: 1 } as const;
  return { folder, agentVersion: '18.8.6', servers, files: [file] };
}

/** The rows, indented. */
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
const two = [place('file:///a', server('x', 'inEffect')), place('file:///b', server('x', 'hidden'))];

describe('rows', () => {
  test('of one folder are its groups, those that have servers', () => {
    expect(drawn(one)).toEqual(['inEffect', '  x', '  z', 'invalid', '  y', 'files', '  file']);
  });

  test('of several folders lie under the folder, a user-level server under each', () => {
    expect(drawn(two)).toEqual([
      'file:///a',
      '  inEffect',
      '    x',
      '  files',
      '    file',
      'file:///b',
      '  hidden',
      '    x',
      '  files',
      '    file',
    ]);
  });

  test('without a folder are the groups of the user', () => {
    expect(drawn([place(null, server('x', 'disabled'))])).toEqual(['disabled', '  x', 'files', '  file']);
    expect(drawn([])).toEqual([]);
  });

  test.each([
    ['one folder', one],
    ['two folders', two],
    ['no folder', [place(null, server('["a"]', 'disabled'), server('\n', 'disabled'))]],
  ])('have ids of their own and know what they lie under: %s', (_what, places) => {
    const nodes = all(places);
    expect(new Set(nodes.map(idOfNode)).size).toBe(nodes.length);
    for (const node of nodes)
      for (const child of childrenOf(places, node)) expect(parentOf(places, child)).toEqual(node);
    for (const root of rootsOf(places)) expect(parentOf(places, root)).toBeUndefined();
  });

  test('keep their id when the state of a server changes', () => {
    const [before, after] = [[place(null, server('x', 'inEffect'))], [place(null, server('x', 'disabled'))]];
    const idIn = (places: readonly PlaceServers[]) =>
      all(places)
        .filter(({ kind }) => kind === 'server')
        .map(idOfNode);
    expect(idIn(after)).toEqual(idIn(before));
  });
});
