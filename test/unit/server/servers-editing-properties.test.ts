/**
 * Any change of any server in any workspace has the requested effect, or changes nothing because that is impossible.
 */

import { describe, expect, test } from 'vitest';
import type { ServerChange, ServerState } from '../../../common/messages/tool-servers.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import { applyChanges, inOrder } from '../../../server/fixes/fix.ts';
import { fc, runs } from '../random-runs.ts';
import { home, MemoryFiles, project, workspaceWith } from './files.ts';

const agentFiles = [
  `${project}/.omp/mcp.json`,
  `${project}/.omp/.mcp.json`,
  `${home}/.omp/agent/mcp.json`,
  `${home}/.omp/agent/.mcp.json`,
];
const ownFiles = [...agentFiles, `${project}/.mcp.json`];
const cursor = `${project}/.cursor/mcp.json`;
const allFiles = [...ownFiles, cursor];
const placeOf = () => workspaceWith({}).places.ofProject(project);

interface Written {
  mcpServers?: Record<string, Record<string, unknown>>;
  disabledServers?: string[];
  enabledServers?: string[];
}

const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
const server = fc.record(
  { command: fc.constantFrom('x', 'y', 'z', ''), enabled: fc.boolean(), timeout: fc.constant(5) },
  { requiredKeys: [] },
);
const layouts: readonly ((value: object) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => `${JSON.stringify(value, null, 2)}\n`,
  (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
  (value) => JSON.stringify(value, null, 4).replaceAll('{}', '{\n    }'),
];
const servers = fc
  .array(fc.tuple(name, server), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as Record<string, object>);
const names = fc.uniqueArray(name, { maxLength: 3 });
const file = fc
  .tuple(
    fc.record({ mcpServers: servers, disabledServers: names, enabledServers: names }, { requiredKeys: [] }),
    fc.constantFrom(...layouts),
    fc.integer({ min: 0, max: 19 }),
  )
  .map(([value, layout, luck]) => (luck === 0 ? `${layout(value)} // mine` : luck === 1 ? ' \n' : layout(value)));
const texts = fc
  .subarray(allFiles, { minLength: 1 })
  .chain((uris) => fc.tuple(...uris.map((uri) => file.map((text) => [uri, text] as const))))
  .map((entries) => Object.fromEntries(entries) as Record<string, string>);
const at = fc.record({ folder: fc.constant(project), uri: fc.constantFrom(...allFiles), name });
const to = fc.record({ folder: fc.constant(project), uri: fc.constantFrom(...ownFiles) });
const changes: fc.Arbitrary<ServerChange> = fc.oneof(
  fc.record({ kind: fc.constantFrom('enable' as const, 'disable' as const, 'remove' as const), server: at }),
  fc.record({ kind: fc.constantFrom('move' as const, 'copy' as const), server: at, to }),
  fc.record({ kind: fc.constant('add' as const), to, name, server: fc.constant({ command: 'new' }) }),
);

function stateOf(files: Readonly<Record<string, string>>, uri: string, wanted: string): ServerState | undefined {
  const workspace = workspaceWith(files);
  return workspace.placeState(workspace.places.ofProject(project)).effective.find(uri, wanted)?.state;
}

function make(files: Record<string, string>, ...list: readonly ServerChange[]) {
  const memory = new MemoryFiles(files);
  const { edited, refused } = applyServerChanges(new EditedFiles((uri) => memory.read(uri)), list, placeOf);
  const after = { ...files };
  for (const { uri, changes: edits, isNew } of edited.changes()) {
    expect(isNew).toBe(files[uri] === undefined);
    let end = 0;
    for (const { offset, length } of inOrder(edits)) {
      expect(offset, 'edits overlap').toBeGreaterThanOrEqual(end);
      end = offset + length;
    }
    after[uri] = applyChanges(files[uri] ?? '', edits);
  }
  return { after, refused };
}

const parsed = (text: string | undefined): Written | undefined =>
  text === undefined || text.trim() === '' ? {} : JSON.parse(text);
const isGood = (text: string | undefined): boolean => {
  try {
    return parsed(text) !== undefined;
  } catch {
    return false;
  }
};

/** True if the state can be reached: sets all values that could prevent it, and reads the result. */
function couldBe(
  files: Record<string, string>,
  { uri, name: who }: { uri: string; name: string },
  on: boolean,
): boolean {
  if (!isGood(files[uri])) return false;
  const own = agentFiles.includes(uri);
  const target = agentFiles.slice(2).find((user) => files[user] !== undefined) ?? agentFiles[2] ?? '';
  if (!isGood(files[target])) return false;
  const forced: Record<string, string> = { ...files };
  if (own) {
    const value = parsed(forced[uri]);
    const entry = Object.getOwnPropertyDescriptor(value?.mcpServers ?? {}, who)?.value;
    if (entry === undefined) return false;
    entry.enabled = on;
    forced[uri] = JSON.stringify(value);
  }
  const lists = parsed(forced[target]) ?? {};
  const without = (list: string[] = []): string[] => list.filter((other) => other !== who);
  lists.disabledServers = [...without(lists.disabledServers), ...(on || own ? [] : [who])];
  lists.enabledServers = [...without(lists.enabledServers), ...(on && !own ? [who] : [])];
  forced[target] = JSON.stringify(lists);
  return stateOf(forced, uri, who) === (on ? 'inEffect' : 'disabled');
}

/** Returns the content of a file without the lists' entries and the switch of one server. */
function rest(text: string | undefined, who: string): unknown {
  const { disabledServers, enabledServers, mcpServers = {}, ...others } = parsed(text) ?? {};
  return [
    others,
    disabledServers?.filter((other) => other !== who) ?? [],
    enabledServers?.filter((other) => other !== who) ?? [],
    Object.entries(mcpServers).map(([key, value]) => [key, key === who ? { ...value, enabled: undefined } : value]),
  ];
}

function assertSwitched(
  files: Record<string, string>,
  after: Record<string, string>,
  server: { uri: string; name: string },
  { on, refused }: { on: boolean; refused: boolean },
): void {
  const { uri, name: who } = server;
  if (!on && stateOf(files, uri, who) === 'overridden') expect(refused).toBe(true);
  else if (refused) expect(couldBe(files, server, on), JSON.stringify(files)).toBe(false);
  else expect(stateOf(after, uri, who)).toBe(on ? 'inEffect' : 'disabled');
  for (const [changed, text] of Object.entries(after))
    if (text !== files[changed]) expect(rest(text, who)).toEqual(rest(files[changed], who));
}

function assertCarried(files: Record<string, string>, after: Record<string, string>, one: ServerChange): void {
  if (one.kind === 'add') {
    expect(stateOf(after, one.to.uri, one.name)).toBe('inEffect');
    return;
  }
  if (one.kind === 'relocate') return;
  const { uri, name: who } = one.server;
  expect(stateOf(after, uri, who) === undefined).toBe(one.kind !== 'copy');
  if (!('to' in one)) {
    expect(rest(after[uri], 'nobody')).toEqual(rest(without(files[uri], who), 'nobody'));
    return;
  }
  const entry = (text: string | undefined) =>
    Object.entries(parsed(text)?.mcpServers ?? {}).find(([key]) => key === who);
  expect(entry(after[one.to.uri])).toEqual(entry(files[uri]));
  if (one.kind === 'move' && stateOf(files, uri, who) === 'inEffect')
    expect(stateOf(after, one.to.uri, who)).toBe('inEffect');
}

describe('a server change', () => {
  test('has the requested effect or changes no files', () => {
    const counts = { made: 0, refused: 0 };
    fc.assert(
      fc.property(texts, changes, (files, one) => {
        const { after, refused } = make(files, one);
        counts[refused.length === 0 ? 'made' : 'refused']++;
        if (refused.length > 0) {
          expect(after).toEqual(files);
          expect(refused[0]?.reason).toMatch(/^.+\.$/);
        }
        for (const [uri, text] of Object.entries(after)) if (text !== files[uri]) JSON.parse(text);
        if (one.kind === 'enable' || one.kind === 'disable')
          assertSwitched(files, after, one.server, { on: one.kind === 'enable', refused: refused.length > 0 });
        else if (refused.length === 0) assertCarried(files, after, one);
      }),
      { numRuns: runs(1000) },
    );
    expect(counts.made).toBeGreaterThan(runs(200));
    expect(counts.refused).toBeGreaterThan(runs(200));
  });

  test('keeps its effect when other changes follow', () => {
    fc.assert(
      fc.property(texts, fc.array(changes, { minLength: 2, maxLength: 5 }), (files, list) => {
        const { after, refused } = make(files, ...list);
        const gone = new Set(refused.map(({ index }) => index));
        for (const [index, one] of list.entries()) {
          if (gone.has(index)) continue;
          if (one.kind === 'enable') expect(stateOf(after, one.server.uri, one.server.name)).toBe('inEffect');
          if (one.kind === 'disable') expect(stateOf(after, one.server.uri, one.server.name)).toBe('disabled');
          if (one.kind === 'remove') expect(stateOf(after, one.server.uri, one.server.name)).toBeUndefined();
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('is tested on files that Oh My Pi reads', () => {
    const known = ohMyPiAgent.sources(placeOf()).map(({ uri }) => uri);
    expect(allFiles.filter((uri) => !known.includes(uri))).toEqual([]);
  });
});

function without(text: string | undefined, who: string): string {
  const value = parsed(text) ?? {};
  return JSON.stringify({
    ...value,
    mcpServers: Object.fromEntries(Object.entries(value.mcpServers ?? {}).filter(([key]) => key !== who)),
  });
}
