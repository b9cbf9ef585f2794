/** The lock of a server is that of the current definition in effect, and a test that is canceled changes nothing. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionTestError } from '../../../../common/connection-test/failure.ts';
import { testConnection } from '../../../../common/connection-test/run.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import type { ServerState } from '../../../../common/messages/tool-servers.ts';
import { lockServer } from '../../../../common/tool-lock/lock-server.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { LockCommands } from '../../../../src/config/servers/lock/lock-command.ts';
import { type Server, ServerStore, serverRef } from '../../../../src/config/servers/store.ts';
import { LaunchConsent } from '../../../../src/config/servers/testing/launch-consent.ts';
import {
  type LockState,
  type PassedOutcome,
  TestResults,
} from '../../../../src/config/servers/testing/test-results.ts';
import type { ServerTree } from '../../../../src/config/servers/tree.ts';
import { until } from '../../../until.ts';
import { chosen, FakeMemento, shown, Uri, window, workspace } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';
import { definition, lockOf, tested, tool } from '../../tool-lock/support.ts';
import { FakeFiles } from './fake-files.ts';
import { serverInfo } from './server-info.ts';

vi.mock('../../../../common/connection-test/run.ts', () => ({ testConnection: vi.fn() }));

const lock = '/project/mcp-lock.json';
/** Whether the Tool Servers view is visible. */
let isVisible = true;
let files = new FakeFiles();
/** Current definitions by server name; a text is the reason why there is none. */
const definitions = new Map<string, ServerDefinition | string>();

beforeEach(() => {
  definitions.clear();
  isVisible = true;
  vi.mocked(testConnection).mockReset();
  files = new FakeFiles();
  files.install();
  const nothing = () => ({ dispose: () => undefined });
  Object.assign(workspace, {
    isTrusted: true,
    workspaceFolders: undefined,
    createFileSystemWatcher: () => ({ onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing, ...nothing() }),
    registerTextDocumentContentProvider: nothing,
  });
});

function serverIn(state: ServerState, file = '.mcp.json', name = 'a'): Server {
  const uri = `file:///project/${file}`;
  const source = { uri, label: '', level: 'project', kind: 'oh-my-pi', tool: '' } as const;
  return { folder: 'file:///project', ...serverInfo(name, uri, { state, source }) };
}

async function passed(lock: LockState): Promise<PassedOutcome> {
  const result = tested({ tools: [tool('read', { description: 'Reads a file.' })] });
  return { kind: 'passed', definition, result, findings: [], current: await lockServer(result, definition), lock };
}

/** The features around a server that is listed. */
async function setUp(...servers: readonly [Server, ...Server[]]) {
  return openWindow(new FakeMemento(), ...servers);
}

/** @param memory state of the workspace, which earlier windows may have written */
async function openWindow(memory: FakeMemento, ...servers: readonly [Server, ...Server[]]) {
  const results = new TestResults();
  const places = [{ folder: 'file:///project', agent: { id: 'oh-my-pi' }, agents: [], servers, files: [] }];
  const sendRequest = async (method: string, params: unknown) => {
    if (method === 'switchyard/servers') return places;
    const current = definitions.get((params as { name: string }).name) ?? definition;
    return typeof current === 'string' ? { problem: current } : current;
  };
  const config = { sendRequest } as unknown as ConfigLanguage;
  const store = new ServerStore(config);
  await store.refresh();
  const tree = { view: { visible: isVisible }, reveal: async () => undefined } as unknown as ServerTree;
  const consent = new LaunchConsent();
  const lockCommands = new LockCommands({ config, store, results, tree, version: '1.0.0', consent, memory });
  const { tests } = lockCommands;
  return { at: serverRef(servers[0]), store, results, locks: tests.locks, tests, lockCommands };
}

