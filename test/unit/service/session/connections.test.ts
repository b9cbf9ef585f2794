import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { ConnectionList, defaultConnection } from '../../../../src/service/session/accounts/connections.ts';
import { FakeMemento, settings } from '../../fake-vscode.ts';

function listOf(global = new FakeMemento(), workspace = new FakeMemento()): ConnectionList {
  return new ConnectionList({ globalState: global, workspaceState: workspace } as unknown as ExtensionContext);
}
const staging = new URL('https://staging.example/');

beforeEach(() => {
  settings.set('switchyard.baseUrl', '');
  vi.stubEnv('SWITCHYARD_BASE_URL', '');
});

describe('connection list', () => {
  test('is empty and has no active connection if no URL is set', () => {
    const list = listOf();
    expect([list.all, list.active]).toEqual([[], undefined]);
  });

  test('starts with the default connection, named by its host, and sorts the others by name', async () => {
    settings.set('switchyard.baseUrl', 'https://z.example');
    const list = listOf();
    await list.add('production', staging);
    await list.add(' Archive ', staging);
    expect(list.all.map(({ name }) => name)).toEqual(['z.example', 'Archive', 'production']);
    expect(list.all[0]).toMatchObject({ id: defaultConnection, source: 'setting' });
  });

  test('reports the URL of the environment that the setting overrides', () => {
    vi.stubEnv('SWITCHYARD_BASE_URL', 'https://environment.example');
    expect(listOf().all[0]).toMatchObject({ name: 'environment.example', source: 'environment' });
    settings.set('switchyard.baseUrl', 'https://setting.example');
    expect(listOf().all[0]?.overridden?.host).toBe('environment.example');
  });

  test('ignores invalid stored connections', async () => {
    const valid = { id: 'a', name: 'A', baseUrl: staging.href };
    const global = new FakeMemento([['switchyard.connections', [null, 1, [], { id: 'b' }, valid]]]);
    expect(listOf(global).all).toMatchObject([{ id: 'a' }]);
  });

  test.each([
    ['is added', (list: ConnectionList) => list.add('New', staging)],
    ['is renamed', (list: ConnectionList) => list.rename('a', 'Renamed')],
    ['gets another URL', (list: ConnectionList) => list.setBaseUrl('a', new URL('https://other.example/'))],
    ['is removed', (list: ConnectionList) => list.remove('b')],
  ])('keeps what a newer version has stored when a connection %s', async (_, change) => {
    const newer = { id: 'c', name: 'C', baseUrl: 'unix:/run/router.sock' };
    const entries = [
      { id: 'a', name: 'A', baseUrl: staging.href, color: 'red' },
      { id: 'b', name: 'B', baseUrl: staging.href },
      newer,
      { kind: 'group', members: ['a'] },
    ];
    const global = new FakeMemento([['switchyard.connections', entries]]);
    await change(listOf(global));
    const stored = global.get('switchyard.connections') as Record<string, unknown>[];
    expect(stored).toEqual(expect.arrayContaining([newer, entries.at(-1)]));
    expect(stored.find(({ id }) => id === 'a')).toMatchObject({ color: 'red' });
  });

  test('reports duplicate names regardless of case, except for the connection itself', async () => {
    const list = listOf();
    const { id } = await list.add('Staging', staging);
    expect([list.hasName(' STAGING '), list.hasName('staging', id), list.hasName('Production')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('uses the selection of the workspace, or the last selection in a new workspace', async () => {
    const global = new FakeMemento();
    const first = new FakeMemento();
    const list = listOf(global, first);
    const a = await list.add('A', staging);
    const b = await list.add('B', staging);
    await list.use(a.id);
    await listOf(global).use(b.id);
    expect(listOf(global, first).active?.name).toBe('A');
    expect(listOf(global).active?.name).toBe('B');
  });

  test('falls back to the first connection when the active one is removed', async () => {
    const list = listOf();
    const { id } = await list.add('A', staging);
    await list.add('B', staging);
    await list.use(id);
    await list.remove(id);
    expect(list.active?.name).toBe('B');
  });

  test('ignores invalid stored connections', () => {
    const kept = new Map<string, unknown>([
      [
        'switchyard.connections',
        [
          { id: 'a', name: 'A', baseUrl: 'https://a.example' },
          { id: 'b', name: 'B', baseUrl: 'http://b.example' },
          { id: 7, name: 'C', baseUrl: 'https://c.example' },
        ],
      ],
    ]);
    expect(listOf(new FakeMemento(kept)).all.map(({ id }) => id)).toEqual(['a']);
    expect(listOf(new FakeMemento([['switchyard.connections', 'broken']])).all).toEqual([]);
  });
});

describe('two windows that change connections at the same moment', () => {
  /** Like VS Code, each window has a copy of the whole state, stores all of it, and later gets what others stored. */
  class WindowState extends FakeMemento {
    static stored: ReadonlyMap<string, unknown> = new Map();
    override async update(key: string, value: unknown): Promise<void> {
      await super.update(key, value);
      WindowState.stored = new Map(this.values);
    }
    receive(): void {
      this.values.clear();
      for (const [key, value] of WindowState.stored) this.values.set(key, value);
    }
  }

  let first = new WindowState();
  let second = new WindowState();
  let [one, two] = [listOf(first), listOf(second)];
  const arrive = async () => {
    for (const state of [first, second]) state.receive();
    await vi.advanceTimersByTimeAsync(2000);
    for (const state of [first, second]) state.receive();
  };
  const names = () => [one, two].map((list) => list.all.map(({ name }) => name));

  beforeEach(() => {
    vi.useFakeTimers();
    WindowState.stored = new Map();
    [first, second] = [new WindowState(), new WindowState()];
    [one, two] = [listOf(first), listOf(second)];
  });
  afterEach(() => {
    for (const list of [one, two]) list.dispose();
    vi.useRealTimers();
  });

  test('keep what each of them has added', async () => {
    await Promise.all([one.add('A', staging), two.add('B', staging)]);
    await arrive();
    expect(names()).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ]);
  });

  test('keep what one of them has added while the other stores something else', async () => {
    await one.add('A', staging);
    await second.update('switchyard.requests', []);
    await arrive();
    expect(names()).toEqual([['A'], ['A']]);
  });

  test('keep a change and a removal', async () => {
    const { id } = await one.add('A', staging);
    const other = await one.add('B', staging);
    await arrive();
    await Promise.all([one.rename(id, 'C'), two.remove(other.id)]);
    await arrive();
    expect(names()).toEqual([['C'], ['C']]);
  });

  test("don't bring back what was removed soon after it was added", async () => {
    const { id } = await one.add('A', staging);
    await one.remove(id);
    await arrive();
    expect(names()).toEqual([[], []]);
  });
});