describe('an overridden server that passed its test', () => {
  test('has no lock action', async () => {
    const { at, results } = await setUp(serverIn('overridden'));
    const outcomeContext = () => results.itemOf(at, ['outcome'])?.contextValue;
    results.set(at, await passed({ kind: 'none' }));
    expect(outcomeContext()).toBe('outcome unlocked');
    results.set(at, await passed({ kind: 'overridden' }));
    expect(outcomeContext()).toBe('outcome');
  });

  test.each([
    ['overridden', 'overridden'],
    ['inEffect', 'changed'],
  ] as const)('is compared with the lock only if it is in effect (%s: %s)', async (state, kind) => {
    files.disk.set(lock, await lockOf(tested()));
    const { at, results, locks } = await setUp(serverIn(state));
    results.set(at, await passed({ kind: 'none' }));
    await locks.compareAll();
    expect(results.get(at)).toMatchObject({ kind: 'passed', lock: { kind } });
  });

  test("can't replace the lock of the definition in effect", async () => {
    const text = await lockOf(tested());
    files.disk.set(lock, text);
    const server = serverIn('overridden');
    const { at, results, lockCommands } = await setUp(server);
    results.set(at, await passed({ kind: 'overridden' }));
    await expect(lockCommands.lock([server])).rejects.toThrow('"a" isn\'t in effect, so it can\'t be locked.');
    expect(files.disk.get(lock)).toBe(text);
  });
});

test("a disabled server can't replace the lock of a server in effect with the same name", async () => {
  const disabled = serverIn('disabled', '.cursor/mcp.json');
  const { at, results, lockCommands } = await setUp(disabled, serverIn('inEffect'));
  results.set(at, await passed({ kind: 'none' }));
  await expect(lockCommands.lock([disabled])).rejects.toThrow('"a" isn\'t in effect, so it can\'t be locked.');
  expect(files.disk.has(lock)).toBe(false);
});

test('canceling a repeated test keeps the earlier result', async () => {
  const server = serverIn('inEffect');
  const { at, results, tests } = await setUp(server);
  vi.mocked(testConnection).mockResolvedValueOnce(tested());
  chosen.push('Start');
  await tests.test(server);
  const first = results.get(at);
  expect(first).toMatchObject({ kind: 'passed', lock: { kind: 'none' } });
  vi.mocked(testConnection).mockImplementationOnce(async () => {
    expect(results.get(at)).toEqual({ kind: 'running' });
    throw new ConnectionTestError({ kind: 'canceled' });
  });
  await tests.test(server);
  expect(results.get(at)).toBe(first);
});

/** Lets a server pass its next test, to which the user agrees. */
function passNextTest(result = tested()): void {
  vi.mocked(testConnection).mockResolvedValueOnce(result);
  chosen.push('Start');
}

const changedDefinition: ServerDefinition = { ...definition, timeout: 1000 };

describe('after the definition of a tested server changed', () => {
  test('locking tests the current definition', async () => {
    const server = serverIn('inEffect');
    const { at, results, tests, lockCommands } = await setUp(server);
    passNextTest();
    await tests.test(server);
    definitions.set('a', changedDefinition);
    passNextTest(tested({ tools: [tool('new')] }));
    await lockCommands.lock([server]);
    expect(testConnection).toHaveBeenCalledTimes(2);
    expect(JSON.parse(files.disk.get(lock) ?? '').servers.a.tools).toHaveProperty('new');
    expect(results.get(at)).toMatchObject({ definition: changedDefinition, lock: { kind: 'same' } });
  });

  function changeDuringNextTest(): void {
    vi.mocked(testConnection).mockImplementationOnce(async () => {
      definitions.set('a', changedDefinition);
      return tested();
    });
    chosen.push('Start');
  }

  test('locking writes nothing if it changed during the test', async () => {
    const server = serverIn('inEffect');
    const { at, results, lockCommands } = await setUp(server);
    changeDuringNextTest();
    await lockCommands.lock([server]);
    expect(files.disk.has(lock)).toBe(false);
    expect(results.get(at)).toBeUndefined();
  });

  test('its row shows no result if it changed during the test', async () => {
    const server = serverIn('inEffect');
    const { at, results, tests } = await setUp(server);
    changeDuringNextTest();
    await tests.test(server);
    expect(results.get(at)).toBeUndefined();
  });

  test("locking writes nothing if the user doesn't agree to the test", async () => {
    const server = serverIn('inEffect');
    const { at, results, lockCommands } = await setUp(server);
    results.set(at, await passed({ kind: 'none' }));
    definitions.set('a', changedDefinition);
    await lockCommands.lock([server]);
    expect(testConnection).not.toHaveBeenCalled();
    expect(files.disk.has(lock)).toBe(false);
  });

  test('its row shows no result, and those of other servers keep theirs', async () => {
    const other = serverIn('inEffect', '.mcp.json', 'b');
    const { at, store, results } = await setUp(serverIn('inEffect'), other);
    for (const ref of [at, serverRef(other)]) results.set(ref, await passed({ kind: 'none' }));
    definitions.set('a', changedDefinition);
    await store.refresh();
    await until('the result to be forgotten', () => results.get(at) === undefined);
    await store.refresh();
    expect(results.get(serverRef(other))).toMatchObject({ kind: 'passed' });
  });
});

test("locking fails if the lock can't be saved, and leaves the lock unchanged", async () => {
  const text = await lockOf(tested({ instructions: 'earlier' }));
  files.disk.set(lock, text);
  files.unsavable.add(lock);
  const server = serverIn('inEffect');
  const { at, results, lockCommands } = await setUp(server);
  results.set(at, await passed({ kind: 'none' }));
  await expect(lockCommands.lock([server])).rejects.toThrow(
    `Couldn't save ${lock}. Nothing was changed. Check whether the file is read-only, then try again.`,
  );
  expect(files.document(Uri.file(lock)).getText()).toBe(text);
  expect(results.get(at)).toMatchObject({ lock: { kind: 'changed' } });
  expect(shown).toEqual([]);
});

test("locks while the message about the test is open, which is shown if the view isn't visible", async () => {
  isVisible = false;
  const message = vi.spyOn(window, 'showInformationMessage').mockReturnValue(new Promise(() => {}));
  const server = serverIn('inEffect');
  const { lockCommands } = await setUp(server);
  passNextTest();
  void lockCommands.lock([server]);
  await until('the lock', () => files.disk.has(lock));
  message.mockRestore();
});

test('locking without a folder fails before the test', async () => {
  const server = { ...serverIn('inEffect'), folder: null };
  const { lockCommands } = await setUp(server);
  passNextTest();
  await expect(lockCommands.lock([server])).rejects.toThrow('Open a folder first. Locks are stored in the project.');
  expect(testConnection).not.toHaveBeenCalled();
});

test('the comparison with the latest lock counts if several overlap', async () => {
  const { at, results, locks } = await setUp(serverIn('inEffect'));
  const outcome = await passed({ kind: 'none' });
  results.set(at, outcome);
  files.disk.set(lock, await lockOf(tested()));
  const later = await lockOf(outcome.result);
  const isRead = Promise.withResolvers<void>();
  let reads = 0;
  files.delay = () => {
    isRead.resolve();
    return settle(50 * ++reads);
  };
  const first = locks.compareAll();
  await isRead.promise;
  files.disk.set(lock, later);
  await Promise.all([first, locks.compareAll()]);
  expect(results.get(at)).toMatchObject({ lock: { kind: 'same' } });
});

test('locks the other servers if some fail, and names these at the end', async () => {
  const servers = ['a', 'b', 'c', 'd'].map((name) => serverIn('inEffect', '.mcp.json', name));
  const [first, second, ...others] = servers;
  if (first === undefined || second === undefined) throw new Error('two servers');
  const { results, lockCommands } = await setUp(first, second, ...others);
  definitions.set('a', 'The server no longer exists.').set('c', "Can't connect.");
  for (const name of ['b', 'd']) {
    const server = servers.find((one) => one.name === name) ?? first;
    definitions.set(name, { ...definition, name });
    results.set(serverRef(server), { ...(await passed({ kind: 'none' })), definition: { ...definition, name } });
  }
  await expect(lockCommands.lock(servers)).rejects.toThrow('"a": The server no longer exists. "c": Can\'t connect.');
  expect(Object.keys(JSON.parse(files.disk.get(lock) ?? '').servers)).toEqual(['b', 'd']);
  expect(shown).toEqual(['Locked the tools of 2 servers in mcp-lock.json.']);
});

describe('in the next window', () => {
  const server = serverIn('inEffect');
  const at = serverRef(server);
  const changes = ['lockChanges'];
  let memory = new FakeMemento();

  /** Leaves a window in which the test found that a tool was added since the server was locked. */
  beforeEach(async () => {
    memory = new FakeMemento();
    files.disk.set(lock, await lockOf(tested()));
    const { tests, results } = await openWindow(memory, server);
    passNextTest(tested({ tools: [tool('new', { description: 'Reads a file.' })] }));
    await tests.test(server);
    expect(results.get(at)).toMatchObject({ lock: { kind: 'changed' } });
    vi.mocked(testConnection).mockReset();
    await until('the warning in the state', () => state() !== undefined);
  });

  const state = () => memory.get('switchyard.servers.changedPins');

  /** Opens the next window, and waits until it shows the outcome or has removed it from the state. */
  async function reopen() {
    const opened = await openWindow(memory, server);
    const outcome = () => opened.results.get(at);
    await until('the state to be read', () => outcome() !== undefined || state() === undefined);
    return { ...opened, outcome: outcome() };
  }

  test('a server that differs from its lock is marked, without starting a program', async () => {
    const { outcome, results } = await reopen();
    expect(outcome).toMatchObject({ kind: 'remembered', lock: { kind: 'changed' } });
    expect(results.viewOf(at)).toMatchObject({
      change: '1 tool changed since it was locked',
      text: '',
      isSuspicious: true,
    });
    expect(results.keysBelow(at, [])).toEqual(changes);
    expect(results.itemOf(at, changes)?.description).toBe('when last tested');
    expect(results.itemOf(at, [...changes, '0'])).toMatchObject({ label: 'new', description: 'added' });
    expect(testConnection).not.toHaveBeenCalled();
  });

  test('it is still marked after a third window, and after a test that was canceled', async () => {
    await reopen();
    const { tests, results } = await reopen();
    vi.mocked(testConnection).mockRejectedValueOnce(new ConnectionTestError({ kind: 'canceled' }));
    chosen.push('Start');
    await tests.test(server);
    expect(results.get(at)).toMatchObject({ kind: 'remembered' });
    expect((await reopen()).outcome).toMatchObject({ kind: 'remembered' });
  });

  test('it is locked as it was reviewed, and then not marked again', async () => {
    const { lockCommands, results } = await reopen();
    await lockCommands.lock([server]);
    expect(JSON.parse(files.disk.get(lock) ?? '').servers.a.tools).toHaveProperty('new');
    expect(testConnection).not.toHaveBeenCalled();
    expect(results.get(at)).toMatchObject({ lock: { kind: 'same' } });
    await until('no warning in the state', () => state() === undefined);
    expect((await reopen()).outcome).toBeUndefined();
  });

  test.each([
    ['its definition changed', () => definitions.set('a', { ...definition, args: ['--other'] } as ServerDefinition)],
    ['it was removed', () => definitions.set('a', 'The server no longer exists.')],
    ['its lock was removed', () => files.disk.delete(lock)],
    [
      'the state is of another version',
      () => memory.values.set('switchyard.servers.changedPins', [{ ...at, lock: '{}' }]),
    ],
    ['the state is damaged', () => memory.values.set('switchyard.servers.changedPins', 'x')],
  ])('it is not marked if %s', async (_, change) => {
    change();
    expect((await reopen()).outcome).toBeUndefined();
    expect(state()).toBeUndefined();
  });

  test('the state has no value of a variable, a header, or a secret argument', async () => {
    const secret = 'sk-0123456789abcdef0123456789abcdef';
    definitions.set('a', { ...definition, args: ['--api-key', secret], env: { API_KEY: secret } } as ServerDefinition);
    memory = new FakeMemento();
    const { tests } = await openWindow(memory, server);
    passNextTest(tested({ tools: [tool('new')] }));
    await tests.test(server);
    await until('the warning in the state', () => state() !== undefined);
    expect(JSON.stringify(state())).not.toContain(secret);
    expect((await reopen()).outcome).toMatchObject({ kind: 'remembered' });
  });
});
